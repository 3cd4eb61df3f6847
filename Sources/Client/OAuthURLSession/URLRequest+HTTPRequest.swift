internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import HTTPTypes

extension URLRequest {
  /// Creates a request for `URLSession`; `nil` if `URLSession` would have to change it.
  ///
  /// - Parameters:
  ///   - request: The request with scheme, authority and path.
  ///   - body: The bytes to send.
  ///   - timeout: The transport's timeout. `URLSession`'s own timeout measures only inactivity, and
  ///     is set 60 s longer.
  init?(_ request: HTTPRequest, body: [UInt8], timeout: Duration) {
    guard let scheme = request.scheme, scheme == "https" || scheme == "http",
      let authority = request.authority, !authority.isEmpty, let path = request.path, path.hasPrefix("/"),
      // An address that has to be repaired may differ from the intended one.
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
