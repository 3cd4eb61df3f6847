/// The scope of an access token: an ordered list of unique scope tokens (RFC 6749 §3.3).
///
/// Two scopes are equal if they have the same tokens in any order.
///
/// ```swift
/// let granted = try Scope(parameter: "openid profile email")
/// let needed = try Scope(["openid", "email"])
/// let isGranted = needed.isSubset(of: granted)  // true
/// let parameter = needed.parameter  // "openid email"
/// ```
public struct Scope: Sendable {
  /// The scope tokens in their order, without repetition.
  public let tokens: [String]

  /// The empty scope.
  public static let none = Scope(unchecked: [])

  /// Creates a scope from scope tokens in code or configuration.
  /// - Parameter tokens: The scope tokens in the order to send them. Repeated tokens are dropped.
  ///   No tokens give ``none``.
  /// - Throws: ``ScopeError`` if a token is empty or contains a character outside
  ///   `%x21 / %x23-5B / %x5D-7E`.
  public init(_ tokens: some Sequence<String>) throws(ScopeError) {
    var distinctTokens: [String] = []
    // Comparing a few tokens with each other is faster than hashing them. Many tokens may come from
    // an attacker who wants the quadratic comparison, so they are hashed.
    var seenTokens = Set<String>()
    for token in tokens {
      guard !token.isEmpty else { throw .emptyToken }
      guard token.utf8.allSatisfy(Self.isTokenByte) else { throw .forbiddenCharacter }
      if distinctTokens.count == Self.few { seenTokens = Set(distinctTokens) }
      if distinctTokens.count < Self.few ? !distinctTokens.contains(token) : seenTokens.insert(token).inserted {
        distinctTokens.append(token)
      }
    }
    self.init(unchecked: distinctTokens)
  }

  /// Parses a `scope` parameter, whose tokens are separated by spaces. Several spaces in a row are
  /// accepted.
  /// - Parameter parameter: The value, decoded. An empty value gives ``none``.
  /// - Throws: ``ScopeError/forbiddenCharacter`` for a character that scope tokens can't contain.
  public init(parameter: String) throws(ScopeError) {
    try self.init(parameter.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) })
  }

  /// Parses the `scope` of a token response, in which some servers (GitHub) separate the tokens
  /// with commas.
  /// - Parameter answer: The member's text. If it contains a space, commas belong to the tokens, as
  ///   RFC 6749 §3.3 allows. Otherwise commas separate the tokens.
  /// - Throws: ``ScopeError/forbiddenCharacter`` for a character that scope tokens can't contain.
  public init(answer: String) throws(ScopeError) {
    let separators: Set<Character> = answer.contains(" ") ? [" "] : [" ", ","]
    try self.init(answer.split { separators.contains($0) }.map(String.init))
  }

  /// The largest number of tokens that are compared one by one.
  private static var few: Int { 8 }

  private init(unchecked tokens: [String]) {
    self.tokens = tokens
  }

  /// Whether the scope has no tokens.
  public var isEmpty: Bool { tokens.isEmpty }

  /// The value of a `scope` parameter: the tokens separated by spaces.
  public var parameter: String { tokens.joined(separator: " ") }

  /// Returns whether the scope contains a token. The comparison is case-sensitive (RFC 6749 §3.3).
  ///
  /// - Parameter token: One scope token.
  public func contains(_ token: String) -> Bool { tokens.contains(token) }

  /// Returns whether another scope contains every token of this scope. A refresh may narrow a
  /// scope, but never widen it (RFC 6749 §6).
  ///
  /// - Parameter other: The scope to compare with, for example the granted one.
  public func isSubset(of other: Scope) -> Bool {
    guard max(tokens.count, other.tokens.count) > Self.few else { return tokens.allSatisfy(other.tokens.contains) }
    return Set(tokens).isSubset(of: other.tokens)
  }

  /// Returns the tokens of both scopes, those of this scope first.
  ///
  /// - Parameter other: The scope whose additional tokens are appended.
  public func union(_ other: Scope) -> Scope {
    Scope(unchecked: tokens + other.tokens.filter { !tokens.contains($0) })
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
  }
}

extension Scope: ExpressibleByStringLiteral {
  /// Creates a scope from a literal: its tokens separated by spaces, as in a `scope` parameter.
  ///
  /// ```swift
  /// let scope: Scope = "openid profile email"
  /// ```
  ///
  /// Only literals of the source code get here. A literal with a character that scope tokens can't
  /// contain is a mistake of the programmer and ends the program, as an index out of range does.
  /// For texts from outside use ``init(parameter:)`` or ``init(_:)``, which throw.
  ///
  /// - Parameter value: The literal.
  public init(stringLiteral value: StaticString) {
    do {
      try self.init(parameter: "\(value)")
    } catch {
      preconditionFailure("The scope \"\(value)\" is not valid. \(error)")
    }
  }
}

extension Scope: Hashable {
  /// Returns whether both scopes have the same tokens in any order.
  public static func == (lhs: Scope, rhs: Scope) -> Bool {
    Set(lhs.tokens) == Set(rhs.tokens)
  }

  /// Feeds the tokens to a hasher, without their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(tokens))
  }
}

extension Scope: CustomStringConvertible {
  /// The value of a `scope` parameter.
  public var description: String { parameter }
}

/// The reason why a text isn't a scope.
public enum ScopeError: Error, Sendable, Hashable {
  /// A scope token is empty.
  case emptyToken
  /// A scope token contains a character outside `%x21 / %x23-5B / %x5D-7E` (RFC 6749 §3.3), such as
  /// a space or a quotation mark.
  case forbiddenCharacter
}

extension ScopeError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .emptyToken:
      row("scope_token_empty", "A scope token is empty (RFC 6749 §3.3).", remedy: "Remove the empty token.")
    case .forbiddenCharacter:
      row(
        "scope_forbidden_character",
        "A scope token has a character that RFC 6749 §3.3 does not allow: a space, a quotation mark, a backslash or "
          + "anything outside ASCII.",
        remedy: "Write each scope token as the server's documentation does, one in each element.")
    }
  }
}
