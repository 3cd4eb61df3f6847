import Foundation
import OAuthServer

/// Self-signed certificates made by OpenSSL, with keys of three kinds. Their private keys were
/// discarded.
enum PlayedCertificate {
  /// `CN=Zahl ürk,UID=p1+OU=Pay,O=Example\\, Inc.,C=DE`, P-256.
  static let ec = der(
    """
    MIICCTCCAa+gAwIBAgIUKLBrClRuRHPHKigE3XQvEpXzjEQwCgYIKoZIzj0EAwIwWTELMAkGA1UEBhMCREUxFjAUBgNVBAoMDUV4
    YW1wbGUsIEluYy4xHjAKBgNVBAsMA1BheTAQBgoJkiaJk/IsZAEBDAJwMTESMBAGA1UEAwwJWmFobCDDvHJrMCAXDTI2MTEyMjAw
    MzEyNFoYDzIxMjYxMDI5MDAzMTI0WjBZMQswCQYDVQQGEwJERTEWMBQGA1UECgwNRXhhbXBsZSwgSW5jLjEeMAoGA1UECwwDUGF5
    MBAGCgmSJomT8ixkAQEMAnAxMRIwEAYDVQQDDAlaYWhsIMO8cmswWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARXA2y9iyTeZiQn
    wXir5ROcsp4oGCN3p0i99kaMJn3eElwJRoxsunN9nxHy47fg8a0LD+qqgDuGm7DBU5iqa8Bwo1MwUTAdBgNVHQ4EFgQUk20m7IjC
    96eWn9OrP8wIELcJ5hwwHwYDVR0jBBgwFoAUk20m7IjC96eWn9OrP8wIELcJ5hwwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
    AgNIADBFAiEApHS1r/Mjyi0nbwk4n4t8ZcLVmGTBOBEdCeOX4n5q2gwCIGope44eiRJzKNTuSB0Q1UaO3I+VnQ7BuOFlWZvxwaEE
    """)
  /// `CN=rsa.example`, RSA with 2048 bits.
  static let rsa = der(
    """
    MIIDDzCCAfegAwIBAgIUM4y6cCfmaSMoqZAC7b4TgAG2GRQwDQYJKoZIhvcNAQELBQAwFjEUMBIGA1UEAwwLcnNhLmV4YW1wbGUw
    IBcNMjYxMTIyMDAzMTI0WhgPMjEyNjEwMjkwMDMxMjRaMBYxFDASBgNVBAMMC3JzYS5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEF
    AAOCAQ8AMIIBCgKCAQEAxUcYCPgLsVN5RJpVzOHastCVvnsx0zLpoXqoTPq8DZ0Tcu5lFobNI6Fe8jFzc4tdGScyn8vxQndbmzm1
    fcgZ9u+vW6wHUnadvkuRkUdY51rYwbxllXzF15BFSk8IYw2OD/j974gUXXGBzceTVIMLul5fCS4/jyNN1jpMq9V8W8K00Xuo00Kx
    v2SRl6lM6oNCeS14eWeh5NQybGTSCq8zi4sfFTaywao4h2hgfL5ohfHtNfBbeZs51sQ8e/EhEaLpN9+2DtNd08hbV+n4lBYMAGka
    30WWDHPs3MhtBNESMaY6IaQxqUKHA1KVDxWlkWMav9N09TXGKcGHmvi4vmvv+wIDAQABo1MwUTAdBgNVHQ4EFgQUOZGYXVwSiXKM
    klHkq80Ef/0waV8wHwYDVR0jBBgwFoAUOZGYXVwSiXKMklHkq80Ef/0waV8wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsF
    AAOCAQEAphP+E/GxFfMvr7jZxQO2eFZ03r8XOgW0p9k4dAanfSKagX+ab5IeFuyUX0Uy/SghE1OFJNmGhlo1FVaS8PW9xdKvj4ur
    b3VwTOQqgXEjmQTpOGulV8IXI9Q5V86jcT6amBD5vGVDwPgm/JHMwa8G2jZSnbVgJNJmyFjcuzYbULwaLT7gTqcpAHOjjR13Mz4s
    XTNIC341ymQ9WdaD1K2FxW/dA0PGVrg1RUOAwZ/F6LYGrBbNiuOUG6Mh8OkBSoRuKudpuMV9M1IbpwDpn4nUpqnzDKBP6799NsYg
    VFFJ5tnnjs/8PKwyUNPmVhvHrW6uvMz/Rw9XCHdtZ2VqfB8BFA==
    """)
  /// `CN=ed.example`, Ed25519.
  static let ed25519 = der(
    """
    MIIBQDCB86ADAgECAhRWE9YtTIrrkzyY1Wf+Rbp1C9w7jDAFBgMrZXAwFTETMBEGA1UEAwwKZWQuZXhhbXBsZTAgFw0yNjExMjIw
    MDMxMjRaGA8yMTI2MTAyOTAwMzEyNFowFTETMBEGA1UEAwwKZWQuZXhhbXBsZTAqMAUGAytlcAMhAPFEeJmf8f8N9yJ1eM+vwmq9
    q4MxqjUVVYjJnAlqiZUko1MwUTAdBgNVHQ4EFgQUH8FPoUx/Bek0hq0r8D6aOui7WDwwHwYDVR0jBBgwFoAUH8FPoUx/Bek0hq0r
    8D6aOui7WDwwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXADQQDpnAoCuoEmYhXdCeq+JyKCJ34ylFIyUEw19TxTPgAgs2lzq6u6Syx7
    ocZdrNmU23wvRBq3pp2PwgjhrQL6s7MB
    """)

  private static func der(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text.filter { !$0.isNewline }) ?? Data())
  }

  static func context(_ der: [UInt8], isTrusted: Bool = true) throws -> RequestContext {
    RequestContext(certificate: try PeerCertificate(der: der, isTrusted: isTrusted))
  }
}
