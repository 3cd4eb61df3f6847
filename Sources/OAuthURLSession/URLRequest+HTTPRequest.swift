internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import HTTPTypes

extension URLRequest {
  /// A request as `URLSession` wants it; `nil` if it couldn't be sent as it is.
  ///
  /// - Parameters:
  ///   - request: with scheme, authority and path.
  ///   - body: the octets to send.
  ///   - timeout: the transport's limit. `URLSession`'s own, which only measures silence, is set beyond it.
  init?(_ request: HTTPRequest, body: [UInt8], timeout: Duration) {
    guard let scheme = request.scheme, scheme == "https" || scheme == "http",
      let authority = request.authority, !authority.isEmpty, let path = request.path, path.hasPrefix("/"),
      // An address that would have to be changed to be one isn't the address that was meant.
      let url = URL(string: "\(scheme)://\(authority)\(path)", encodingInvalidCharacters: false),
      body.isEmpty || (request.method != .get && request.method != .head)
    else { return nil }
    self.init(url: url)
    httpMethod = request.method.rawValue
    for field in request.headerFields {
      addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if !body.isEmpty { httpBody = Data(body) }
    timeoutInterval = Double(timeout.components.seconds) + 60
    httpShouldHandleCookies = false
  }
}
