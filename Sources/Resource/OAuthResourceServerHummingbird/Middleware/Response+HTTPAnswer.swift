internal import Hummingbird
internal import NIOCore
internal import OAuthCore

extension Response {
  /// Converts a response for Hummingbird. If the body is empty, the `Content-Length` field stays as
  /// it is, for HEAD.
  init(_ answer: HTTPAnswer) {
    self.init(
      status: answer.response.status, headers: answer.response.headerFields,
      body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
