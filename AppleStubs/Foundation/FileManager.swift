// What Apple's Foundation has and that of Linux hasn't. The module ObjectiveC is Linux's Foundation here.
public import ObjectiveC

extension FileManager {
  /// NSFileManager.h: `func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?`, on
  /// every platform. On macOS it is never `nil`, says Apple's documentation.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    fatalError("stub")
  }
}
