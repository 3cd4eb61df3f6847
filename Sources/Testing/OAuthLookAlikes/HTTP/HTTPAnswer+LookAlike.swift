internal import HTTPTypes
internal import OAuthCore

extension HTTPAnswer {
  static func reply(
    _ value: JSONValue, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> HTTPAnswer {
    var fields = fields
    fields[.contentType] = "application/json; charset=utf-8"
    fields[.cacheControl] = "no-store"
    return HTTPAnswer(HTTPResponse(status: status, headerFields: fields), body: value.bytes())
  }

  static func form(_ parameters: FormParameters) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: .ok,
        headerFields: [
          .contentType: "application/x-www-form-urlencoded; charset=utf-8", .cacheControl: "no-store",
        ]),
      body: Array(parameters.formEncoded().utf8))
  }

  static func replyText(_ text: String, status: HTTPResponse.Status) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: status, headerFields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]),
      body: Array((text + "\n").utf8))
  }

  static func redirect(to location: String) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: .found, headerFields: [.location: location, .cacheControl: "no-store"]))
  }

  /// The answer to a path that the provider doesn't have.
  static let nothing = replyText("This address does not exist.", status: .notFound)
}

extension FormParameters {
  /// Returns the first value with this name that isn't empty.
  func first(_ name: String) -> String? {
    all(name).first { !$0.isEmpty }
  }

  /// Returns a copy without the parameters of these names.
  func without(_ names: String...) -> FormParameters {
    var keptForm = FormParameters()
    for pair in pairs where !names.contains(pair.name) { keptForm.append(pair.name, pair.value) }
    return keptForm
  }

  /// Returns a copy with one value for this name, or none if the value is `nil`.
  func setting(_ name: String, _ value: String?) -> FormParameters {
    var changedForm = without(name)
    changedForm.append(name, ifPresent: value)
    return changedForm
  }
}

extension HTTPRequest {
  /// The path without its query.
  var pathAlone: String {
    String((path ?? "").prefix { $0 != "?" })
  }

  /// The query without its question mark.
  var query: String {
    let path = path ?? ""
    return path.firstIndex(of: "?").map { String(path[path.index(after: $0)...]) } ?? ""
  }
}
