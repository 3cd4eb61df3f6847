import SwiftSyntax

/// Finds the places of one file that mutants change, and the edits that put all mutants into it.
final class Instrumentation: SyntaxVisitor {
  private(set) var edits = Edits()
  private(set) var mutants: [Mutant] = []
  private let path: String
  private let places: SourceLocationConverter
  private let signatures: Signatures
  private let firstNumber: Int
  /// The lines without mutants, because one of them didn't compile.
  private let excludedLines: Set<Int>

  init(
    _ file: SourceFileSyntax, at path: String, numbersFrom firstNumber: Int, excluding excludedLines: Set<Int>,
    _ signatures: Signatures
  ) {
    self.path = path
    self.firstNumber = firstNumber
    self.excludedLines = excludedLines
    self.signatures = signatures
    places = SourceLocationConverter(fileName: path, tree: file)
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  // MARK: What isn't changed

  // Default arguments and attributes are part of the interface; patterns and raw values must be literals.
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseParameterSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
    if let rule = node.whereClause { walk(rule) }
    return .skipChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  // A long table of numbers would take the type checker minutes.
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    node.elements.count > 4 && node.elements.allSatisfy { $0.expression.is(IntegerLiteralExprSyntax.self) }
      ? .skipChildren : .visitChildren
  }

