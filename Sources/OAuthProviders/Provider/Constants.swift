internal import OAuthCore

// What providers' files say is written in them: a mistake is found by the first test that looks at the provider, and nothing from
// outside can get here.

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

extension Scope {
  init(constant text: StaticString) {
    do {
      self = try Scope(parameter: "\(text)")
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
