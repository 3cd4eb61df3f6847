import PixySignIn

/// The sign-in of an app's unit test, in the guide AppleApps.
func signInOfUnitTest() -> SignIn {
  let signIn = SignIn(provider: .gitHub, clientID: "your-client-id", app: "com.example.app", store: MemoryTokenStore())
  return signIn
}
