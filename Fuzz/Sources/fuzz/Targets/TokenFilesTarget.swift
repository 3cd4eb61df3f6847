import Crypto
import Foundation
import OAuthCore
import PKCE
import TokenStorage

/// One file of an encrypted store, replaced by a party with write access. The lowest two bits of
/// the first byte choose the file; the third bit says whether the store was opened before the
/// replacement.
enum TokenFilesTarget {
  private enum Replaced: UInt8 {
    /// The replaced file: an account's tokens, the current accounts, the store's key, or the
    /// store's key with a correct digest.
    case tokens, current, store, digestedStore
  }

  /// The results of all reading operations of the store.
  private struct Look: Sendable {
    var adas: Result<StoredTokens?, TokenStoreError>
    var graces: Result<StoredTokens?, TokenStoreError>
    var accounts: Result<[Account], TokenStoreError>
    var readable: Result<[Account], TokenStoreError>
    var problems: [TokenStoreError]
    var current: Result<Account?, TokenStoreError>
  }

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first, let replaced = Replaced(rawValue: way & 3) else { return }
    guard let filled = FilledStore.shared else { return require(false, "a store can be created in /dev/shm") }
    let isOpened = way & 4 != 0
    let content = Array(bytes.dropFirst())
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
    guard var members = (try? JSONValue(bytes: content))?.object else { return content }
    members["digest"] = nil
    members["digest"] = .string(Base64URL.encode(Array(SHA256.hash(data: JSONValue.object(members).bytes()))))
    return JSONValue.object(members).bytes()
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

  // MARK: Properties

  private static func check(
    _ look: Look, _ filled: FilledStore, _ name: String, isWhole: Bool, isOpened: Bool
  ) {
    let both = [filled.ada, filled.grace]
    let path = FilledStore.path(name)
    let newest: Set<TokenStoreError.Kind> = [.damaged, .newerFormat]

    switch name {
    case "current":
      require(
        look.adas == .success(filled.tokens) && look.graces == .success(filled.tokens),
        "the current account doesn't affect tokens")
      require(look.accounts == .success(both), "the current account doesn't affect the list")
      switch look.current {
      // The current account isn't sealed, because choosing one needs no key.
      case .success(let account): require(account.map(both.contains) ?? true, "the current account has tokens")
      case .failure(let error): check(error, newest, path)
      }
      if isWhole { require(look.current == .success(filled.ada), "the current account is read") }
    case "store":
      require(look.adas == look.graces, "one key opens all files")
      // The file holds the key, so a damaged one has lost it.
      check(look.adas, filled, [.wrongKey, .keyLost, .newerFormat], path)
      // A store that is open stays open, as long as the file names the same store.
      if !isOpened {
        require(isWhole == (look.adas == .success(filled.tokens)), "only the original file opens")
      }
      require(look.accounts == .success(both), "the list needs no key")
      require(look.current == .success(filled.ada), "the current account needs no key")
    default:
      check(look.adas, filled, newest, path)
      require(isWhole == (look.adas == .success(filled.tokens)), "only the original file opens")
      require(look.graces == .success(filled.tokens), "the other account is unchanged")
      require(look.current == .success(filled.ada), "the current account is unchanged")
    }
    check(look, both, newest, path)
  }

  /// Checks the lists of accounts.
  private static func check(_ look: Look, _ both: [Account], _ kinds: Set<TokenStoreError.Kind>, _ path: String) {
    guard case .success(let readable) = look.readable else { return require(false, "the folder can be read") }
    require(readable.count + look.problems.count == both.count, "each file is listed or reported as a problem")
    require(readable == both.filter(readable.contains), "the list has no other account, and is sorted")
    for problem in look.problems { check(problem, kinds, path) }
    require(
      look.accounts == (look.problems.first.map { .failure($0) } ?? .success(readable)),
      "the result is the listed accounts or the first problem")
  }

  private static func check(
    _ found: Result<StoredTokens?, TokenStoreError>, _ filled: FilledStore, _ kinds: Set<TokenStoreError.Kind>,
    _ path: String
  ) {
    switch found {
    case .success(let tokens): require(tokens == filled.tokens, "opened tokens are the saved ones")
    case .failure(let error): check(error, kinds, path)
    }
  }

  private static func check(_ error: TokenStoreError, _ kinds: Set<TokenStoreError.Kind>, _ path: String) {
    requireSafe(error)
    require(kinds.contains(error.kind), "the error has an expected kind: \(error.kind)")
    require(error.place == path, "the error names the file")
    require(error.category == .system, "the error is permanent, so callers don't retry forever")
  }
}
