/// The modules of a symbol during drawing.
struct QRDrawing {
  let version: QRVersion
  private(set) var modules: [Bool]
  /// Marks the modules of function patterns, format and version, which get no data and no mask.
  private var isFunction: [Bool]

  var size: Int { version.size }

  /// Draws all function patterns (ISO/IEC 18004 §6.3) and the version (§7.10).
  init(_ version: QRVersion) {
    self.version = version
    modules = [Bool](repeating: false, count: version.size * version.size)
    isFunction = modules
    for index in 0..<size {
      set(6, index, index.isMultiple(of: 2))
      set(index, 6, index.isMultiple(of: 2))
    }
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(column, row) }
    let centres = version.alignmentCentres
    for column in centres {
      for row in centres where !isCorner(column, row, centres) { drawAlignment(column, row) }
    }
    drawFormat(mask: 0)
    drawVersion()
  }

  /// Returns whether a finder pattern occupies this position. There is no alignment pattern then.
  private func isCorner(_ column: Int, _ row: Int, _ centres: [Int]) -> Bool {
    let ends = (centres.first, centres.last)
    return (column == ends.0 && row == ends.0) || (column == ends.0 && row == ends.1)
      || (column == ends.1 && row == ends.0)
  }

  private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    modules[row * size + column] = isDark
    isFunction[row * size + column] = true
  }

  /// Draws a finder pattern with its light separator.
  private mutating func drawFinder(_ column: Int, _ row: Int) {
    for y in max(row - 4, 0)...min(row + 4, size - 1) {
      for x in max(column - 4, 0)...min(column + 4, size - 1) {
        let distance = max(abs(x - column), abs(y - row))
        set(x, y, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ column: Int, _ row: Int) {
    for y in row - 2...row + 2 {
      for x in column - 2...column + 2 { set(x, y, max(abs(x - column), abs(y - row)) != 1) }
    }
  }

  /// Draws the format twice: level M, whose bits are 00, and the mask, with their own error
  /// correction (§7.9).
  private mutating func drawFormat(mask: Int) {
    let bits = Self.format(mask: mask)
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9...14 { set(14 - index, 8, bit(index)) }
    for index in 0...7 { set(size - 1 - index, 8, bit(index)) }
    for index in 8...14 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  static func format(mask: Int) -> Int {
    let remainder = (0..<10).reduce(mask) { value, _ in value << 1 ^ (value >> 9) * 0x537 }
    return (mask << 10 | remainder) ^ 0x5412
  }

  /// Draws the version twice, with its own error correction (§7.10). Versions below 7 have none.
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    let bits = Self.versionBits(version.number)
    for index in 0..<18 {
      let (near, far) = (index / 3, size - 11 + index % 3)
      set(far, near, bits >> index & 1 == 1)
      set(near, far, bits >> index & 1 == 1)
    }
  }

  static func versionBits(_ number: Int) -> Int {
    let remainder = (0..<12).reduce(number) { value, _ in value << 1 ^ (value >> 11) * 0x1F25 }
    return number << 12 | remainder
  }

  /// Places code words from the lower right corner upwards and downwards, two columns at a time
  /// (§7.7.3). Then it applies the mask with the lowest penalty (§7.8.3).
  func masked(placing codewords: [UInt8]) -> [Bool] {
    var drawing = self
    drawing.place(codewords)
    var best: (penalty: Int, modules: [Bool])?
    for mask in 0..<8 {
      var maskedDrawing = drawing
      maskedDrawing.apply(mask)
      maskedDrawing.drawFormat(mask: mask)
      let penalty = QRPenalty(maskedDrawing.modules, size: size).points
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, maskedDrawing.modules) }
    }
    return best?.modules ?? drawing.modules
  }

  private mutating func place(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      // The vertical timing pattern has its own column.
      if right == 6 { right = 5 }
      for step in 0..<size {
        let row = (right + 1) & 2 == 0 ? size - 1 - step : step
        for column in [right, right - 1] where !isFunction[row * size + column] && index < codewords.count * 8 {
          modules[row * size + column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }

  /// Applies a mask (§7.8.2, table 10).
  private mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFunction[row * size + column] {
        let flips =
          switch mask {
          case 0: (row + column) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (row + column) % 3 == 0
          case 4: (row / 2 + column / 3) % 2 == 0
          case 5: row * column % 2 + row * column % 3 == 0
          case 6: (row * column % 2 + row * column % 3) % 2 == 0
          default: ((row + column) % 2 + row * column % 3) % 2 == 0
          }
        if flips { modules[row * size + column].toggle() }
      }
    }
  }
}
