import OAuth
import OAuthCore
import OAuthSessions
import TokenStorage

/// Opens the machine's best store, and uses it for a session.
func openTheBestStore(_ client: OAuthClient, account: Account, api: Endpoint) async throws -> TokenSession {
  let opened = try await StorageLadder.system(app: "com.example.app").open()
  if opened.isNewChoice { print("Tokens are stored here:", opened.store.location) }
  let session = TokenSession(account: account, client: client, store: opened.store, origins: [api])
  return session
}

/// Stores tokens under the identity of their user.
func saveTokens(
  _ tokens: StoredTokens, in store: any TokenStore, issuer: Issuer, subject: String
) async throws -> [Account] {
  let account = try Account(provider: issuer.text, name: subject)
  try await store.save(tokens, for: account)
  let accounts = try await store.accounts()
  return accounts
}
