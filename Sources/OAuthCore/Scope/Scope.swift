/// What an access token may be used for: a list of scope tokens (RFC 6749 §3.3), in order, each once.
///
/// Two scopes are equal if they have the same tokens, in whatever order.
public struct Scope: Sendable {
  /// The scope tokens in the order given, without repetition.
  public let tokens: [String]

  /// No scope at all.
  public static let none = Scope(unchecked: [])

  /// Reads scope tokens from code or configuration.
  /// - Parameter tokens: scope tokens in the order to send them; one that comes again is left out, and none give
  ///   ``none``.
  /// - Throws: ``ScopeError`` if a token is empty or has a character outside `%x21 / %x23-5B / %x5D-7E`.
  public init(_ tokens: some Sequence<String>) throws(ScopeError) {
    var kept: [String] = []
    // A few are compared with each other sooner than they are hashed; many come from who wants it to take long.
    var seen = Set<String>()
    for token in tokens {
      guard !token.isEmpty else { throw .emptyToken }
      guard token.utf8.allSatisfy(Self.isTokenOctet) else { throw .forbiddenCharacter }
      if kept.count == Self.few { seen = Set(kept) }
      if kept.count < Self.few ? !kept.contains(token) : seen.insert(token).inserted { kept.append(token) }
    }
    self.init(unchecked: kept)
  }

  /// Reads a `scope` parameter: tokens separated by single spaces; more spaces than one are borne.
  /// - Parameter parameter: the value, decoded; empty gives ``none``.
  /// - Throws: ``ScopeError/forbiddenCharacter`` for a character that no scope token may have.
  public init(parameter: String) throws(ScopeError) {
    try self.init(parameter.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) })
  }

  /// Reads the `scope` of a token answer, where some servers (GitHub) separate the tokens with commas.
  /// - Parameter answer: the member's text. Where there is a space in it a comma belongs to a token, as RFC 6749 §3.3
  ///   allows; where there is none commas separate too.
  /// - Throws: ``ScopeError/forbiddenCharacter`` for a character that no scope token may have.
  public init(answer: String) throws(ScopeError) {
    let separators: Set<Character> = answer.contains(" ") ? [" "] : [" ", ","]
    try self.init(answer.split { separators.contains($0) }.map(String.init))
  }

  /// So many tokens are compared one by one.
  private static var few: Int { 8 }

  private init(unchecked tokens: [String]) {
    self.tokens = tokens
  }

  /// Whether there is no token.
  public var isEmpty: Bool { tokens.isEmpty }

  /// The value of a `scope` parameter: the tokens separated by spaces.
  public var parameter: String { tokens.joined(separator: " ") }

  /// Whether a token is among these; case counts (RFC 6749 §3.3).
  ///
  /// - Parameter token: one scope token.
  public func contains(_ token: String) -> Bool { tokens.contains(token) }

  /// Whether every token of this scope is in the other one: a refresh may narrow, never widen (RFC 6749 §6).
  ///
  /// - Parameter other: the scope to compare with, for example the one that was granted.
  public func isSubset(of other: Scope) -> Bool {
    guard max(tokens.count, other.tokens.count) > Self.few else { return tokens.allSatisfy(other.tokens.contains) }
    return Set(tokens).isSubset(of: other.tokens)
  }

  /// The tokens of both scopes, those of this one first.
  ///
  /// - Parameter other: whose tokens follow, without those that this one has.
  public func union(_ other: Scope) -> Scope {
    Scope(unchecked: tokens + other.tokens.filter { !tokens.contains($0) })
  }

  private static func isTokenOctet(_ octet: UInt8) -> Bool {
    octet == 0x21 || (0x23...0x5B).contains(octet) || (0x5D...0x7E).contains(octet)
  }
}

extension Scope: Hashable {
  /// Equal if both have the same tokens, in whatever order.
  public static func == (left: Scope, right: Scope) -> Bool {
    Set(left.tokens) == Set(right.tokens)
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

/// Why a text is no scope.
public enum ScopeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A scope token has no character.
  case emptyToken
  /// A scope token has a character outside `%x21 / %x23-5B / %x5D-7E` (RFC 6749 §3.3), such as a space or a quote.
  case forbiddenCharacter

  /// What is wrong with the scope.
  public var description: String {
    switch self {
    case .emptyToken: "a scope token is empty"
    case .forbiddenCharacter:
      "a scope token has a character that RFC 6749 §3.3 does not allow (a space, a quotation mark, a backslash or anything outside ASCII)"
    }
  }
}
