import Foundation
import OAuthCore
import Testing

struct PublicErrorTests {
  /// Stands for the error of a foreign database in tests, so it must not explain itself.
  private static let unexplained: Set<String> = ["OAuthTestSupport.FaultyServerDatabase.Failure"]

  @Test func `Every public error type of the sources is listed here, with a value of each case`() throws {
    let declared = try ErrorDeclarations.read()
    #expect(declared.count > 50)
    #expect(Set(declared.map(\.name)).subtracting(Self.unexplained) == Set(PublicErrors.byType.keys))
    for declaration in declared where !declaration.cases.isEmpty {
      // Foundation numbers an error by its case.
      let values = PublicErrors.byType[declaration.name] ?? []
      #expect(Set(values.map { ($0 as NSError).code }).count == declaration.cases.count, "\(declaration)")
    }
  }

  // Without it the text is "The operation could not be completed. (OAuth.TokenError error 0.)"
  @Test(arguments: PublicErrors.byType.keys.sorted())
  func `The localized description is the explanation, and the recovery suggestion is the remedy`(_ type: String) throws
  {
    for error in try #require(PublicErrors.byType[type]) {
      let plain: any Error = error
      #expect(plain.localizedDescription == error.explanation)
      #expect(error.errorDescription == error.explanation)
      let bridged = plain as NSError
      #expect(bridged.localizedDescription == error.explanation)
      #expect(bridged.localizedRecoverySuggestion == error.remedy)
      #expect((plain as? any LocalizedError)?.recoverySuggestion == error.remedy)
      #expect(error.failureReason == nil && error.helpAnchor == nil)
    }
  }

  @Test(arguments: PublicErrors.byType.keys.sorted())
  func `The texts are sentences without secrets or control characters, and codes are words`(_ type: String) throws {
    for error in try #require(PublicErrors.byType[type]) {
      for text in [error.explanation, error.remedy] {
        #expect(text.hasSuffix(".") && !text.hasSuffix(".."), "\(text)")
        #expect(!text.contains(PublicErrors.Careless.secret), "\(text)")
        let isClean = text.unicodeScalars.allSatisfy {
          ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        #expect(isClean, "\(text)")
      }
      #expect(!"\(error) \(String(reflecting: error))".contains(PublicErrors.Careless.secret))
      #expect(error.code.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(error.code)")
    }
  }

  @Test(arguments: PublicErrors.byType.keys.sorted())
  func `The category of an error is found without its type`(_ type: String) throws {
    for error in try #require(PublicErrors.byType[type]) {
      #expect(ErrorCategory(of: error as any Error) == error.category)
    }
  }

  @Test func `Every category is the answer of an error`() {
    #expect(Set(PublicErrors.all.map(\.category)) == Set(ErrorCategory.allCases))
  }

  @Test func `An error that isn't Pixy's has no category, except the cancellation of a task`() {
    #expect(ErrorCategory(of: CancellationError()) == .cancelled)
    #expect(ErrorCategory(of: PublicErrors.Careless()) == nil)
  }

  // A default would decide for a case that is added later.
  @Test func `No error decides its facts by a default`() throws {
    var tables = 0
    for file in try ErrorDeclarations.files() {
      var isInside = false
      for line in file.lines {
        if line.contains("var facts: ErrorFacts {") || line.contains("var row: (code: String,") {
          tables += 1
          isInside = !line.hasSuffix("}")
        }
        // A label begins its line; a text may contain the word.
        #expect(!isInside || !line.drop { $0 == " " }.hasPrefix("default:"), "\(file.target): \(line)")
        if line == "  }" { isInside = false }
      }
    }
    #expect(tables > 70)
  }
}
