public import OAuthCore

/// A page that the server shows to a person, as a value: what it says, not how it looks.
public enum Page: Sendable, Hashable {
  /// The person is asked to sign in and to allow or refuse what a client asks for.
  case signIn(SignInPage)
  /// The person is asked for the code that their device shows.
  case userCode(UserCodePage)
  /// The person is asked to sign in and to allow or refuse what a device asks for.
  case deviceSignIn(DeviceSignInPage)
  /// The person decided about a device and is told what to do next.
  case deviceDone(DeviceDonePage)
  /// The browser brings the server's answer to the client in a form.
  case formPost(FormPostPage)
  /// Something is wrong and the person can't be sent back to where they came from.
  case error(ErrorPage)

  /// Whether the person can send something from it.
  var hasForm: Bool {
    switch self {
    case .signIn, .userCode, .deviceSignIn: true
    case .deviceDone, .formPost, .error: false
    }
  }
}

/// Asks a person to sign in, and shows whom they let do what.
public struct SignInPage: Sendable, Hashable {
  /// The client's name as it was registered.
  public let clientName: String
  /// What the client asks for, one phrase each, such as `see your email address`.
  public let permissions: [String]
  /// Where the person will be sent afterwards: an origin, this device, or an app's scheme.
  public let destination: String
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What the form must post along, unchanged. Values are `Secret` because one holds the client's `state`.
  public let hiddenFields: [HiddenField]
  /// What to put into the field for the user name.
  public let username: String
  /// Why the page is shown again, if it is.
  public let problem: String?

  /// A field of the form that the person doesn't see.
  public struct HiddenField: Sendable, Hashable {
    /// The field's name.
    public let name: String
    /// The field's value.
    public let value: Secret
  }

  /// Names of the form's fields, and the values of its buttons: what every implementation of ``Pages`` has to use.
  public enum Field {
    /// The text field for the user name.
    public static let username = "username"
    /// The password field.
    public static let password = "password"
    /// The name of both buttons. The approving one must come first in the document: pressing Return activates it.
    public static let decision = "decision"
    /// The value of the button that signs in and allows.
    public static let approve = "approve"
    /// The value of the button that refuses.
    public static let deny = "deny"
    /// The hidden field that holds the authorization request.
    package static let request = "authorization_request"
  }
}

/// Tells a person that a sign-in can't go on.
public struct ErrorPage: Sendable, Hashable {
  /// What happened, in a few words.
  public let title: String
  /// What happened, for the person.
  public let explanation: String
  /// What is wrong with the request, for the client's developer.
  public let detail: String

  package init(title: String, explanation: String, detail: String) {
    self.title = title
    self.explanation = explanation
    self.detail = detail
  }
}
