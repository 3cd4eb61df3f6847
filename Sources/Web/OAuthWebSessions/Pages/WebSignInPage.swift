public import OAuthCore

/// A page of the library, with the values that it shows.
public enum WebSignInPage: Sendable {
  /// A provider on the sign-in page.
  public struct Choice: Sendable, Hashable {
    /// The provider's name.
    public let name: String
    /// The path that begins a sign-in there. Link to it; don't post a form to it.
    public let address: String
    /// The path that begins a sign-in whose session outlives the browser's window; `nil` if users can't
    /// choose it.
    public var rememberedAddress: String?
  }

  /// The form that signs a user out.
  public struct SignOut: Sendable {
    /// The path that the form is posted to.
    public let address: String
    /// The name of the form's hidden field.
    public let field: String
    /// The value of the hidden field.
    public let token: Secret
    /// The user's name.
    public let name: String
    /// The path of the application's first page.
    public var startAddress = "/"
  }

  /// The reason why a request failed, in words for the user.
  public struct Problem: Sendable, Hashable {
    /// The title.
    public let title: String
    /// The explanation, and what the user can do.
    public let words: String
    /// The error's code, by which the operator finds it in the log; `nil` if it says nothing more.
    public let code: String?
    /// The path of the sign-in page, to sign in again.
    public let signInAddress: String
    /// The path to go on to without a sign-in, if the user is signed in.
    public let continueAddress: String?
    /// The path of the application's first page.
    public var startAddress = "/"
  }

  /// The page where a user chooses a provider. The notice says why the page is shown, if there is a
  /// reason.
  case signIn([Choice], notice: String?)
  /// The page that asks whether to sign out.
  case signOut(SignOut)
  /// The page that leads on to the provider's sign-out by itself, with
  /// `<meta http-equiv="refresh" content="0; url=…">` (HTML §4.2.5.3). Its address contains the ID
  /// token.
  case leaving(name: String, address: String)
  /// The page that leads on to a provider, after a form of the application began a sign-in there.
  case continuing(name: String, address: String)
  /// The page for an error.
  case problem(Problem)
}

/// The pages that users see. An application with a design of its own conforms a type to it.
///
/// The pages may contain no script, and load only the style sheet. Every value has to be escaped.
public protocol SignInPages: Sendable {
  /// The style sheet's text.
  var styleSheet: String { get }

  /// Renders a page as a complete HTML document.
  ///
  /// - Parameters:
  ///   - page: The page with its values.
  ///   - styleSheet: The path of the style sheet, and after a session's end a query. Link to both.
  /// - Throws: An error if the page can't be rendered. The user then sees a short text.
  func html(_ page: WebSignInPage, styleSheet: String) throws -> String
}
