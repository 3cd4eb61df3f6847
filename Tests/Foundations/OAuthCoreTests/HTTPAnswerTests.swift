import Foundation
import HTTPTypes
import OAuthCore
import Testing

/// The JSON of a response as a value of a `Decodable` type.
struct HTTPAnswerTests {
  private struct Repository: Decodable, Equatable {
    let name: String
    let stars: Int
  }

  private func answer(_ status: Int = 200, _ body: String) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
  }

  @Test func `The body of a success is decoded`() throws {
    let repositories = try answer(201, #"[{"name":"pixy","stars":3,"more":null}]"#).decode([Repository].self)
    #expect(repositories == [Repository(name: "pixy", stars: 3)])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let date: Date = try answer(200, "60").decode(using: decoder)
    #expect(date == Date(timeIntervalSince1970: 60))
  }

  // In peers, the JSON of an error is decoded, and the error says that a member is missing.
  @Test(arguments: [
    (301, ErrorCategory.refused), (401, .refused), (404, .refused), (429, .temporary), (503, .temporary),
  ])
  func `Another status is the error, whatever the body is`(_ status: Int, _ category: ErrorCategory) {
    let error = #expect(throws: HTTPAnswerError.self) {
      try answer(status, #"{"name":"a","stars":1}"#).decode(Repository.self)
    }
    #expect(error == .status(status) && error?.category == category)
    #expect(error?.explanation == "The server answered with status \(status).")
  }

  @Test(arguments: [
    (#"[{"name":"a","stars":1},{"name":"b"}]"#, "1.stars"), (#"[{"name":1,"stars":1}]"#, "0.name"),
    (#"[{"name":"secret-a","stars":null}]"#, "0.stars"), (#"{}"#, ""), ("<html>secret-a</html>", ""), ("", ""),
  ])
  func `JSON of another type is an error that names the member, and nothing else of the body`(
    _ body: String, _ place: String
  ) {
    let error = #expect(throws: HTTPAnswerError.self) { try answer(200, body).decode([Repository].self) }
    #expect(error == .undecodable(place: UntrustedText(place)) && error?.category == .invalidInput)
    #expect(error?.description.contains("secret-a") == false)
  }
}
