/// Suggestions for words that were probably misspelled.
package enum Spelling {
  /// Returns the candidate that is most similar to a word; `nil` if none is similar.
  ///
  /// - Parameters:
  ///   - word: The typed word.
  ///   - candidates: The known words.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    // A third of the letters may be wrong, and at least one.
    let most = max(1, word.count / 3)
    return candidates.map { (word: $0, distance: distance(Array(word), Array($0))) }
      .filter { $0.distance <= most && $0.distance < $0.word.count }
      .min { $0.distance < $1.distance }?.word
  }

  /// Returns the number of letters to insert, remove, replace or exchange with a neighbour.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for (i, letter) in one.enumerated() {
      var row = [i + 1]
      for (j, candidate) in other.enumerated() {
        var least = min(rows[i][j] + (letter == candidate ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == candidate { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
