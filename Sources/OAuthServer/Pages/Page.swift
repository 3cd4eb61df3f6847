/// A page that the server shows to a person, as a value: what it says, not how it looks and not in which language.
public enum Page: Sendable, Hashable {
  /// The person is asked to sign in, and perhaps to allow or refuse at once what a client asks for.
  case signIn(SignInPage)
  /// The person, who is signed in, is asked to allow or refuse what a client asks for.
  case consent(ConsentPage)
  /// The person is asked for the code that their device shows.
  case userCode(UserCodePage)
  /// The person is asked to sign in and to allow or refuse what a device asks for.
  case deviceSignIn(DeviceSignInPage)
  /// The person decided about a device and is told what to do next.
  case deviceDone(DeviceDonePage)
  /// A device shows where its person goes with another one, as an address and as a QR code.
  case deviceLink(DeviceLinkPage)
  /// The person is asked whether to sign out.
  case signOut(SignOutPage)
  /// The person is signed out, or stayed signed in.
  case signedOut(SignedOutPage)
  /// The browser brings the server's answer to the client in a form.
  case formPost(FormPostPage)
  /// Something is wrong and the person can't be sent back to where they came from.
  case error(ErrorPage)

  /// Whether the person can send something to this server from it.
  var hasForm: Bool {
    switch self {
    case .signIn, .consent, .userCode, .deviceSignIn, .signOut: true
    case .deviceDone, .deviceLink, .signedOut, .formPost, .error: false
    }
  }

  /// Why the page is shown again.
  var problem: PageProblem? {
    switch self {
    case .signIn(let page): page.problem
    case .userCode(let page): page.problem
    case .deviceSignIn(let page): page.problem
    case .consent, .deviceDone, .deviceLink, .signOut, .signedOut, .formPost, .error: nil
    }
  }

  /// The one client whose card the page shows.
  var client: ClientCard? {
    switch self {
    case .signIn(let page): page.client
    case .consent(let page): page.client
    case .deviceSignIn(let page): page.client
    case .signOut(let page): page.client
    case .signedOut(let page): page.client
    case .formPost, .userCode, .deviceDone, .deviceLink, .error: nil
    }
  }
}
