internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve database copy`: copies a server's database to another file or to PostgreSQL.
struct DatabaseCopyCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy the database to an SQLite file or to PostgreSQL.",
    discussion: """
      Makes the other database equal to the server's. Sessions, tokens and signing keys stay valid, with the same \
      sealing key. Copy once while the server runs, stop the server, copy again, which takes only the changes, and \
      start the server on the other database:
        pixy serve database copy --config FILE \\
          "postgresql://pixy@db.example.com/pixy"

      Rows that only the other database has are removed.
      """
  ).withExamples(of: "serve database copy")

  @OptionGroup var common: SettingsOptions

  @Argument(help: ArgumentHelp("The file or the PostgreSQL address to copy to.", valueName: "target"))
  var destination: String

  @Flag(help: "Print what would be copied, and change nothing in an existing database.")
  var dryRun = false

  var target: String? { nil }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let place = try DatabasePlace(SettingKind.absolute(destination, in: FileManager.default.currentDirectoryPath))
    guard place != database.place else {
      throw BadValue(
        "Both databases are the same: \(UntrustedText("\(place)")).", remedy: "Name another one as the destination.")
    }
    let copy = try await ServedDatabase.open(place).closing { other in
      try await database.contents.copy(to: other.contents, isDryRun: dryRun)
    }
    for rows in copy where rows.read + rows.removed > 0 {
      console.result("\(rows.table)\t\(rows.read) rows\t\(rows.saved) saved\t\(rows.removed) removed")
    }
    console.say(dryRun ? "Nothing was changed." : "The copy is complete.")
  }
}
