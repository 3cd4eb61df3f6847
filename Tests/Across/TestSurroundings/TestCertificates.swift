/// Certificates for the tests (P-256, valid for a hundred years): an authority, a server on
/// 127.0.0.1 and a client. Their keys protect nothing.
package enum TestCertificates {
  package static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBkzCCATmgAwIBAgIURYxi2ry/Hrb7/U7XjWEPM0xafxMwCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTUGl4eSB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMjExNDQwMTJa
    GA8yMTI2MTAyODE0NDAxMlowHjEcMBoGA1UEAwwTUGl4eSB0ZXN0IGF1dGhvcml0
    eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDLB4lWTBUMLa7umrMFBh97yaHD9
    G8blRtKl87wS2fnZNhs4wYVOj2mFzbo81Kkmf4uUM1sUEODMw7BnuWxhwAqjUzBR
    MB0GA1UdDgQWBBSyrsxaxvIOp3MFZGleVWXDVIgRpDAfBgNVHSMEGDAWgBSyrsxa
    xvIOp3MFZGleVWXDVIgRpDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA
    MEUCIQCvU6+012GDa9uCufknpa1TCJbUFHe3xNn7GC7h/+HuwwIgB55h9eAGjaC1
    QPGsOhPTSHojQee7Bghc0TjIzIGMM1g=
    -----END CERTIFICATE-----
    """

  package static let server = """
    -----BEGIN CERTIFICATE-----
    MIIBhjCCASygAwIBAgIUJ4fnO9QAlflcsY8kzN6iZ79nPCkwCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTUGl4eSB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMjExNDQwMTJa
    GA8yMTI2MTAyODE0NDAxMlowETEPMA0GA1UEAwwGc2VydmVyMFkwEwYHKoZIzj0C
    AQYIKoZIzj0DAQcDQgAEXlgbGVLT2z9r2rCByMsx/H8Rrquz6cs9a8tuSNtX8Vj6
    qHMS3aEaXj/fgfiiCBwMBpxA6CYHyHkqgICXAe9LGqNTMFEwDwYDVR0RBAgwBocE
    fwAAATAdBgNVHQ4EFgQUDnob43dflNadkulaSH0eZUKPfTswHwYDVR0jBBgwFoAU
    sq7MWsbyDqdzBWRpXlVlw1SIEaQwCgYIKoZIzj0EAwIDSAAwRQIgL39nkIu+qnOh
    wheBQVeE1+rwmwEhoWyBM2ILiQsFO8MCIQDGh0JnOOpfmlwo3GbxdSKtFB5Gz3Cd
    dn1bTtzjfFarLw==
    -----END CERTIFICATE-----
    """

  package static let serverKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0Xq6pX35OHy8IiT8
    sRb3UfGo+HbdyNyV5lMrCjsPXtWhRANCAAReWBsZUtPbP2vasIHIyzH8fxGuq7Pp
    yz1ry25I21fxWPqocxLdoRpeP9+B+KIIHAwGnEDoJgfIeSqAgJcB70sa
    -----END PRIVATE KEY-----
    """

  package static let client = """
    -----BEGIN CERTIFICATE-----
    MIIBijCCATCgAwIBAgIUJ4fnO9QAlflcsY8kzN6iZ79nPCowCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTUGl4eSB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMjExNDQwMTJa
    GA8yMTI2MTAyODE0NDAxMlowETEPMA0GA1UEAwwGY2xpZW50MFkwEwYHKoZIzj0C
    AQYIKoZIzj0DAQcDQgAEf727K4mcbBBxtIo5FN6lpTh/qQwYwa+VTGtn3e6huWh9
    RF5BcobkU1Bh7uZMTiZUG+R0itUZReu3LwGbr4s7oKNXMFUwEwYDVR0lBAwwCgYI
    KwYBBQUHAwIwHQYDVR0OBBYEFFWe1v167UShLUOygSvSHT8V83G4MB8GA1UdIwQY
    MBaAFLKuzFrG8g6ncwVkaV5VZcNUiBGkMAoGCCqGSM49BAMCA0gAMEUCIFccGwjj
    f3jJ6KUv6Q1uvmufFDUKAt7sBngSsNxOYmyGAiEArb8XGJwLyl3tOOGpIh2MUI9e
    cNn+MM1g4I6zluO5PI8=
    -----END CERTIFICATE-----
    """

  package static let clientKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgS90AJ4VW6nm2RfE1
    03nsjHsPlYmFtffOAhEvp6kxOD2hRANCAAR/vbsriZxsEHG0ijkU3qWlOH+pDBjB
    r5VMa2fd7qG5aH1EXkFyhuRTUGHu5kxOJlQb5HSK1RlF67cvAZuvizug
    -----END PRIVATE KEY-----
    """
}
