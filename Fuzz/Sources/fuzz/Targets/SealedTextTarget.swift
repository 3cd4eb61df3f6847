import Crypto
import Foundation
import OAuth
import OAuthCore
import PKCE

/// Sealed sign-ins, as a browser sends them back. The first byte chooses their kind. With an even
/// first byte the input is the sealed text itself. With an odd one it is the plaintext, which the
/// application's own key seals, as another version of the application would.
enum SealedTextTarget {
  private enum Kind: String, CaseIterable {
    case authorization, device, backchannel
  }

  private static let now = Date(timeIntervalSince1970: 1_700_000_000)
  private static let key = Array(UInt8(0)..<32)
  private static let redirectURI = "https://app.example/callback"

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first else { return }
    let kind = Kind.allCases[Int(way >> 1) % Kind.allCases.count]
    let isSealedHere = way & 1 == 1
    let content = Array(bytes.dropFirst())
    let text = isSealedHere ? sealed(content, kind) : String(decoding: content, as: UTF8.self)
    do {
      let client = try client()
      // A record for each input, so that an input has the same effect in each run.
      let sealer = AttemptSealer(
        try SealingKey(text: Secret(Base64URL.encode(key))), used: InMemoryUsedTokenIDs(clock: WallClock { now }),
        random: CountingSource())
      let genuine = try client.authorizationAttempt(AuthorizationRequest(redirectURI: RedirectURI(redirectURI)))
        .sealed(by: sealer).reveal()
      let error = restoreError(Secret(text), kind, client, sealer, isSealedHere ? content : nil)
      if let error { requireSafe(error) }
      let isGenuine = kind == .authorization && text == genuine
      require(
        isSealedHere || (error == nil) == isGenuine, "only a text that the application's key sealed opens")
      require(isSealedHere || isGenuine || error == .invalid, "every other text gives the same error")
    } catch {
      require(false, "the target's own values are valid: \(error)")
    }
  }

  /// Restores a text, and checks what it restores to. Returns the error if it doesn't open.
  private static func restoreError(
    _ text: Secret, _ kind: Kind, _ client: OAuthClient, _ sealer: AttemptSealer, _ plaintext: [UInt8]?
  ) -> SealingError? {
    do {
      switch kind {
      case .authorization:
        let restored = Awaited.value { () async -> Result<RestoredAttempt, any Error> in
          do { return .success(try await client.restoreAttempt(text, from: sealer)) } catch { return .failure(error) }
        }
        if let attempt = try restored?.get(), let plaintext { check(attempt, plaintext) }
      case .device:
        let device = try client.restoreDeviceAuthorization(text, from: sealer)
        let again = try client.restoreDeviceAuthorization(device.sealed(by: sealer), from: sealer)
        require(again == device, "a restored device authorization is sealed as the same one")
      case .backchannel:
        let request = try client.restoreBackchannelAuthentication(text, from: sealer)
        let again = try client.restoreBackchannelAuthentication(request.sealed(by: sealer), from: sealer)
        require(again == request, "a restored request is sealed as the same one")
      }
      return nil
    } catch let error as SealingError {
      return error
    } catch let error as AuthorizationRequestError {
      // The client's server publishes no keys for signed answers.
      require(error == .signedAnswersNotSupported, "no other error of the request: \(error)")
      return .invalid
    } catch {
      require(false, "no other error: \(error)")
      return nil
    }
  }

  /// Checks that the attempt of a plaintext accepts one answer, with the plaintext's own `state`.
  private static func check(_ attempt: RestoredAttempt, _ plaintext: [UInt8]) {
    let members = (try? JSONValue(bytes: plaintext))?.object ?? [:]
    require(attempt.redirectURI.text == members["redirect_uri"]?.string, "the redirect URI is the sealed one")
    require(attempt.expiresAt > now, "an expired attempt isn't restored")
    guard members["response_mode"] == nil, let state = members["state"]?.string, !state.isEmpty else { return }
    var form = FormParameters()
    form.append("code", "c-1")
    form.append("state", state)
    let address = attempt.redirectURI.adding(form)
    let accepted = Awaited.value { () async -> Int in
      var accepted = 0
      for _ in 0..<2 where (try? await attempt.receive(AuthorizationCallback(url: address))) != nil { accepted += 1 }
      return accepted
    }
    require(accepted.map { $0 <= 1 } == true, "an attempt accepts one answer")
  }

  /// Seals a plaintext as the documentation of the format says.
  private static func sealed(_ plaintext: [UInt8], _ kind: Kind) -> String {
    let context: JSONValue = [
      "pixy", 1, .string(kind.rawValue), "pixy", "https://server.example", "https://server.example/token",
    ]
    let nonce = Array(repeating: UInt8(9), count: 12)
    guard let nonceOfBox = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.seal(
        plaintext, using: SymmetricKey(data: key), nonce: nonceOfBox, authenticating: context.bytes())
    else { return "" }
    return Base64URL.encode([1] + nonce + Array(box.ciphertext) + Array(box.tag))
  }

  private static func client() throws -> OAuthClient {
    OAuthClient(
      id: "pixy",
      server: AuthorizationServerMetadata(
        issuer: try Issuer("https://server.example"),
        authorizationEndpoint: try Endpoint("https://server.example/authorize"),
        tokenEndpoint: try Endpoint("https://server.example/token")),
      transport: FixedTransport(), clock: WallClock { now }, random: CountingSource())
  }
}
