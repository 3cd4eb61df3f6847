internal import HTTPTypes
internal import OAuthCore

extension ProfileResource {
  /// Requests the profile and reads it.
  ///
  /// - Parameters:
  ///   - provider: The provider's name, for errors.
  ///   - send: Sends the request with an access token.
  /// - Returns: The profile.
  /// - Throws: ``ProviderError/profileRefused(provider:status:)``,
  ///   ``ProviderError/profileMalformed(provider:)``, or the error that `send` throws.
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
    guard let body = try? JSONValue(bytes: answer.json), var profile = members.profile(in: body) else {
      throw ProviderError.profileMalformed(provider: provider)
    }
    profile.picture = profile.picture?.picture(saidBy: address)
    return profile
  }
}
