/// A reader of a compressed body in parts: of gzip (RFC 1952 §2.2), or of zlib (RFC 1950 §2.2) and, as some
/// servers send it, DEFLATE without zlib's header (RFC 9110 §8.4.1.2). Other bytes than gzip stay unchanged.
struct ContentDecoder {
  private enum Phase {
    /// Before the header, of gzip also before that of a further member.
    case header
    case data
    /// Before the check sum and the length. TLS protects the content.
    case trailer
    case plain
    case over
  }

  private let coding: ContentCoding
  private var limit: Int
  private var inflater: Inflater
  private var phase = Phase.header
  private var isFirst = true
  private var input: [UInt8] = []

  /// - Parameter limit: The largest content in bytes.
  init(_ coding: ContentCoding, limit: Int) {
    self.coding = coding
    self.limit = limit
    inflater = Inflater(limit: limit)
  }

  /// Adds bytes of the body.
  mutating func append(_ bytes: [UInt8]) {
    if phase == .data { inflater.append(bytes) } else { input += bytes }
  }

  /// The few bytes that may begin a header, which are content if the body ends with them.
  var undecided: [UInt8] { phase == .header && isFirst && isComplete ? input : [] }

  /// Whether the body may end here.
  var isComplete: Bool {
    switch phase {
    case .header: input.count < Self.magic.count
    case .data, .trailer: false
    case .plain, .over: true
    }
  }

  /// Returns the next part of the content, of 64 KiB and 257 bytes at most; nothing if that takes more of the body.
  mutating func next() throws(Inflater.Failure) -> [UInt8] {
    while true {
      switch phase {
      case .header:
        guard try readHeader() else { return [] }
      case .data:
        let content = try inflater.next(65_536)
        if inflater.isFinished {
          input = Array(inflater.rest)
          limit -= inflater.count
          phase = coding == .gzip ? .trailer : .over
        } else if content.isEmpty {
          return []
        }
        if !content.isEmpty { return content }
      case .trailer:
        guard input.count >= 8 else { return [] }
        input.removeFirst(8)
        isFirst = false
        phase = .header
      case .plain:
        defer { input = [] }
        return input
      case .over:
        input = []
        return []
      }
    }
  }

  /// Begins the data, or finds that there is none.
  ///
  /// - Returns: Whether the phase is another one.
  private mutating func readHeader() throws(Inflater.Failure) -> Bool {
    let end: Int
    if coding == .deflate {
      guard input.count > 1 else { return false }
      end = input[0] & 0x0F == 8 && (Int(input[0]) << 8 | Int(input[1])) % 31 == 0 ? 2 : 0
    } else {
      guard Self.magic.starts(with: input.prefix(Self.magic.count)) else {
        phase = isFirst ? .plain : .over
        return true
      }
      guard let headerEnd = headerEnd else {
        guard input.count <= Self.largestHeader else { throw .malformed }
        return false
      }
      end = headerEnd
    }
    inflater = Inflater(limit: limit)
    inflater.append(input[end...])
    input = []
    phase = .data
    return true
  }

  /// The index after the header of a member (RFC 1952 §2.3); `nil` if more of it has to arrive.
  private var headerEnd: Int? {
    guard input.count >= 10 else { return nil }
    let flags = input[3]
    var rest = input.dropFirst(10)
    if flags & 4 != 0 {
      guard rest.count >= 2 else { return nil }
      let length = 2 + Int(rest[rest.startIndex]) + Int(rest[rest.startIndex + 1]) << 8
      guard rest.count >= length else { return nil }
      rest = rest.dropFirst(length)
    }
    // The name and the comment end with a zero.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard let zero = rest.firstIndex(of: 0) else { return nil }
      rest = rest[(zero + 1)...]
    }
    let end = rest.startIndex + (flags & 2 == 0 ? 0 : 2)
    return end <= input.count ? end : nil
  }

  /// The bytes that every member begins with.
  private static let magic: [UInt8] = [0x1F, 0x8B, 8]
  /// A header with all its optional fields may be large, but not without end.
  private static let largestHeader = 131_072
}
