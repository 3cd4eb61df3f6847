package import OAuthCore

/// One permission that a client requests. The page puts it into words.
public enum Permission: Sendable, Hashable {
  /// Recognizing the user at the next sign-in (`openid`).
  case recognize
  /// Reading name, user name and picture (`profile`, OpenID Connect Core §5.4).
  case profile
  /// Reading the email address (`email`).
  case email
  /// Reading the postal address (`address`).
  case address
  /// Reading the telephone number (`phone`).
  case phone
  /// Reading the names of the user's groups (`groups`).
  case groups
  /// Keeping the access while the user is away (`offline_access`, OpenID Connect Core §11).
  case offlineAccess
  /// The permission of another scope, of which the server knows only the name.
  case other(String)

  /// Creates the permission that a scope token stands for.
  package init(scopeToken token: String) {
    switch token {
    case "openid": self = .recognize
    case "profile": self = .profile
    case "email": self = .email
    case "address": self = .address
    case "phone": self = .phone
    case "groups": self = .groups
    case "offline_access": self = .offlineAccess
    default: self = .other(token)
    }
  }

  /// The scope token that requests the permission.
  package var scopeToken: String {
    switch self {
    case .recognize: "openid"
    case .profile: "profile"
    case .email: "email"
    case .address: "address"
    case .phone: "phone"
    case .groups: "groups"
    case .offlineAccess: "offline_access"
    case .other(let token): token
    }
  }

  /// Returns the permissions that a scope means for a client, in the scope's order.
  ///
  /// A client that gets no refresh tokens keeps no access while the user is away, whatever its scope.
  package static func list(_ scope: Scope, of client: RegisteredClient) -> [Permission] {
    scope.tokens.map(Permission.init(scopeToken:)).filter {
      $0 != .offlineAccess || client.grants.contains(.refreshToken)
    }
  }
}
