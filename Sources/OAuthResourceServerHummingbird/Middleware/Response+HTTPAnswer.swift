internal import Hummingbird
internal import NIOCore
internal import OAuthCore

extension Response {
  /// An answer as Hummingbird sends it. An empty body leaves the length alone that the fields name, for HEAD.
  init(_ answer: HTTPAnswer) {
    self.init(
      status: answer.response.status, headers: answer.response.headerFields,
      body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
