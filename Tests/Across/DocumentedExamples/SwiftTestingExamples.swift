import OAuthAsyncHTTPClient
import OAuthServer
import OAuthTestSupport
import OAuthWebSessions
import Testing
import TokenStorage

#if Hummingbird && AsyncHTTPClient
@Test(arguments: HTTPTransportCompatibility.checks)
func `The transport is complete`(_ check: HTTPTransportCompatibility.Check) async throws {
  let transport = AsyncHTTPClientTransport()  // your own transport
  try await check.run(transport)
}
#endif

@Test(arguments: TokenStoreCompatibility.checks)
func `The store is complete`(_ check: StoreCheck<any TokenStore>) async throws {
  let store = MemoryTokenStore()  // your own store
  try await check.run { store }
}

@Test(arguments: SessionStoreCompatibility.checks)
func `The session store is complete`(_ check: StoreCheck<any SessionStore>) async throws {
  let store = MemorySessionStore()  // your own store
  try await check.run { store }
}

@Test(arguments: PasswordStoreCompatibility.checks)
func `The store meets every requirement`(_ check: StoreCheck<any PasswordStore>) async throws {
  let store = InMemoryPasswordStore(try PasswordStoreCompatibility.people())  // your own store
  try await check.run { store }
}

@Test(arguments: ServerDatabaseCompatibility.checks)
func `The database keeps its promises`(_ check: StoreCheck<any ServerDatabase>) async throws {
  let database = InMemoryServerDatabase()  // your own database
  try await check.run { database }
}
