internal import HTTPTypes

extension HTTPAnswer {
  /// Returns the answer without the compression that some servers and proxies apply although the request
  /// excluded it (RFC 9110 §12.5.3).
  ///
  /// It removes gzip and deflate, and gzip of JSON whose `Content-Encoding` a proxy has lost. A body that
  /// isn't compressed stays as it is, whatever the field says.
  ///
  /// - Parameters:
  ///   - limit: The largest accepted size in bytes, without compression.
  ///   - origin: The origin of the request, for the error.
  /// - Throws: `HTTPTransportError` if the body is larger, broken, or compressed in another way.
  package func withoutContentCoding(limit: Int, origin: String) throws(HTTPTransportError) -> HTTPAnswer {
    let isJSON = response.headerFields.mediaType == MediaType.json
    let codings = response.headerFields[.contentEncoding] ?? (isJSON ? "gzip" : "")
    var answer = self
    // The last coding of the list was applied last (RFC 9110 §8.4).
    for coding in codings.lowercased().split(whereSeparator: { [",", " ", "\t"].contains($0) }).reversed() {
      let body: [UInt8]
      do throws(Inflater.Failure) {
        switch coding {
        case "gzip", "x-gzip": body = try Inflater.gunzip(answer.body, limit: limit)
        case "deflate": body = try Inflater.inflate(answer.body, limit: limit)
        case "br", "zstd", "compress", "x-compress": throw .malformed
        default: continue
        }
      } catch .tooLarge {
        throw HTTPTransportError(.answerTooLarge, origin: origin)
      } catch {
        throw HTTPTransportError(
          .brokenAnswer, origin: origin, cause: "it is compressed as \(coding), although the request excluded that")
      }
      guard body != answer.body else { continue }
      answer.body = body
      answer.response.headerFields[.contentEncoding] = nil
      answer.response.headerFields[.contentLength] = nil
    }
    return answer
  }
}

extension Inflater {
  /// Returns the content of gzip's members (RFC 1952 §2.2); other bytes unchanged.
  fileprivate static func gunzip(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    while bytes[position...].starts(with: [0x1F, 0x8B, 8]) {
      var inflater = Inflater(bytes, from: try headerEnd(of: bytes[position...]), limit: limit - output.count)
      try inflater.run()
      output += inflater.output
      // The check sum and the length. TLS protects the content.
      position = inflater.position + 8
      guard position <= bytes.count else { throw .malformed }
    }
    return position == 0 ? bytes : output
  }

  /// Returns the index after the header of a member (RFC 1952 §2.3).
  private static func headerEnd(of member: ArraySlice<UInt8>) throws(Failure) -> Int {
    guard member.count >= 10 else { throw .malformed }
    let flags = member[member.startIndex + 3]
    var rest = member.dropFirst(10)
    if flags & 4 != 0 {
      guard rest.count >= 2 else { throw .malformed }
      rest = rest.dropFirst(2 + Int(rest[rest.startIndex]) + Int(rest[rest.startIndex + 1]) << 8)
    }
    // The name and the comment end with a zero.
    for flag: UInt8 in [8, 16] where flags & flag != 0 { rest = rest.drop { $0 != 0 }.dropFirst() }
    return rest.startIndex + (flags & 2 == 0 ? 0 : 2)
  }

  /// Returns the content of `deflate`: zlib (RFC 1950 §2.2) or, as some servers send it, DEFLATE without
  /// zlib's header (RFC 9110 §8.4.1.2). JSON stays unchanged.
  fileprivate static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard bytes.count > 1 else { return bytes }
    let hasHeader = bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    var inflater = Inflater(bytes, from: hasHeader ? 2 : 0, limit: limit)
    do throws(Failure) {
      try inflater.run()
    } catch {
      guard error == .malformed, "{[".utf8.contains(bytes[0]) else { throw error }
      return bytes
    }
    return inflater.output
  }
}
