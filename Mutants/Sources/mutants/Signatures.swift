import SwiftSyntax

/// The parameters of the functions and initializers that a module declares.
///
/// Arguments are swapped only if every function with the same name and labels has the same type for
/// both, as the declaration spells it.
struct Signatures {
  private var types: [String: [String]] = [:]

  /// Reads the declarations of a file.
  init(of files: [SourceFileSyntax]) {
    let reader = Reader(viewMode: .sourceAccurate)
    for file in files { reader.walk(file) }
    types = reader.types
  }

  /// Returns the positions of two neighbouring arguments that have the same type.
  func swappable(_ name: String, _ labels: [String]) -> Int? {
    guard let types = types[Self.key(name, labels)] else { return nil }
    return types.indices.dropLast().first { types[$0] == types[$0 + 1] && !types[$0].isEmpty }
  }

  private static func key(_ name: String, _ labels: [String]) -> String {
    name + "(" + labels.map { $0 + ":" }.joined() + ")"
  }

  private final class Reader: SyntaxVisitor {
    var types: [String: [String]] = [:]

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.name.text, node.signature)
      return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      var parent = node.parent
      while let present = parent {
        if let name = present.asProtocol((any NamedDeclSyntax).self)?.name.text {
          add(name, node.signature)
          break
        }
        if let extended = present.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription {
          add(extended, node.signature)
          break
        }
        parent = present.parent
      }
      return .visitChildren
    }

    private func add(_ name: String, _ signature: FunctionSignatureSyntax) {
      let parameters = signature.parameterClause.parameters
      let key = Signatures.key(name, parameters.map { $0.firstName.text })
      // Closures and `inout` aren't swapped.
      let new = parameters.map { parameter in
        let text = parameter.type.trimmedDescription
        return text.contains("->") || text.contains("inout") ? "" : text
      }
      types[key] = types[key].map { zip($0, new).map { $0 == $1 ? $0 : "" } } ?? new
    }
  }
}