  // Logs, hash values and assertions decide nothing.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.decidesNothing(node) { return .skipChildren }
    swapArguments(node)
    return .visitChildren
  }

  private static func decidesNothing(_ call: FunctionCallExprSyntax) -> Bool {
    let callee = call.calledExpression.trimmedDescription
    return ["precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError"].contains(callee)
      || callee.hasPrefix("hasher.") || callee.contains("logger.") || callee == "log" || callee.hasSuffix(".log")
  }

  // MARK: Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return .visitChildren }
    let name = token.text
    switch name {
    case "==", "!=":
      change(node, "comparison", "\(name) becomes \(name == "==" ? "!=" : "==")", "flip")
    case "<", "<=", ">", ">=":
      change(node, "comparison", "\(name) is negated", "flip")
      let boundary = [
        "<": ("less", "<="), "<=": ("lessOrEqual", "<"), ">": ("greater", ">="), ">=": ("greaterOrEqual", ">"),
      ]
      if let (function, other) = boundary[name],
        change(node, "comparison", "\(name) becomes \(other)", function)
      {
        edits.replace(range(token), with: ",")
      }
    case "&&", "||":
      let other = name == "&&" ? "||" : "&&"
      if change(node, "logic", "\(name) becomes \(other)", name == "&&" ? "and" : "or") {
        edits.replace(range(token), with: ",")
      }
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" { change(node, "condition", "! is removed", "flip") }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // The type checker gives up on calls between the operators for bits.
    if let name = node.parent?.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription,
      name.contains(where: { "&|^~".contains($0) }) || name.contains("<<") || name.contains(">>")
    {
      return .visitChildren
    }
    let digits = node.literal.text.filter { $0 != "_" }
    let radix = ["0x": 16, "0b": 2, "0o": 8][digits.prefix(2)] ?? 10
    guard let value = Int(radix == 10 ? digits[...] : digits.dropFirst(2), radix: radix) else { return .visitChildren }
    // The largest value of a type has no larger one.
    let largest = [0xFF, 0xFFFF, 0xFFFF_FFFF, Int.max].contains(value)
    for other in (value > 0 ? [value - 1] : []) + (largest ? [] : [value + 1]) {
      change(node, "constant", "\(node.literal.text) becomes \(other)", "choose", ", \(other)")
    }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let value = node.literal.text
    let other = value == "true" ? "false" : "true"
    // The compiler has to see that `while true` doesn't end.
    guard node.parent?.parent?.parent?.is(WhileStmtSyntax.self) != true else { return .visitChildren }
    change(node, "constant", "\(value) becomes \(other)", "choose", ", \(other)")
    return .visitChildren
  }

  // MARK: Statements

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    for condition in node.conditions {
      guard let condition = condition.condition.as(ExprSyntax.self) else { continue }
      change(condition, "guard", "the condition is removed: \(condition.trimmedDescription)", "pass")
      negate(condition)
    }
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    for condition in node.conditions {
      if let condition = condition.condition.as(ExprSyntax.self) { negate(condition) }
    }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let expression = node.item.as(ExprSyntax.self), let call = Self.call(expression),
      !Self.decidesNothing(call), !call.calledExpression.trimmedDescription.hasSuffix(".init"),
      Self.isStatement(node)
    else { return .visitChildren }
    if let number = register(node, "call", "removed: \(expression.trimmedDescription)") {
      edits.surround(range(expression), "if !Mutant.isAlive(\(number)) { ", " }")
    }
    return .visitChildren
  }

  /// Returns the call below `try` and `await`.
  private static func call(_ expression: ExprSyntax) -> FunctionCallExprSyntax? {
    if let expression = expression.as(TryExprSyntax.self) { return call(expression.expression) }
    if let expression = expression.as(AwaitExprSyntax.self) { return call(expression.expression) }
    return expression.as(FunctionCallExprSyntax.self)
  }

  /// Returns whether an expression is a statement, and no value that is returned without `return`.
  private static func isStatement(_ item: CodeBlockItemSyntax) -> Bool {
    guard let items = item.parent?.as(CodeBlockItemListSyntax.self), let block = items.parent else { return false }
    if items.count > 1 { return !block.is(SourceFileSyntax.self) }
    let owner = block.is(CodeBlockSyntax.self) ? block.parent : block
    if let function = owner?.as(FunctionDeclSyntax.self) { return function.signature.returnClause == nil }
    if owner?.is(InitializerDeclSyntax.self) ?? false { return true }
    for statement in [
      DoStmtSyntax.self, DeferStmtSyntax.self, ForStmtSyntax.self, WhileStmtSyntax.self, CatchClauseSyntax.self,
    ]
      as [any SyntaxProtocol.Type]
    where owner?.is(statement) ?? false { return true }
    // A branch is a value if the whole `if` or `switch` is one.
    var parent = owner
    while let present = parent,
      present.is(IfExprSyntax.self) || present.is(SwitchCaseSyntax.self)
        || present.is(SwitchCaseListSyntax.self) || present.is(SwitchExprSyntax.self)
        || present.is(ExpressionStmtSyntax.self)
    {
      parent = present.parent
    }
    guard parent?.id != owner?.id else { return false }
    return parent?.as(CodeBlockItemSyntax.self).map(isStatement) ?? false
  }

  /// Swaps two arguments that the callee declares with the same type.
  private func swapArguments(_ node: FunctionCallExprSyntax) {
    let callee = node.calledExpression
    let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? callee.trimmedDescription
    let arguments = Array(node.arguments)
    guard let first = signatures.swappable(name, arguments.map { $0.label?.text ?? "_" }),
      arguments.indices.contains(first + 1)
    else { return }
    let pair = [arguments[first].expression, arguments[first + 1].expression]
    let texts = pair.map(\.trimmedDescription)
    // Names, with members: evaluating one twice changes nothing.
    guard texts[0] != texts[1],
      texts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." } && $0.first?.isLetter == true })
    else { return }
    guard let number = register(node, "arguments", "\(name): \(texts[0]) and \(texts[1]) are swapped") else { return }
    for (argument, other) in zip(pair, texts.reversed()) {
      edits.surround(range(argument), "Mutant.choose(\(number), ", ", \(other))")
    }
  }

  // MARK: Edits

  /// Negates a condition. A comparison and `!` are negated where they are.
  private func negate(_ condition: ExprSyntax) {
    if let name = condition.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription,
      ["==", "!=", "<", "<=", ">", ">="].contains(name)
    {
      return
    }
    if condition.is(PrefixOperatorExprSyntax.self) || condition.is(BooleanLiteralExprSyntax.self) { return }
    change(condition, "condition", "negated: \(condition.trimmedDescription)", "flip")
  }

  /// Puts a call of ``support`` around an expression.
  @discardableResult
  private func change(
    _ node: some SyntaxProtocol, _ kind: String, _ change: String, _ function: String, _ more: String = ""
  ) -> Bool {
    guard let number = register(node, kind, change) else { return false }
    edits.surround(range(node), "Mutant.\(function)(\(number), ", more + ")")
    return true
  }

  /// Gives a mutant its number; `nil` on an excluded line.
  private func register(_ node: some SyntaxProtocol, _ kind: String, _ change: String) -> Int? {
    let place = places.location(for: node.positionAfterSkippingLeadingTrivia)
    let end = places.location(for: node.endPositionBeforeTrailingTrivia)
    guard excludedLines.isDisjoint(with: place.line...end.line) else { return nil }
    let number = firstNumber + mutants.count
    mutants.append(
      Mutant(number: number, path: path, line: place.line, column: place.column, kind: kind, change: change))
    return number
  }

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }
}
