#if canImport(AuthenticationServices)
import Observation
import OAuthProviders
import OAuthURLSession
import OAuthUserAgent
import TokenStorage

/// The app from its start until it knows who is signed in.
@MainActor @Observable final class Launch {
  /// What there is to show.
  enum State {
    /// The keychain is being opened.
    case opening
    /// Everything is there; the model says who is signed in.
    case ready(AuthenticationModel)
    /// The keychain can't be used, or the configuration is wrong.
    case failed(any Error)
  }

  private(set) var state: State = .opening
  @ObservationIgnored private var isOpening = false

  /// Opens the keychain and shows who was signed in the last time. Every window calls it, and only the first call does something, unless
  /// it failed.
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
    let userAgent = try WebAuthenticationSessionUserAgent(redirectURI: google.redirectURI()) { FrontWindow.current() }
    return AuthenticationModel(service: SignInService(client, store: store), userAgent: userAgent)
  }
}
#endif
