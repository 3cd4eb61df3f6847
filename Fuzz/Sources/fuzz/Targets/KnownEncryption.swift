import JOSE
import OAuthCore
import PKCE

/// The keys and JWEs that `EncryptionTarget` knows. Everything is published: nothing here is secret.
enum KnownEncryption {
  /// The private keys of RFC 7520 §5.1, §5.4 and §5.5 and of RFC 8037 A.6, without their `kid`.
  static let keys: [DecryptionKey] = {
    let keys = [
      #"{"kty":"RSA","n":"maxhbsmBtdQ3CNrKvprUE6n9lYcregDMLYNeTAWcLj8NnPU9XIYegTHVHQjxKDSHP2l-F5jS7sppG1wgdAqZyh"#
        + #"nWvXhYNvcM7RfgKxqNx_xAHx6f3yy7s-M9PSNCwPC2lh6UAkR4I00EhV9lrypM9Pi4lBUop9t5fS9W5UNwaAllhrd-osQGPjIeI1deHT"#
        + #"wx-ZTHu3C60Pu_LJIl6hKn9wbwaUmA4cR5Bd2pgbaY7ASgsjCUbtYJaNIHSoHXprUdJZKUMAzV0WOKPfA6OPI4oypBadjvMZ4ZAj3BnX"#
        + #"aSYsEZhaueTXvZB4eZOAjIyh2e_VOIKVMsnDrJYAVotGlvMQ","e":"AQAB","d":"Kn9tgoHfiTVi8uPu5b9TnwyHwG5dK6RE0uFdlp"#
        + #"CGnJN7ZEi963R7wybQ1PLAHmpIbNTztfrheoAniRV1NCIqXaW_qS461xiDTp4ntEPnqcKsyO5jMAji7-CL8vhpYYowNFvIesgMoVaPRY"#
        + #"MYT9TW63hNM0aWs7USZ_hLg6Oe1mY0vHTI3FucjSM86Nff4oIENt43r2fspgEPGRrdE6fpLc9Oaq-qeP1GFULimrRdndm-P8q8kvN3KH"#
        + #"lNAtEgrQAgTTgz80S-3VD0FgWfgnb1PNmiuPUxO8OpI9KDIfu_acc6fg14nsNaJqXe6RESvhGPH2afjHqSy_Fd2vpzj85bQQ","p":"2"#
        + #"DwQmZ43FoTnQ8IkUj3BmKRf5Eh2mizZA5xEJ2MinUE3sdTYKSLtaEoekX9vbBZuWxHdVhM6UnKCJ_2iNk8Z0ayLYHL0_G21aXf9-unyn"#
        + #"EpUsH7HHTklLpYAzOOx1ZgVljoxAdWNn3hiEFrjZLZGS7lOH-a3QQlDDQoJOJ2VFmU","q":"te8LY4-W7IyaqH1ExujjMqkTAlTeRbv"#
        + #"0VLQnfLY2xINnrWdwiQ93_VF099aP1ESeLja2nw-6iKIe-qT7mtCPozKfVtUYfz5HrJ_XY2kfexJINb9lhZHMv5p1skZpeIS-GPHCC6g"#
        + #"RlKo1q-idn_qxyusfWv7WAxlSVfQfk8d6Et0"}"#,
      #"{"kty":"EC","crv":"P-384","x":"YU4rRUzdmVqmRtWOs2OpDE_T5fsNIodcG8G5FWPrTPMyxpzsSOGaQLpe2FpxBmu2","y":"A8"#
        + #"-yxCHxkfBz3hKZfI1jUYMjUhsEveZ9THuwFjH2sCNdtksRJU7D5-SkgaFL1ETP","d":"iTx2pk7wW-GqJkHcEkFQb2EFyYcO7RugmaW"#
        + #"3mRrQVAOUiPommT0IdnYK2xDlZh-j"}"#,
      #"{"kty":"EC","crv":"P-256","x":"Ze2loSV3wrroKUN_4zhwGhCqo3Xhu1td4QjeQ5wIVR0","y":"HlLtdXARY_f55A3fnzQbPcm"#
        + #"6hgr34Mp8p-nuzQCE0Zw","d":"r_kHyZ-a06rmxM3yESK84r1otSg-aQcVStkRhA-iCM8"}"#,
      #"{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","d":"XasIfmJKikt54X-Lg4AO5"#
        + #"m87sSkmGLb9HC-LJ_-I4Os"}"#,
    ].compactMap { try? DecryptionKey(jwk: Secret($0)) }
    guard keys.count == 4 else { fatalError("the known keys could not be read") }
    return keys
  }()

  /// The secrets that the P-256 key agrees on with the ephemeral key of RFC 7518 appendix C, and
  /// the X25519 key with that of RFC 8037 A.6, by the `epk`.
  static let secrets: [JSONValue: [UInt8]] = [
    [
      "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
      "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
    ]: bytes("AgMTNvATSIk6z1JeLo9xk81_2GZH87xuQDOOkhcnGwc"),
    ["kty": "OKP", "crv": "X25519", "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo"]:
      bytes("Sl2dW6TOLeFyjjv0gDUPJeB-IclH0Z4zdvCbPB4WF0I"),
  ]

