package import HTTPTypes
internal import OAuthCore

/// The parameters of tools that requests repeat in header fields (MCP 2026-07-28, Streamable HTTP:
/// Custom Headers from Tool Parameters).
package struct ToolHeaders: Sendable {
  /// A parameter with the annotation `x-mcp-header`.
  struct Parameter: Sendable, Hashable {
    let field: HTTPField.Name
    /// The names of the properties that lead to the value.
    let path: [String]
  }

  private static let annotation = "x-mcp-header"
  private var tools: [String: [Parameter]] = [:]

  package init() {}

  /// Reads the tools of a result of `tools/list`.
  ///
  /// - Parameter response: The response.
  /// - Returns: The response without the tools whose annotations are invalid, and the names of those
  ///   tools.
  package mutating func read(_ response: JSONRPCMessage) -> (response: JSONRPCMessage, rejected: [String]) {
    guard var result = response.members["result"]?.object, let listed = result["tools"]?.array else {
      return (response, [])
    }
    var rejected: [String] = []
    let valid = listed.filter { tool in
      guard let name = tool.object?["name"]?.string, let schema = tool.object?["inputSchema"] else { return true }
      tools[name] = Self.parameters(of: schema)
      if tools[name] == nil { rejected.append(name) }
      return tools[name] != nil
    }
    guard !rejected.isEmpty else { return (response, []) }
    result["tools"] = .array(valid)
    var members = response.members
    members["result"] = .object(result)
    return (JSONRPCMessage(JSONValue.object(members).bytes()) ?? response, rejected)
  }

  /// Returns the fields of a `tools/call` request.
  package func fields(of call: JSONRPCMessage) -> HTTPFields {
    var fields = HTTPFields()
    guard call.method == "tools/call", call.ownVersion != nil, let name = call.parameters["name"]?.string,
      let parameters = tools[name], let arguments = call.parameters["arguments"]
    else { return fields }
    for parameter in parameters {
      let value = parameter.path.reduce(Optional(arguments)) { $0?.object?[$1] }
      fields[parameter.field] = value.flatMap(Self.text).map(RequestMetadata.encoded)
    }
    return fields
  }

  /// The largest integer that every JSON parser reads exactly, 2^53 - 1.
  private static let largest: Int64 = 9_007_199_254_740_991

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .bool(let value): value ? "true" : "false"
    case .integer(let number) where (-largest...largest).contains(number): "\(number)"
    case .number(let number): Int64(exactly: number).flatMap { text(.integer($0)) }
    default: nil
    }
  }

  /// Returns the annotated parameters of a schema; `nil` if an annotation is invalid.
  private static func parameters(of schema: JSONValue) -> [Parameter]? {
    var found: [Parameter] = []
    guard collect(schema, [], &found), found.count == annotations(in: schema) else { return nil }
    let names = Set(found.map(\.field.canonicalName))
    return names.count == found.count ? found : nil
  }

  /// Collects the annotations that only `properties` lead to.
  private static func collect(_ schema: JSONValue, _ path: [String], _ found: inout [Parameter]) -> Bool {
    for (name, property) in schema.object?["properties"]?.object ?? [:] {
      let path = path + [name]
      if let annotation = property.object?[annotation] {
        guard let text = annotation.string, let field = HTTPField.Name("Mcp-Param-" + text), !text.isEmpty,
          ["integer", "string", "boolean"].contains(property.object?["type"]?.string)
        else { return false }
        found.append(Parameter(field: field, path: path))
      }
      guard collect(property, path, &found) else { return false }
    }
    return true
  }

  /// Counts the annotations anywhere in a schema. A property may have the annotation's name, and its
  /// value is a schema then.
  private static func annotations(in schema: JSONValue) -> Int {
    switch schema {
    case .object(let members):
      members.reduce(0) { count, member in
        let isAnnotation = member.key == annotation && member.value.object == nil
        return count + (isAnnotation ? 1 : annotations(in: member.value))
      }
    case .array(let elements): elements.reduce(0) { $0 + annotations(in: $1) }
    default: 0
    }
  }
}
