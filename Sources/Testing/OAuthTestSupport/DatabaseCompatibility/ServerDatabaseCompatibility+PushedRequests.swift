internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let pushedRequests: [Check] = [
    Check("has no pushed requests at first") { open in
      let database = try await open()
      try expect(await database.pushedRequest(hash("a")) == nil, "a new database has a request")
      try expect(
        await !database.consumePushedRequest(hash("a"), request: key("1")), "an unknown request was consumed")
    },
    Check("returns every byte of a pushed request, even in another process") { open in
      let text = "state=%00'%3B--&nonce=\u{E9}\u{65}\u{301}&x=" + String(repeating: "y", count: 16_000)
      let whole = PushedRequestRecord(
        hash: hash("whole"), clientID: "client \u{1F511}'", parameters: Secret(text),
        expires: now.addingTimeInterval(90),
        completableUntil: now.addingTimeInterval(1_890))
      for record in [whole, pushed("little")] {
        try await open().savePushedRequest(record)
        let storedRecord = try await open().pushedRequest(record.hash)
        try expect(storedRecord == record, "the request is different")
        try expect(
          storedRecord.map { Array($0.parameters.reveal().utf8) } == Array(record.parameters.reveal().utf8),
          "the parameters have other bytes")
      }
    },
    Check("returns a pushed request as often as it is read") { open in
      let database = try await open()
      try await database.savePushedRequest(pushed("a"))
      for _ in 0..<3 { try expect(await database.pushedRequest(hash("a")) != nil, "reading consumed the request") }
    },
    Check("extends a pushed request, but never shortens it") { open in
      try await open().savePushedRequest(pushed("a"))
      try await open().savePushedRequest(pushed("b"))
      for (seconds, expected) in [(2_000.0, 2_000.0), (1_900, 2_000), (2_001, 2_001)] {
        try await open().extendPushedRequest(hash("a"), until: now.addingTimeInterval(seconds))
        let storedRecord = try await open().pushedRequest(hash("a"))
        try expect(
          storedRecord?.completableUntil == now.addingTimeInterval(expected), "the request doesn't have the latest end")
        try expect(storedRecord?.expires == pushed("a").expires, "the time in which a sign-in can begin changed")
        try expect(
          storedRecord?.parameters.reveal() == "state=a" && storedRecord?.clientID == "app", "the request changed")
      }
      try expect(await open().pushedRequest(hash("b")) == pushed("b"), "another request was extended too")
      let database = try await open()
      _ = try await database.consumePushedRequest(hash("a"), request: key("2"))
      try await database.extendPushedRequest(hash("a"), until: now.addingTimeInterval(3_000))
      try expect(await database.pushedRequest(hash("a")) == nil, "extending a consumed request restored it")
    },
    Check("consumes a pushed request once") { open in
      let database = try await open()
      try await database.savePushedRequest(pushed("a"))
      try await database.savePushedRequest(pushed("b"))
      try expect(await open().consumePushedRequest(hash("a"), request: key("3")), "the request could not be consumed")
      try expect(await !database.consumePushedRequest(hash("a"), request: key("4")), "the request was consumed twice")
      try expect(await database.pushedRequest(hash("a")) == nil, "a consumed request is still there")
      try expect(await database.pushedRequest(hash("b")) == pushed("b"), "another request was consumed too")
    },
  ]
}
