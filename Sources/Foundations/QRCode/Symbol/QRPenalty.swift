/// The penalty of a symbol for features that make it hard to read (ISO/IEC 18004 §7.8.3).
struct QRPenalty {
  let points: Int

  init(_ modules: [Bool], size: Int) {
    func isDark(_ column: Int, _ row: Int) -> Bool { modules[row * size + column] }
    var points = 0
    for line in 0..<size {
      points += Self.lineParts((0..<size).map { isDark($0, line) })
      points += Self.lineParts((0..<size).map { isDark(line, $0) })
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let colour = isDark(column, row)
        if isDark(column + 1, row) == colour, isDark(column, row + 1) == colour, isDark(column + 1, row + 1) == colour {
          points += 3
        }
      }
    }
    let darkTwentieths = modules.count(where: \.self) * 20
    // Ten points for each 5 % by which the share of dark modules differs from 50 %.
    points += abs(darkTwentieths - modules.count * 10) / modules.count * 10
    self.points = points
  }

  /// Returns the points for runs of five or more modules of one colour, and for patterns that look
  /// like a finder pattern with four light modules beside it.
  private static func lineParts(_ line: [Bool]) -> Int {
    var points = 0
    var run = 1
    for index in 1...line.count {
      if index < line.count, line[index] == line[index - 1] {
        run += 1
      } else {
        if run >= 5 { points += run - 2 }
        run = 1
      }
    }
    for start in 0..<max(line.count - 10, 0) {
      let part = line[start..<start + 11]
      if part.elementsEqual(finder) || part.elementsEqual(finder.reversed()) { points += 40 }
    }
    return points
  }

  private static let finder = [true, false, true, true, true, false, true, false, false, false, false]
}
