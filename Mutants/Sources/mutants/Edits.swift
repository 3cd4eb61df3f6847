/// Changes of a text at positions of its bytes. Line numbers stay.
struct Edits {
  private struct Place {
    var closing = ""
    var opening = ""
    var replacedLength = 0
  }

  private var places: [Int: Place] = [:]

  /// Puts text around a range. Around one place, the ranges of a tree are added from the outermost
  /// to the innermost.
  mutating func surround(_ range: Range<Int>, _ opening: String, _ closing: String) {
    places[range.lowerBound, default: Place()].opening += opening
    places[range.upperBound, default: Place()].closing = closing + places[range.upperBound, default: Place()].closing
  }

  /// Replaces a token.
  mutating func replace(_ range: Range<Int>, with text: String) {
    places[range.lowerBound, default: Place()].opening += text
    places[range.lowerBound]?.replacedLength = range.count
  }

  /// Returns the text with the changes.
  func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for (start, place) in places.sorted(by: { $0.key < $1.key }) {
      result += bytes[position..<start] + Array((place.closing + place.opening).utf8)
      position = start + place.replacedLength
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}
