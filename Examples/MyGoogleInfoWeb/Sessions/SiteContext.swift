internal import Hummingbird

/// What goes with a request through the program.
struct SiteContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The browser's session, if it has one.
  var session: Session?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
  }
}
