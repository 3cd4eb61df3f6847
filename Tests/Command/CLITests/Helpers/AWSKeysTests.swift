import HTTPTypes
import OAuthCore
import Testing

@testable import PixyHelpers
@testable import PixyTerminal

/// The Security Token Service's answers, and other XML.
@Suite struct AWSKeysTests {
  static let answer = """
    <?xml version="1.0" encoding="UTF-8"?>
    <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <!-- who -->
      <AssumeRoleWithWebIdentityResult>
        <SubjectFromWebIdentityToken>user-1</SubjectFromWebIdentityToken>
        <Credentials>
          <AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>a&amp;b/&#99;+&#x64;</SecretAccessKey>
          <SessionToken> session+token== </SessionToken>
          <Expiration>2030-03-17T17:46:40Z</Expiration>
        </Credentials>
        <Empty a='1'/>
      </AssumeRoleWithWebIdentityResult>
    </AssumeRoleWithWebIdentityResponse>

    """

  private func answer(_ text: String, status: HTTPResponse.Status = .ok) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: status), body: Array(text.utf8))
  }

  @Test func `Credentials are parsed and written in the format of AWS's programs`() throws {
    let keys = try AWSKeys(answer(Self.answer))
    #expect(
      keys.json
        == #"{"AccessKeyId":"ASIAEXAMPLE","Expiration":"2030-03-17T17:46:40Z","SecretAccessKey":"a&b/c+d","SessionToken":"session+token==","Version":1}"#
    )
  }

  @Test func `A refusal has AWS's message, and never the token`() throws {
    let text = """
      <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>
      <Code>InvalidIdentityToken</Code><Message>No provider for the-token-itself</Message></Error></ErrorResponse>
      """
    let error = #expect(throws: AWSError.self) { try AWSKeys(answer(text, status: .badRequest)) }
    let said = try #require(error?.withholding([Secret("the-token-itself")])).description
    #expect(said.contains("InvalidIdentityToken") && said.contains("OpenID Connect provider in IAM"))
    #expect(!said.contains("the-token-itself") && said.contains("No provider for [redacted]. Register"), "\(said)")
  }

  @Test func `A busy service is tried again later`() throws {
    let text = "<ErrorResponse><Error><Code>Throttling</Code><Message>Rate exceeded.</Message></Error></ErrorResponse>"
    let error = #expect(throws: AWSError.self) { try AWSKeys(answer(text, status: .badRequest)) }
    #expect(error?.category == .temporary && error?.remedy == "Try again later.")
    #expect(error?.explanation.hasSuffix(": Rate exceeded.") == true, "\(error?.explanation ?? "")")
    let page = #expect(throws: AWSError.self) { try AWSKeys(answer("<html>", status: .badGateway)) }
    #expect(page?.category == .temporary)
  }

  @Test(arguments: [
    "", "<a>", "<a></b>", "<a/><b/>", "text", "<a>&lol;</a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
    "<a>&#0;</a>",
    "<a>&#xD800;</a>", "<a>&#-1;</a>", "<a><![CDATA[b]]></a>", "<a b=c/>", "<a b=\"<\"/>", "<a><!-- b</a>", "<?xml",
    "</a>",
    String(repeating: "<a>", count: 17) + String(repeating: "</a>", count: 17),
    "<a>" + String(repeating: "<b/>", count: 1_000) + "</a>", String(repeating: " ", count: 131_073) + "<a/>",
  ])
  func `Other XML than the service's is rejected`(_ text: String) {
    #expect(XMLReader.root(of: Array(text.utf8)) == nil)
  }

  @Test func `A complete answer without credentials is rejected`() {
    #expect(throws: AWSError.unreadable(status: 200)) {
      try AWSKeys(answer(Self.answer.replacing("AccessKeyId", with: "Key")))
    }
    #expect(throws: AWSError.unreadable(status: 200)) { try AWSKeys(answer("{}")) }
    #expect(throws: AWSError.unreadable(status: 200)) { try AWSKeys(answer("<Other/>")) }
  }

  @Test func `The request names the role and the account`() throws {
    let request = STSRequest(
      endpoint: try STSRequest.endpoint(region: "eu-central-1"), role: "arn:aws:iam::123456789012:role/deploy",
      sessionName: STSRequest.sessionName(for: "ada@example.com/ä"), seconds: 900, token: Secret("t.o.k"))
    let (head, body) = request.message()
    #expect(head.authority == "sts.eu-central-1.amazonaws.com" && head.scheme == "https")
    #expect(
      String(decoding: body, as: UTF8.self)
        == "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fdeploy&RoleSessionName=pixy-ada%40example.com--&DurationSeconds=900&WebIdentityToken=t.o.k"
    )
    #expect(try STSRequest.endpoint(region: "cn-north-1").text == "https://sts.cn-north-1.amazonaws.com.cn/")
    #expect(try STSRequest.endpoint(region: nil).text == "https://sts.amazonaws.com/")
    for region in ["a.evil.example/", "EU", "a@b"] {
      #expect(throws: URIError.self) { try STSRequest.endpoint(region: region) }
    }
  }
}
