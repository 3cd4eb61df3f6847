#if canImport(AuthenticationServices)
import Observation
import OAuthProviders
import OAuthURLSession
import OAuthUserAgent
import TokenStorage

/// The launch of the app, from its start until the sign-in state is known.
@MainActor @Observable final class Launch {
  /// The states that the launch view shows.
  enum State {
    /// The keychain is being opened.
    case opening
    /// The launch is complete. The model contains the sign-in state.
    case ready(AuthenticationModel)
    /// The keychain can't be used, or the configuration is invalid.
    case failed(any Error)
  }

  private(set) var state: State = .opening
  @ObservationIgnored private var isOpening = false

  /// Opens the keychain and restores the last user. Every window calls it. Calls after the first do
  /// nothing, unless the first failed.
  func open() async {
    if case .ready = state { return }
    guard !isOpening else { return }
    isOpening = true
    defer { isOpening = false }
    state = .opening
    do {
      let model = try await Self.model()
      state = .ready(model)
      await model.restore()
    } catch {
      state = .failed(error)
    }
  }

  private static func model() async throws -> AuthenticationModel {
    let google = try GoogleClient()
    let client = ProviderClient(google.provider, id: google.id, through: URLSessionTransport())
    let store = try await StorageLadder.system(app: "com.example.MyGoogleInfo").open().store
    let userAgent = try WebAuthenticationSessionUserAgent(redirectURI: google.redirectURI())
    return AuthenticationModel(service: SignInService(client, store: store), userAgent: userAgent)
  }
}
#endif
