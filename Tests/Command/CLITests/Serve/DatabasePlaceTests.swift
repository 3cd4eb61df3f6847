import OAuthCore
import Testing
@testable import PixyServe
@testable import PixyTerminal

@Suite struct DatabasePlaceTests {
  @Test(arguments: [
    "postgresql://pixy@db:5432/pixy", "postgres:///pixy?host=/run/postgresql", "postgresql://db1,db2:5433/pixy",
    "postgresql://db:5432/pixy?user=a@b&passfile=/etc/pgpass", "postgresql://",
  ])
  func `An address without a password names a PostgreSQL database`(_ address: String) throws {
    #expect(try DatabasePlace(address) == .postgreSQL(address: address))
  }

  @Test(arguments: [
    "postgresql://pixy:secret@db/pixy", "postgresql://pixy:@db/pixy", "postgresql://db/pixy?password=secret",
    "postgresql://pixy:se@cret@db/pixy",
  ])
  func `An address with a password is rejected, and isn't shown`(_ address: String) throws {
    let error = #expect(throws: BadValue.self) { try DatabasePlace(address) }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains("passfile") == true)
  }

  @Test(arguments: [
    ("postgresql://pixy@db/pixy", true), ("postgresql://pixy@db:5432/pixy?sslmode=require", true),
    ("postgresql://127.0.0.1,db/pixy?sslmode=prefer", true), ("postgresql://[2001:db8::1]:5432/pixy", true),
    ("postgresql:///pixy?host=db&sslmode=verify-ca", true), ("postgresql://a%40b@db/pixy?x=1", true),
    ("postgresql://pixy@db1,db2/pixy?sslmode=verify-full&sslrootcert=system", false),
    ("postgresql://localhost:5433/pixy", false), ("postgresql://127.0.0.1/pixy", false),
    ("postgresql://[::1]:5432/pixy", false), ("postgresql://%2Frun%2Fpostgresql/pixy", false),
    ("postgresql:///pixy?host=/run/postgresql", false), ("postgresql://", false),
    ("postgresql:///pixy?service=login", false), ("/var/lib/pixy.db", false),
  ])
  func `A database on another machine can be impersonated unless its certificate is verified`(
    _ text: String, _ expected: Bool
  ) throws {
    #expect(try DatabasePlace(text).canBeImpersonated([:]) == expected)
    #expect(try !DatabasePlace(text).canBeImpersonated(["PGSERVICE": "login"]))
    if !text.contains("sslmode") {
      #expect(try !DatabasePlace(text).canBeImpersonated(["PGSSLMODE": "verify-full"]))
    }
  }

  @Test func `The host may come from the environment`() throws {
    #expect(try DatabasePlace("postgresql:///pixy").canBeImpersonated(["PGHOST": "db.example"]))
    #expect(try !DatabasePlace("postgresql://localhost/pixy").canBeImpersonated(["PGHOST": "db.example"]))
  }

  @Test func `Anything else is the path of a file`() throws {
    #expect(try DatabasePlace("/var/lib/pixy.db") == .file(path: "/var/lib/pixy.db"))
  }
}
