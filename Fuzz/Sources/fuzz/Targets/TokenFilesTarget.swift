import Crypto
import Foundation
import OAuthCore
import PKCE
import TokenStorage

/// One of an encrypted store's files, replaced by who can write to it. Of the first octet the lowest two bits choose the file, the third
/// one whether the store was opened before.
enum TokenFilesTarget {
  private enum Replaced: UInt8 {
    /// An account's tokens; the choices of accounts; the store's key; the same with its digest made right.
    case tokens, current, store, digestedStore
  }

  /// What reading the store gave.
  private struct Look: Sendable {
    var adas: Result<StoredTokens?, TokenStoreError>
    var graces: Result<StoredTokens?, TokenStoreError>
    var accounts: Result<[Account], TokenStoreError>
    var readable: Result<[Account], TokenStoreError>
    var problems: [TokenStoreError]
    var current: Result<Account?, TokenStoreError>
  }

  static func run(_ octets: [UInt8]) {
    guard let way = octets.first, let replaced = Replaced(rawValue: way & 3) else { return }
    guard let filled = FilledStore.shared else { return require(false, "a store can be made in /dev/shm") }
    let isOpened = way & 4 != 0
    let content = Array(octets.dropFirst())
    let (name, written) =
      switch replaced {
      case .tokens: (filled.accountName, content)
      case .current: ("current", content)
      case .store: ("store", content)
      case .digestedStore: ("store", digested(content))
      }
    do {
      try FilledStore.write(written, to: name)
      let store = isOpened ? filled.opened : try FilledStore.store()
      guard let look = Awaited.value({ await look(store, filled) }) else { return }
      check(look, filled, name, isWhole: written == filled.files[name], isOpened: isOpened)
      require(filled.isUntouched(but: name, written), "reading changes nothing")
      if let whole = filled.files[name] { try FilledStore.write(whole, to: name) }
    } catch {
      require(false, "the files can be written: \(error)")
    }
  }

  private static func digested(_ content: [UInt8]) -> [UInt8] {
    guard var members = (try? JSONValue(octets: content))?.object else { return content }
    members["digest"] = nil
    members["digest"] = .string(Base64URL.encode(Array(SHA256.hash(data: JSONValue.object(members).octets()))))
    return JSONValue.object(members).octets()
  }

  // MARK: Reading

  private static func look(_ store: FileTokenStore, _ filled: FilledStore) async -> Look {
    let listing = await result { () throws(TokenStoreError) in try await store.listing() }
    return Look(
      adas: await result { () throws(TokenStoreError) in try await store.tokens(for: filled.ada) },
      graces: await result { () throws(TokenStoreError) in try await store.tokens(for: filled.grace) },
      accounts: await result { () throws(TokenStoreError) in try await store.accounts() },
      readable: listing.map(\.accounts), problems: (try? listing.get().problems) ?? [],
      current: await result { () throws(TokenStoreError) in try await store.currentAccount(of: filled.ada.provider) })
  }

  private static func result<Value: Sendable>(
    _ body: () async throws(TokenStoreError) -> Value
  ) async -> Result<Value, TokenStoreError> {
    do throws(TokenStoreError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  // MARK: What must hold

  private static func check(
    _ look: Look, _ filled: FilledStore, _ name: String, isWhole: Bool, isOpened: Bool
  ) {
    let both = [filled.ada, filled.grace]
    let path = FilledStore.path(name)
    let newest: Set<TokenStoreError.Kind> = [.damaged, .newerFormat]

    switch name {
    case "current":
      require(look.adas == .success(filled.tokens) && look.graces == .success(filled.tokens), "no choice harms tokens")
      require(look.accounts == .success(both), "no choice harms the list")
      switch look.current {
      // It isn't sealed, because choosing needs no key.
      case .success(let account): require(account.map(both.contains) ?? true, "who is chosen has tokens")
      case .failure(let error): check(error, newest, path)
      }
      if isWhole { require(look.current == .success(filled.ada), "the choice is read") }
    case "store":
      require(look.adas == look.graces, "one key opens all")
      check(look.adas, filled, newest.union([.wrongKey]), path)
      // Who has the store open keeps it open, as long as it is the same store.
      if !isOpened {
        require(isWhole == (look.adas == .success(filled.tokens)), "the file that was written opens, and no other")
      }
      require(look.accounts == .success(both), "the list needs no key")
      require(look.current == .success(filled.ada), "the choice needs no key")
    default:
      check(look.adas, filled, newest, path)
      require(isWhole == (look.adas == .success(filled.tokens)), "the file that was written opens, and no other")
      require(look.graces == .success(filled.tokens), "the other account is as it was")
      require(look.current == .success(filled.ada), "the choice is as it was")
    }
    check(look, both, newest, path)
  }

  /// The lists of accounts.
  private static func check(_ look: Look, _ both: [Account], _ kinds: Set<TokenStoreError.Kind>, _ path: String) {
    guard case .success(let readable) = look.readable else { return require(false, "the folder can be read") }
    require(readable.count + look.problems.count == both.count, "each file is listed or a problem")
    require(readable == both.filter(readable.contains), "the list has nobody else, and is sorted")
    for problem in look.problems { check(problem, kinds, path) }
    require(
      look.accounts == (look.problems.first.map { .failure($0) } ?? .success(readable)),
      "the accounts are those that are listed, or the problem")
  }

  private static func check(
    _ found: Result<StoredTokens?, TokenStoreError>, _ filled: FilledStore, _ kinds: Set<TokenStoreError.Kind>,
    _ path: String
  ) {
    switch found {
    case .success(let tokens): require(tokens == filled.tokens, "what opens is what was saved")
    case .failure(let error): check(error, kinds, path)
    }
  }

  private static func check(_ error: TokenStoreError, _ kinds: Set<TokenStoreError.Kind>, _ path: String) {
    requireSafe(error)
    require(kinds.contains(error.kind), "the error says what is wrong: \(error.kind)")
    require(error.place == path, "the error names the file")
    require(!error.isTransient, "nobody tries again for ever")
  }
}
