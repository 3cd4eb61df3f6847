internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import OAuthCore
internal import OAuthServer

/// Answers the requests of one connection, one after the other, in the order in which they came.
final class AnswerHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  /// What a client sent.
  private enum Message {
    case request(ReceivedRequest)
    /// Octets that aren't HTTP, after which nothing can be read any more.
    case malformed
    /// A request that took too long to come.
    case late
  }

  /// As long as so many requests wait, none is read: a client that doesn't wait for answers gets no more of the memory.
  private static var mostWaiting: Int { 8 }
  /// More aren't kept: once a client has said that nothing more comes, NIO reads all that the kernel has.
  private static var mostKept: Int { 1_000 }

  private let answering: RequestAnswering
  private let times: ConnectionTimes
  private let executor: EventLoopExecutor
  /// The request that is being read; nil between requests, and while the rest of one is read that is too large.
  private var reading: ReceivedRequest?
  /// When the request that is being read has to be there; nil for one that hasn't taken long.
  private var deadline: NIODeadline?
  private var waiting: [Message] = []
  /// Whether so many waited that the connection ends with the last of them.
  private var isFull = false
  /// Whether reading goes on when fewer wait, when the client reads, or when somebody sees to it that the connection ends with the server.
  private var isReadingHeldUp = true
  private var isBegun = false
  private var context: ChannelHandlerContext?
  /// Whether the client reads its answers. As long as it doesn't, nothing of it is read and no answer is begun.
  private var isWritable = true
  private let unsent: UnsentOctets
  /// Whether the client sends nothing any more.
  private var isInputClosed = false
  /// Whether the server is ending: what has begun to come is still answered.
  private var isQuiescing = false
  /// Whether an answer said that it is the last one.
  private var isOver = false
  /// Hangs up on a client that doesn't when it has the last answer.
  private var hangingUp: Scheduled<Void>?
  /// The other end, once it is known.
  private var address: ClientAddress?
  /// The request that is being answered.
  private(set) var underWay: Task<Void, Never>?

  init(_ answering: RequestAnswering, times: ConnectionTimes, on eventLoop: any EventLoop) {
    self.answering = answering
    self.times = times
    unsent = UnsentOctets(patience: times.writing)
    executor = EventLoopExecutor(eventLoop)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    hangingUp?.cancel()
    unsent.watchNoMore()
    self.context = nil
  }

  /// Reads what the client sends, and counts for how long nothing comes. Before, nothing is read: a server that is cancelled may never hear
  /// of a connection that it took, and nobody would end what is being answered on it.
  func begin() {
    guard let context else { return }
    isBegun = true
    // It can't be added to a connection that was closed meanwhile, and isn't needed there.
    try? context.pipeline.syncOperations.addHandler(
      IdleStateHandler(readTimeout: TimeAmount(times.idle)), position: .before(self))
    read(context: context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      reading = ReceivedRequest(head)
      inviteBody(context)
    case .body(let piece):
      reading?.body.append(contentsOf: piece.readableBytesView)
      // The server says that it is too much, and the rest is forgotten.
      if reading?.isTooLarge == true { isRead(context) }
    case .end:
      isRead(context)
    }
  }

  /// What came is read. Most requests come at once; of one that doesn't, each piece has to come before the connection is idle, and this sees
  /// to it that a client can't send such pieces for ever.
  func channelReadComplete(context: ChannelHandlerContext) {
    if reading != nil {
      let now = NIODeadline.now()
      if let deadline, deadline <= now {
        reading = nil
        take(.late, context)
      } else if deadline == nil {
        deadline = now + TimeAmount(times.request)
      }
    }
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    isReadingHeldUp = !isBegun || !isWritable || waiting.count >= Self.mostWaiting
    if !isReadingHeldUp { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    if isWritable, !isOver { unsent.watchNoMore() }
    if isWritable { proceed(context) }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      isInputClosed = true
      if isAtRest { close(context) }
    case is IdleStateHandler.IdleStateEvent:
      // After a last answer, and for a client that doesn't read, there are other times.
      if !isWritable { unsent.watch(context) } else if isAtRest, !isOver { close(context) }
    case is ChannelShouldQuiesceEvent:
      isQuiescing = true
      if isAtRest, reading == nil { close(context) }
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case is HTTPParserError, is ByteToMessageDecoderError.PayloadTooLargeError: take(.malformed, context)
    // What follows octets that can't be read: the answer to those is the last one, and comes after the others.
    case is ByteToMessageDecoderError: break
    // What else goes wrong with a connection ends it: there is nobody to tell.
    default: context.close(promise: nil)
    }
  }

  /// Whether there is nothing to answer.
  private var isAtRest: Bool { underWay == nil && waiting.isEmpty }

  /// Whether an answer may be begun.
  private var isFree: Bool { underWay == nil && isWritable && !isOver }

  /// Answers nothing more, and closes the connection when the client has what was answered.
  private func close(_ context: ChannelHandlerContext) {
    isOver = true
    unsent.whenSent(context) { context.close(promise: nil) }
  }

  /// Tells a client that waits for it to send the body, once everything before it is answered (RFC 9110 §10.1.1).
  private func inviteBody(_ context: ChannelHandlerContext) {
    guard isFree, reading?.waitsForInvitation == true else { return }
    reading?.waitsForInvitation = false
    deadline = nil
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  private func isRead(_ context: ChannelHandlerContext) {
    guard let request = reading else { return }
    (reading, deadline) = (nil, nil)
    take(.request(request), context)
  }

  private func take(_ message: Message, _ context: ChannelHandlerContext) {
    guard !isOver, !isFull else { return }
    if isFree { return answer(message, context) }
    waiting.append(message)
    isFull = waiting.count == Self.mostKept
  }

  private func answer(_ message: Message, _ context: ChannelHandlerContext) {
    switch message {
    case .request(let received):
      guard let request = try? received.request() else { return refuse(.badRequest, context) }
      answer(request, received, context)
    case .malformed: refuse(.badRequest, context)
    case .late: refuse(.requestTimeout, context)
    }
  }

  /// Answers what nobody else can, for the last time.
  private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    write(HTTPAnswer(HTTPResponse(status: status)), withoutBody: true, isLast: true, context)
  }

  private func answer(_ request: HTTPRequest, _ received: ReceivedRequest, _ context: ChannelHandlerContext) {
    if address == nil { address = context.remoteAddress?.ipAddress.flatMap(ClientAddress.init) }
    let (answering, address, channel, eventLoop) = (answering, address, context.channel, context.eventLoop)
    let connection = NIOLoopBound((handler: self, context: context), eventLoop: eventLoop)
    underWay = Task(executorPreference: executor) {
      let answer = await answering.answer(request, received.body, from: address, over: channel)
      @Sendable func finish() {
        let (handler, context) = connection.value
        handler.underWay = nil
        handler.write(answer, withoutBody: received.isForHeadAlone, isLast: received.isLast, context)
        handler.proceed(context)
      }
      // A task comes back to the executor that it prefers, which is this thread; nothing promises it.
      if eventLoop.inEventLoop { finish() } else { eventLoop.execute(finish) }
    }
  }

  /// - Parameter withoutBody: as a request with HEAD is answered (RFC 9110 §9.3.2): the client would take octets for the next answer's.
  private func write(
    _ answer: HTTPAnswer, withoutBody: Bool, isLast: Bool, _ context: ChannelHandlerContext
  ) {
    isOver = isLast || (waiting.isEmpty && (isInputClosed || isFull || (isQuiescing && reading == nil)))
    if isOver { waiting.removeAll() }
    context.write(wrapOutboundOut(.head(HTTPResponseHead(answer, isLast: isOver))), promise: nil)
    if !answer.body.isEmpty, !withoutBody {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isOver { end(context) } else if !isWritable { unsent.watch(context) }
  }

  /// Nothing more is sent. A client that still sends would lose the answer if the connection were closed at once (RFC 9112 §9.6), so it
  /// gets time to read that and hang up.
  private func end(_ context: ChannelHandlerContext) {
    unsent.whenSent(context) {
      guard !self.isInputClosed else { return context.close(promise: nil) }
      self.hangingUp = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(self.times.hangingUp)) {
        context.close(promise: nil)
      }
      context.close(mode: .output, promise: nil)
    }
  }

  /// What follows an answer, or what a client reads.
  private func proceed(_ context: ChannelHandlerContext) {
    if isFree {
      if !waiting.isEmpty { answer(waiting.removeFirst(), context) }
      inviteBody(context)
    }
    if isReadingHeldUp { read(context: context) }
  }
}
