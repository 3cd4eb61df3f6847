/// SwiftUI.swiftinterface: `@propertyWrapper struct State<Value>`.
@propertyWrapper public struct State<Value> {
  /// SwiftUI.swiftinterface: `init(wrappedValue value: Value)`.
  public init(wrappedValue value: Value) {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `var wrappedValue: Value { get nonmutating set }`.
  public var wrappedValue: Value {
    get { fatalError("stub") }
    nonmutating set { fatalError("stub") }
  }
}

/// SwiftUI.swiftinterface: `@propertyWrapper struct ScaledMetric<Value> where Value :
/// BinaryFloatingPoint`.
@propertyWrapper public struct ScaledMetric<Value> where Value: BinaryFloatingPoint {
  /// SwiftUI.swiftinterface: `init(wrappedValue: Value)`.
  public init(wrappedValue: Value) {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `var wrappedValue: Value { get }`.
  public var wrappedValue: Value {
    fatalError("stub")
  }
}
