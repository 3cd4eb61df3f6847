/// Apple: `@propertyWrapper struct State<Value>`.
@propertyWrapper public struct State<Value> {
  /// Apple: `init(wrappedValue value: Value)`.
  public init(wrappedValue value: Value) {
    fatalError("stub")
  }

  /// Apple: `var wrappedValue: Value { get nonmutating set }`.
  public var wrappedValue: Value {
    get { fatalError("stub") }
    nonmutating set { fatalError("stub") }
  }
}

/// Apple: `@propertyWrapper struct ScaledMetric<Value> where Value : BinaryFloatingPoint`.
@propertyWrapper public struct ScaledMetric<Value> where Value: BinaryFloatingPoint {
  /// Apple: `init(wrappedValue: Value)`.
  public init(wrappedValue: Value) {
    fatalError("stub")
  }

  /// Apple: `var wrappedValue: Value { get }`.
  public var wrappedValue: Value {
    fatalError("stub")
  }
}
