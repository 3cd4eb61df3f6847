import Foundation
@testable import QRCode
import Subprocess
import SystemPackage
import Testing

struct QRSymbolTests {
  static let address = "https://login.example/device?user_code=WDJB-MJHT"
  static let zbarimg = "/usr/bin/zbarimg"

  @Test func `A symbol is as small as its text allows, and at most 177 modules wide`() throws {
    for (bytes, size) in [(14, 21), (15, 25), (26, 25), (27, 29), (213, 57), (214, 61), (2_331, 177)] {
      #expect(QRSymbol(String(repeating: "a", count: bytes))?.size == size)
    }
    #expect(QRSymbol(String(repeating: "a", count: 2_332)) == nil)
    #expect(QRSymbol(String(repeating: "é", count: 1_166)) == nil)
    #expect(QRSymbol(String(repeating: "1", count: 100_000)) == nil)
    #expect(QRSymbol(String(repeating: "A", count: 3_391))?.size == 177)
    #expect(QRSymbol(String(repeating: "1", count: 5_596))?.size == 177)
    #expect(QRSymbol("")?.size == 21)
  }

  @Test func `Three corners have finder patterns, and the fourth has none`() throws {
    let symbol = try #require(QRSymbol(Self.address))
    let far = symbol.size - 7
    func isFinder(_ column: Int, _ row: Int) -> Bool {
      (0..<7).allSatisfy { y in
        (0..<7).allSatisfy { x in
          let distance = max(abs(x - 3), abs(y - 3))
          return symbol.isDark(column: column + x, row: row + y) == (distance != 2)
        }
      }
    }
    #expect(isFinder(0, 0) && isFinder(far, 0) && isFinder(0, far) && !isFinder(far, far))
  }

  @Test func `The path draws the dark modules, and needs no escaping in a page`() throws {
    let symbol = try #require(QRSymbol(Self.address))
    #expect(symbol.path.allSatisfy { "Mhvz- 0123456789".contains($0) })
    var drawn = 0
    for part in symbol.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
      let (column, row, width) = (Int(part.1) ?? 0, Int(part.2) ?? 0, Int(part.3) ?? 0)
      #expect(part.3 == part.4)
      for x in column..<column + width { #expect(symbol.isDark(column: x - 4, row: row - 4)) }
      drawn += width
    }
    #expect(drawn == symbol.modules.count(where: \.self) && symbol.boxSize == symbol.size + 8)
  }

  @Test func `A terminal's lines reset their colours`() throws {
    let symbol = try #require(QRSymbol(Self.address))
    #expect(symbol.terminalLines.count == (symbol.boxSize + 1) / 2)
    for line in symbol.terminalLines {
      #expect(line.hasPrefix("\u{1B}[30;107m") && line.hasSuffix("\u{1B}[0m"))
      #expect(line.filter { "█▀▄ ".contains($0) }.count == symbol.boxSize)
    }
  }

  /// Reads symbols with zbar-tools, an independent program.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: zbarimg), "zbarimg isn't here: apt-get install zbar-tools"),
    arguments: [
      address, "01234567", "HTTPS://LOGIN.EXAMPLE/DEVICE", "https://login.example/gerät?user_code=WDJB-MJHT",
      String(repeating: "https://login.example/", count: 12), String(repeating: "0123456789", count: 40),
      String(repeating: "abcdefg/", count: 120),
    ])
  func `An independent reader reads the symbols`(_ text: String) async throws {
    let symbol = try #require(QRSymbol(text))
    let scale = 4
    var picture = "P1\n\(symbol.boxSize * scale) \(symbol.boxSize * scale)\n"
    for row in 0..<symbol.boxSize * scale {
      for column in 0..<symbol.boxSize * scale {
        picture += symbol.isDark(column: column / scale - 4, row: row / scale - 4) ? "1 " : "0 "
      }
      picture += "\n"
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString).pbm")
    try picture.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let read = try await run(
      .path(FilePath(Self.zbarimg)), arguments: ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path],
      output: .string(limit: 10_000), error: .discarded)
    #expect(read.standardOutput == text + "\n")
  }
}
