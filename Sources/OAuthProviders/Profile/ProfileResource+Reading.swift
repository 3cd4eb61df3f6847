internal import HTTPTypes
internal import OAuthCore

extension ProfileResource {
  /// Asks for the profile and reads it.
  ///
  /// - Parameters:
  ///   - provider: the provider's name, for errors.
  ///   - send: presents an access token.
  /// - Throws: ``ProviderError/profileRefused(provider:status:)`` or ``ProviderError/profileMalformed(provider:)``; what `send` throws.
  func profile(
    of provider: String, sending send: (HTTPRequest) async throws -> HTTPAnswer
  ) async throws -> Profile {
    var request = address.request(.get)
    request.headerFields[.accept] = "application/json"
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }
    let answer = try await send(request)
    guard answer.response.status == .ok else {
      throw ProviderError.profileRefused(provider: provider, status: answer.response.status.code)
    }
    guard let body = try? JSONValue(octets: answer.body), var profile = members.profile(in: body) else {
      throw ProviderError.profileMalformed(provider: provider)
    }
    profile.picture = profile.picture?.picture(saidBy: address)
    return profile
  }
}
