// Addresses that are literals of the source code. No text from outside reaches these initializers.

extension Endpoint {
  /// Creates an endpoint from a literal, where an initializer that throws would be in the way.
  ///
  /// ```swift
  /// let drive = Endpoint(constant: "https://www.googleapis.com/drive/v3/files")
  /// ```
  ///
  /// A literal that isn't the address of an endpoint is a mistake of the programmer and ends the
  /// program, as an index out of range does. For texts from outside use `init(_:)`, which throws.
  ///
  /// - Parameter text: The literal.
  public init(constant text: StaticString) {
    do {
      self = try Endpoint("\(text)")
    } catch {
      preconditionFailure("The endpoint \"\(text)\" is not valid. \(error)")
    }
  }
}

extension Issuer {
  /// Creates an issuer from a literal, where an initializer that throws would be in the way.
  ///
  /// A literal that isn't an issuer is a mistake of the programmer and ends the program. For texts
  /// from outside use `init(_:)`, which throws.
  ///
  /// - Parameter text: The literal.
  public init(constant text: StaticString) {
    do {
      self = try Issuer("\(text)")
    } catch {
      preconditionFailure("The issuer \"\(text)\" is not valid. \(error)")
    }
  }
}

extension RedirectURI {
  /// Creates a redirect URI from a literal, where an initializer that throws would be in the way.
  ///
  /// A literal that isn't a redirect URI is a mistake of the programmer and ends the program. For
  /// texts from outside use `init(_:)`, which throws.
  ///
  /// - Parameter text: The literal.
  public init(constant text: StaticString) {
    do {
      self = try RedirectURI("\(text)")
    } catch {
      preconditionFailure("The redirect URI \"\(text)\" is not valid. \(error)")
    }
  }
}
