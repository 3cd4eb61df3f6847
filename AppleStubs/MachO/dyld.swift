/// mach-o/dyld.h: `int _NSGetExecutablePath(char *, uint32_t *)`.
@discardableResult public func _NSGetExecutablePath(
  _ path: UnsafeMutablePointer<CChar>!, _ size: UnsafeMutablePointer<UInt32>!
) -> Int32 {
  fatalError("stub")
}
