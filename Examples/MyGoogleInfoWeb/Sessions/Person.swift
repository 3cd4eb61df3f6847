internal import OAuth

/// Who is signed in, and what keeps their tokens valid. Nothing of it goes to the browser.
struct Person: Sendable {
  /// What Google calls the person for ever: the `sub` of the verified ID token.
  let subject: String
  /// The person's tokens. Each sign-in has a store of its own, so that what happens in one browser changes nothing in another.
  let tokens: TokenSession
}
