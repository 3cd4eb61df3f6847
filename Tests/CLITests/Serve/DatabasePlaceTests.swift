import OAuthCore
import Testing
@testable import PixyCLI

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

  @Test func `Anything else is the path of a file`() throws {
    #expect(try DatabasePlace("/var/lib/pixy.db") == .file(path: "/var/lib/pixy.db"))
  }
}