  /// The examples of RFC 7520 §5.4 and §5.5, and one that jwcrypto encrypted with RSA-OAEP-256.
  static let tokens = [
    "eyJhbGciOiJFQ0RILUVTK0ExMjhLVyIsImtpZCI6InBlcmVncmluLnRvb2tAdHVja2Jvcm91Z2guZXhhbXBsZSIsImVwayI6eyJrdHkiOiJFQ"
      + "yIsImNydiI6IlAtMzg0IiwieCI6InVCbzRrSFB3Nmtiang1bDB4b3dyZF9vWXpCbWF6LUdLRlp1NHhBRkZrYllpV2d1dEVLNml1RURzUTZ3Tm"
      + "ROZzMiLCJ5Ijoic3AzcDVTR2haVkMyZmFYdW1JLWU5SlUyTW84S3BvWXJGRHI1eVBOVnRXNFBnRXdaT3lRVEEtSmRhWTh0YjdFMCJ9LCJlbmM"
      + "iOiJBMTI4R0NNIn0.0DJjBXri_kBcC46IkU5_Jk9BqaQeHdv2.mH-G2zVqgztUtnW_.tkZuOO9h95OgHJmkkrfLBisku8rGf6nzVxhRM3sVOh"
      + "Xgz5NJ76oID7lpnAi_cPWJRCjSpAaUZ5dOR3Spy7QuEkmKx8-3RCMhSYMzsXaEwDdXta9Mn5B7cCBoJKB0IgEnj_qfo1hIi-uEkUpOZ8aLTZG"
      + "Hfpl05jMwbKkTe2yK3mjF6SBAsgicQDVCkcY9BLluzx1RmC3ORXaM0JaHPB93YcdSDGgpgBWMVrNU1ErkjcMqMoT_wtCex3w03XdLkjXIuEr2"
      + "hWgeP-nkUZTPU9EoGSPj6fAS-bSz87RCPrxZdj_iVyC6QWcqAu07WNhjzJEPc4jVntRJ6K53NgPQ5p99l3Z408OUqj4ioYezbS6vTPlQ.WuGz"
      + "xmcreYjpHGJoa17EBg",
    "eyJhbGciOiJFQ0RILUVTIiwia2lkIjoibWVyaWFkb2MuYnJhbmR5YnVja0BidWNrbGFuZC5leGFtcGxlIiwiZXBrIjp7Imt0eSI6IkVDIiwiY"
      + "3J2IjoiUC0yNTYiLCJ4IjoibVBVS1RfYkFXR0hJaGcwVHBqanFWc1AxclhXUXVfdndWT0hIdE5rZFlvQSIsInkiOiI4QlFBc0ltR2VBUzQ2Zn"
      + "lXdzVNaFlmR1RUMElqQnBGdzJTUzM0RHY0SXJzIn0sImVuYyI6IkExMjhDQkMtSFMyNTYifQ..yc9N8v5sYyv3iGQT926IUg.BoDlwPnTypYq"
      + "-ivjmQvAYJLb5Q6l-F3LIgQomlz87yW4OPKbWE1zSTEFjDfhU9IPIOSA9Bml4m7iDFwA-1ZXvHteLDtw4R1XRGMEsDIqAYtskTTmzmzNa-_q4"
      + "F_evAPUmwlO-ZG45Mnq4uhM1fm_D9rBtWolqZSF3xGNNkpOMQKF1Cl8i8wjzRli7-IXgyirlKQsbhhqRzkv8IcY6aHl24j03C-AR2le1r7URU"
      + "hArM79BY8soZU0lzwI-sD5PZ3l4NDCCei9XkoIAfsXJWmySPoeRb2Ni5UZL4mYpvKDiwmyzGd65KqVw7MsFfI_K767G9C9Azp73gKZD0DyUn1"
      + "mn0WW5LmyX_yJ-3AROq8p1WZBfG-ZyJ6195_JGG2m9Csg.WCCkNa-x4BeB9hIDIfFuhg",
    "eyJhbGciOiAiUlNBLU9BRVAtMjU2IiwgImVuYyI6ICJBMjU2R0NNIn0.PTBdWPZzBhoeq7qgY-Qgncw0TgVurm9c-Cz4jtS_CvBGZB-bLFSLR"
      + "y5vMUtCk9ZpqozdCbz96RMgTIZUXnyzSXuQi0nq-iabtY995KMqg-K_brcREtzP1R4odsvVFyM8yQ0CKTQL5cDHVbRzrmORXWb4ttPKzTyH15"
      + "2UWjB0Rwm6l5Jls-6Bbwb21O3Pq3XKtTKlZFTnQjr243qovUH5nKVfD9_7Auik6Z9F1r6-52W3iegtKJXTxapA8VqhRJsmVXKYVyMEc6xelFg"
      + "0AP4Oq8PfzYdhLIvdh4K-P6nfMMMiD-wY5TBMm2NVLaV47krerzoner9PpzSBFqoEguECrA.uYthvOXOM5bmjnEg.5_abX_tSsMzPIDuiBaMm"
      + "X4_7.in3fJmmVgv0H23MbQLcBSQ",
  ]

  private static func bytes(_ text: String) -> [UInt8] { (try? Base64URL.decode(text)) ?? [] }
}
