internal import HTTPTypes

/// A compression of a body that Pixy reads (RFC 9110 §8.4.1).
enum ContentCoding: String {
  case gzip, deflate

  /// Returns the codings of a body, the last one first: it was applied last (RFC 9110 §8.4).
  ///
  /// - Parameters:
  ///   - fields: The header fields.
  ///   - type: The media type that may be compressed with gzip without the field.
  ///   - origin: The origin of the request, for the error.
  /// - Throws: `HTTPTransportError` if there is another compression.
  static func all(
    of fields: HTTPFields, defaultFor type: String, _ origin: String
  ) throws(HTTPTransportError) -> [ContentCoding] {
    let codings = fields[.contentEncoding] ?? (fields.mediaType == type ? "gzip" : "")
    var all: [ContentCoding] = []
    for coding in codings.lowercased().split(whereSeparator: { [",", " ", "\t"].contains($0) }).reversed() {
      switch coding {
      case "gzip", "x-gzip": all.append(.gzip)
      case "deflate": all.append(.deflate)
      case "br", "zstd", "compress", "x-compress": throw error(of: String(coding), from: origin)
      default: continue
      }
    }
    return all
  }

  /// Returns the error for a body that can't be read.
  func error(from origin: String) -> HTTPTransportError { Self.error(of: rawValue, from: origin) }

  private static func error(of coding: String, from origin: String) -> HTTPTransportError {
    HTTPTransportError(
      .brokenAnswer, origin: origin, cause: "it is compressed as \(coding), although the request excluded that")
  }

  /// Returns the content of a whole body, or the body if that isn't compressed.
  func content(of body: [UInt8], limit: Int) throws(Inflater.Failure) -> [UInt8] {
    var decoder = ContentDecoder(self, limit: limit)
    decoder.append(body)
    var content: [UInt8] = []
    do throws(Inflater.Failure) {
      while case let part = try decoder.next(), !part.isEmpty { content += part }
      guard decoder.isComplete else { throw .malformed }
    } catch {
      // JSON that is labelled as `deflate`, which has no mark at its beginning.
      guard self == .deflate, error == .malformed, let first = body.first, "{[".utf8.contains(first) else {
        throw error
      }
      return body
    }
    return content + decoder.undecided
  }
}
