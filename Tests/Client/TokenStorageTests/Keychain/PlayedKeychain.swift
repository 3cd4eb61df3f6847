import OAuthCore
import Synchronization
import TokenStorage

/// A simulation of a machine's keychains for one program, after Apple's documentation.
final class PlayedKeychain: KeychainCalls {
  /// One of the four calls.
  enum Call: Sendable, Hashable, CaseIterable {
    case add, copyAttributes, copySecret, update, delete
  }

  /// A call that was made.
  struct Made: Sendable, Hashable {
    let call: Call
    let keychain: KeychainKind
  }

  struct Kept: Sendable, Hashable {
    var item: KeychainItem
    var mark: String
    var accessibility: KeychainAccessibility
  }

  /// The attributes that identify a generic password.
  struct Place: Sendable, Hashable {
    let keychain: KeychainKind
    let group: String
    let service: String
    let account: String
  }

  struct State: Sendable {
    var items: [Place: Kept] = [:]
    /// The access groups of the program, the first of which is its own. Empty if the program isn't
    /// signed.
    var groups: [String]
    /// The status that a kind of call returns instead of its effect.
    var failures: [Call: KeychainStatus] = [:]
    var made: [Made] = []
    /// Runs once before the next call of its kind, to simulate another process.
    var meanwhile: [Call: @Sendable (inout State) -> Void] = [:]
  }

  let state: Mutex<State>

  init(groups: [String] = ["TEAM.app"]) {
    state = Mutex(State(groups: groups))
  }

  var made: [Made] { state.withLock { $0.made } }
  var kept: [Place: Kept] { state.withLock { $0.items } }

  func change(_ body: @Sendable (inout State) -> Void) {
    state.withLock { body(&$0) }
  }

  func add(
    _ item: KeychainItem, mark: String, accessibility: KeychainAccessibility, to query: KeychainQuery
  ) -> KeychainStatus {
    perform(.add, query) { state, groups in
      let place = Place(query.keychain, groups[0], item)
      guard state.items[place] == nil else { return .duplicateItem }
      state.items[place] = Kept(item: item, mark: mark, accessibility: accessibility)
      return .success
    }
  }

  func copyMatching(_ query: KeychainQuery, _ part: KeychainQuery.Part) -> (KeychainStatus, [KeychainItem]) {
    var found: [KeychainItem] = []
    let status = perform(part == .secret ? .copySecret : .copyAttributes, query) { state, groups in
      found = Self.matches(query, groups, state).compactMap { state.items[$0]?.item }
      if part == .attributes {
        for index in found.indices { found[index].secret = nil }
      }
      return found.isEmpty ? .itemNotFound : .success
    }
    return (status, status == .success ? found : [])
  }

  func update(
    _ query: KeychainQuery, to item: KeychainItem, accessibility: KeychainAccessibility
  ) -> KeychainStatus {
    perform(.update, query) { state, groups in
      let places = Self.matches(query, groups, state)
      for place in places {
        state.items[place]?.item.label = item.label
        state.items[place]?.item.comment = item.comment
        state.items[place]?.item.secret = item.secret
        state.items[place]?.accessibility = accessibility
      }
      return places.isEmpty ? .itemNotFound : .success
    }
  }

  func delete(_ query: KeychainQuery) -> KeychainStatus {
    perform(.delete, query) { state, groups in
      let places = Self.matches(query, groups, state)
      for place in places { state.items[place] = nil }
      return places.isEmpty ? .itemNotFound : .success
    }
  }

  func words(for status: KeychainStatus) -> String? {
    status == .interactionNotAllowed ? "User interaction is not allowed." : nil
  }

  /// Performs a call.
  ///
  /// - Parameter body: Receives the access groups that the query covers.
  private func perform(
    _ call: Call, _ query: KeychainQuery, _ body: (inout State, [String]) -> KeychainStatus
  ) -> KeychainStatus {
    state.withLock { state in
      state.made.append(Made(call: call, keychain: query.keychain))
      state.meanwhile.removeValue(forKey: call)?(&state)
      if let failure = state.failures[call] { return failure }
      var groups = [""]
      if query.keychain == .dataProtection {
        guard !state.groups.isEmpty else { return .missingEntitlement }
        groups = state.groups
        if let group = query.accessGroup {
          guard groups.contains(group) else { return .missingEntitlement }
          groups = [group]
        }
      }
      return body(&state, groups)
    }
  }

  private static func matches(_ query: KeychainQuery, _ groups: [String], _ state: State) -> [Place] {
    state.items.filter { place, kept in
      guard place.keychain == query.keychain, groups.contains(place.group) else { return false }
      return switch query.scope {
      case .item(let service, let account):
        place.service.utf8.elementsEqual(service.utf8) && place.account.utf8.elementsEqual(account.utf8)
      case .marked(let mark): kept.mark == mark
      }
    }.map(\.key)
  }
}

extension PlayedKeychain.Place {
  init(_ keychain: KeychainKind, _ group: String, _ item: KeychainItem) {
    self.init(keychain: keychain, group: group, service: item.service, account: item.account)
  }

  // A keychain compares bytes. Swift strings would treat canonically equivalent spellings as equal.

  static func == (left: Self, right: Self) -> Bool {
    left.keychain == right.keychain && left.group == right.group
      && left.service.utf8.elementsEqual(right.service.utf8) && left.account.utf8.elementsEqual(right.account.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(keychain)
    hasher.combine(Array(service.utf8))
    hasher.combine(Array(account.utf8))
  }
}
