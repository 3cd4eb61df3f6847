import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// The providers that support sign-ins on another device, and their device endpoints.
@Suite struct DeviceSignInTests {
  private struct Shown: Error {}

  private static let endpoints = [
    "github": "https://github.com/login/device/code", "github-app": "https://github.com/login/device/code",
    "github at ghe.com": "https://octo.ghe.com/login/device/code",
    "github enterprise server": "https://git.example.com:8443/login/device/code",
    "entra": "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode",
    "entra consumers": "https://login.microsoftonline.com/consumers/oauth2/v2.0/devicecode",
    "entra tenant": "https://login.microsoftonline.com/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0/oauth2/v2.0/devicecode",
    "entra domain": "https://login.microsoftonline.com/contoso.onmicrosoft.com/oauth2/v2.0/devicecode",
    "gitlab": "https://gitlab.com/oauth/authorize_device",
    "gitlab below a path": "https://git.example.org/lab/oauth/authorize_device",
  ]

  @Test(.covers("GitLab: the metadata lacks the device endpoint"), arguments: KnownProvider.all)
  func `A device code is requested if the provider supports it, with the provider's scope`(_ known: KnownProvider)
    async throws
  {
    let played = PlayedProvider(known)
    guard let address = Self.endpoints[known.testDescription] else {
      await #expect(throws: ProviderError.noDeviceGrant(provider: known.provider.name)) {
        try await known.client(played).signInOnDevice { _ in Issue.record("a code was shown") }
      }
      #expect(!played.exchanges.contains { $0.request.method == .post })
      return
    }
    played.answer(
      try Endpoint(address).parts.path,
      with: .json([
        "device_code": "d-1", "user_code": "WDJB-MJHT", "verification_url": "https://as.example/device",
        "expires_in": 900,
      ]))
    await #expect(throws: Shown.self) {
      try await known.client(played).signInOnDevice { authorization in
        #expect(authorization.verificationURI.text == "https://as.example/device")
        throw Shown()
      }
    }
    let exchange = try #require(played.exchanges.last)
    #expect(exchange.address == address)
    #expect(try exchange.form.single("client_id") == known.clientID)
    #expect(try exchange.form.single("scope") == known.scope)
  }
}
