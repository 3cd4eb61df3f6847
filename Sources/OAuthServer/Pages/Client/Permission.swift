package import OAuthCore

/// One thing that a client asks to be allowed, for a page to put into words.
public enum Permission: Sendable, Hashable {
  /// To recognize the person when they sign in again (`openid`).
  case recognize
  /// To see name, user name and picture (`profile`, OpenID Connect Core §5.4).
  case profile
  /// To see the address for mail (`email`).
  case email
  /// To see where the person lives (`address`).
  case address
  /// To see the telephone number (`phone`).
  case phone
  /// To go on with all of it while the person is away (`offline_access`, OpenID Connect Core §11).
  case offlineAccess
  /// What a scope means that the server only knows by its name.
  case other(String)

  /// What a scope token lets a client do.
  package init(scopeToken token: String) {
    switch token {
    case "openid": self = .recognize
    case "profile": self = .profile
    case "email": self = .email
    case "address": self = .address
    case "phone": self = .phone
    case "offline_access": self = .offlineAccess
    default: self = .other(token)
    }
  }

  /// The scope token that asks for it.
  package var scopeToken: String {
    switch self {
    case .recognize: "openid"
    case .profile: "profile"
    case .email: "email"
    case .address: "address"
    case .phone: "phone"
    case .offlineAccess: "offline_access"
    case .other(let token): token
    }
  }

  /// What a scope lets a client do, in its order.
  package static func list(_ scope: Scope) -> [Permission] {
    scope.tokens.map(Permission.init(scopeToken:))
  }
}
