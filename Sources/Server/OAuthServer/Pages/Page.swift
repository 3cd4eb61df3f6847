/// A page that the server shows to a user, as a value: its content, without layout and language.
public enum Page: Sendable, Hashable {
  /// Asks the user to sign in, and often also to allow or refuse what a client requests.
  case signIn(SignInPage)
  /// Asks the signed-in user to allow or refuse what a client requests.
  case consent(ConsentPage)
  /// Asks the user for the code that the device shows.
  case userCode(UserCodePage)
  /// Asks the user to sign in, and to allow or refuse what a device requests.
  case deviceSignIn(DeviceSignInPage)
  /// Reports that the user decided about a device, and says what to do next.
  case deviceDone(DeviceDonePage)
  /// Shows on a device the address to open on another one, as text and as a QR code.
  case deviceLink(DeviceLinkPage)
  /// Asks the user whether to sign out.
  case signOut(SignOutPage)
  /// Reports that the user is signed out, or stayed signed in.
  case signedOut(SignedOutPage)
  /// Asks the user to sign in, to manage the account.
  case accountSignIn(AccountSignInPage)
  /// Shows the applications and sessions of the signed-in user, with a way to end each.
  case account(AccountPage)
  /// Changes the password of the signed-in user.
  case password(PasswordPage)
  /// Posts the server's answer to the client in a form.
  case formPost(FormPostPage)
  /// Reports an error after which the user can't be sent back to the client.
  case error(ErrorPage)

  /// Whether the page has a form that is sent to this server.
  var hasForm: Bool {
    switch self {
    case .signIn, .consent, .userCode, .deviceSignIn, .signOut, .accountSignIn, .account, .password: true
    case .deviceDone, .deviceLink, .signedOut, .formPost, .error: false
    }
  }

  /// The reason why the page is shown again; `nil` on its first display.
  var problem: PageProblem? {
    switch self {
    case .signIn(let page): page.problem
    case .userCode(let page): page.problem
    case .deviceSignIn(let page): page.problem
    case .accountSignIn(let page): page.problem
    case .account(let page): page.problem
    case .password(let page): page.problem
    case .consent, .deviceDone, .deviceLink, .signOut, .signedOut, .formPost, .error: nil
    }
  }

  /// The client whose card the page shows; `nil` if it shows none.
  var client: ClientCard? {
    switch self {
    case .signIn(let page): page.client
    case .consent(let page): page.client
    case .deviceSignIn(let page): page.client
    case .signOut(let page): page.client
    case .signedOut(let page): page.client
    case .formPost, .userCode, .deviceDone, .deviceLink, .accountSignIn, .account, .password, .error: nil
    }
  }
}
