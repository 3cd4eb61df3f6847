internal import OAuthCore

// The texts of these constants are literals in the providers' files. The first test that reads a
// provider finds a mistake in them, and no outside text reaches these initializers.

extension Endpoint {
  init(constant text: StaticString) {
    do {
      self = try Endpoint("\(text)")
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}

extension Issuer {
  init(constant text: StaticString) {
    do {
      self = try Issuer("\(text)")
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}

extension FormParameters {
  init(_ pairs: KeyValuePairs<String, String>) {
    self.init()
    for (name, value) in pairs { append(name, value) }
  }
}
