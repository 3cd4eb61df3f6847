import HTTPTypes
import OAuth
import OAuthCore

/// Endpoints, issuers and redirect URIs.
enum URITarget {
  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      check(try Endpoint(text))
    } catch {
      requireSafe(error)
    }
    do {
      let issuer = try Issuer(text)
      require(issuer.text == text && !text.contains("?"), "an issuer has no query")
    } catch {
      requireSafe(error)
    }
    do {
      check(try RedirectURI(text))
    } catch {
      requireSafe(error)
    }
  }

  static func check(_ endpoint: Endpoint) {
    require(!endpoint.text.contains("#"), "an endpoint has no fragment")
    require(endpoint.origin.hasPrefix("https://") || endpoint.origin.hasPrefix("http://"), "an endpoint is on the web")
    requireSafe(endpoint.description.prefix(1_000).description, of: "an endpoint's description")
    require((try? Endpoint(endpoint.origin))?.origin == endpoint.origin, "an origin is an endpoint of that origin")
    let request = endpoint.request(.get)
    require(request.path?.hasPrefix("/") == true, "a request's path begins with a slash: \(request.path ?? "none")")
    require(
      request.authority?.isEmpty == false && request.authority?.contains("@") == false, "a request names its host")

    var parameters = FormParameters()
    parameters.append("state", "a b&c=d#e%")
    let added = endpoint.adding(parameters)
    guard added.utf8.count <= 8_192, let again = try? Endpoint(added) else {
      require(added.utf8.count > 8_192, "an endpoint with parameters is an endpoint")
      return
    }
    require(again.origin == endpoint.origin, "parameters don't change the origin")
    if let read = again.query.flatMap({ try? FormParameters(decoding: $0) }) {
      require(read.all("state").last == "a b&c=d#e%", "an added parameter can be read")
    }
  }

  private static func check(_ uri: RedirectURI) {
    requireSafe(uri.description.prefix(1_000).description, of: "a redirect URI's description")
    require(uri.matches(uri), "a redirect URI matches itself")
    require(!uri.text.contains("#"), "a redirect URI has no fragment")
    let scheme = uri.text.prefix { $0 != ":" }.lowercased()
    require(
      !["javascript", "data", "file", "vbscript", "blob"].contains(scheme), "its scheme runs no script in a browser")
    var parameters = FormParameters()
    parameters.append("code", "a&b")
    let answer = uri.adding(parameters)
    guard answer.utf8.count <= 8_192 else { return }
    require(((try? RedirectURI(answer))?.path ?? uri.path) == uri.path, "parameters don't change the path")
  }
}
