public import Foundation

/// BGTaskRequest.h: `class BGTaskRequest : NSObject`, since iOS 13, Mac Catalyst 13.1, tvOS 13 and visionOS 1. The
/// module is neither on macOS nor on watchOS; the stand-in is made for iOS only.
open class BGTaskRequest: NSObject {
  /// BGTaskRequest.h: `var earliestBeginDate: Date?`.
  open var earliestBeginDate: Date? {
    get { fatalError("stub") }
    set { fatalError("stub") }
  }
}

/// BGTaskRequest.h: `class BGAppRefreshTaskRequest : BGTaskRequest`.
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// BGTaskRequest.h: `init(identifier: String)`.
  public init(identifier: String) {
    fatalError("stub")
  }
}

/// BGTaskScheduler.h: `class BGTaskScheduler : NSObject`.
open class BGTaskScheduler: NSObject {
  /// BGTaskScheduler.h: `class var shared: BGTaskScheduler { get }`.
  open class var shared: BGTaskScheduler {
    fatalError("stub")
  }

  /// BGTaskScheduler.h: `func submit(_ taskRequest: BGTaskRequest) throws`; deprecated in iOS 27, says
  /// dotnet/macios, `src/backgroundtasks.cs`.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    fatalError("stub")
  }
}
