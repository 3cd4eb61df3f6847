@testable import QRCode
import Testing

struct QREncodingTests {
  // ISO/IEC 18004 annex I: the digits 01234567 in a symbol of version 1-M.
  @Test func `The standard's example has the standard's code words`() throws {
    let segment = QRSegment("01234567")
    let version = try #require(QRVersion.smallest(for: segment))
    #expect(version.number == 1)
    let data = QRCodewords.data(segment, version)
    #expect(
      data == [
        0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
      ])
    #expect(
      QRCodewords.interleaved(data, version).suffix(10) == [
        0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
      ])
  }

  // ISO/IEC 18004 §7.4.4: AC-42 is 0010 000000101 00111001110 11100111001 000010.
  @Test func `The standard's example of alphanumeric mode has the standard's bits`() {
    var bits = QRBits()
    QRSegment("AC-42").write(to: &bits, QRVersion(number: 1))
    let written = bits.bits.map { $0 ? "1" : "0" }.joined()
    #expect(written == "0010_000000101_00111001110_11100111001_000010".filter { $0 != "_" })
  }

  // ISO/IEC 18004 §7.9.1 and annex D: level M, mask 101; annex D: version 7.
  @Test func `Format and version have the standard's error correction`() {
    #expect(QRDrawing.format(mask: 0b101) == 0b100000011001110)
    #expect(QRDrawing.versionBits(7) == 0b000111_110010010100)
  }

  // ISO/IEC 18004 table 7: data code words at level M; table 1: remainder bits aside, all code
  // words.
  @Test(arguments: [
    (1, 26, 16), (2, 44, 28), (5, 134, 86), (7, 196, 124), (10, 346, 216), (20, 1085, 669), (27, 1828, 1128),
    (32, 2465, 1541), (40, 3706, 2334),
  ])
  func `A version has the standard's capacity`(_ number: Int, _ all: Int, _ data: Int) {
    let version = QRVersion(number: number)
    #expect(version.codewordCount == all && version.dataCount == data)
  }

  // ISO/IEC 18004 annex E.
  @Test(arguments: [
    (1, []), (2, [6, 18]), (7, [6, 22, 38]), (14, [6, 26, 46, 66]), (32, [6, 34, 60, 86, 112, 138]),
    (36, [6, 24, 50, 76, 102, 128, 154]), (40, [6, 30, 58, 86, 114, 142, 170]),
  ])
  func `Alignment patterns have the standard's positions`(_ number: Int, _ centres: [Int]) {
    #expect(QRVersion(number: number).alignmentCentres == centres)
  }

  @Test func `The mode is the smallest that the text allows`() {
    for (text, mode) in [
      ("0123", QRSegment.Mode.numeric), ("HTTPS://EXAMPLE.COM/", .alphanumeric), ("https://example.com/", .bytes),
      ("", .bytes), ("é", .bytes), ("1A", .alphanumeric), ("WDJB-MJHT?", .bytes),
    ] {
      #expect(QRSegment(text).mode == mode, "\(text)")
    }
  }

  // α⁸ = α⁴ + α³ + α² + 1.
  @Test func `Multiplication follows the field's polynomial`() {
    #expect(ReedSolomon.product(2, 0x80) == 0x1D)
    for number in UInt8.min...UInt8.max {
      #expect(ReedSolomon.product(number, 1) == number && ReedSolomon.product(number, 0) == 0)
    }
  }
}
