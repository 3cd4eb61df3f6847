internal import Hummingbird

/// The context of one request.
struct SiteContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The browser's session, if it has one.
  var session: Session?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
  }
}
