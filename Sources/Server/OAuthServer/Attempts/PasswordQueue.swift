/// A limit on the passwords that are checked at once, with waiting places for each network and each
/// account.
///
/// Networks take turns, so the crowd of one keeps no other waiting. Everyone who tries one account
/// can't keep other users from signing in. Known browsers and networks have waiting places of their
/// own, which no stranger can take, and get every second turn. No waiting sign-in counts as a wrong
/// password, and neither does one without a place.
actor PasswordQueue {
  /// The sender of a sign-in, and the account that it is for.
  struct Origin: Sendable, Hashable {
    /// The first 48 bits of an IPv6 address, or an IPv4 address. Callers in the same process, without
    /// an address, are one network.
    let network: ArraySlice<UInt8>?
    /// The block of addresses that the network is in.
    let block: ArraySlice<UInt8>?
    let account: SignInAttemptKey
    /// Whether the account's user has signed in with the browser or from the network before.
    let isKnown: Bool
    /// The wrong passwords of strangers from the block and the network.
    let guesses: GuessHistory.Counts

    init(
      username: String, address: ClientAddress?, isKnown: Bool = false,
      guesses: GuessHistory.Counts = GuessHistory.Counts()
    ) {
      self.isKnown = isKnown
      self.guesses = guesses
      network = address?.network(.customer)
      block = address?.block
      account = SignInAttemptKey(username: username, network: nil)
    }
  }

  /// The answer to a sign-in that wants to be checked.
  enum Entry: Sendable, Hashable {
    /// The sign-in has a place, until ``leave()``.
    case entered
    /// The waiting places of its own network or account are taken.
    case shareIsFull
    /// All waiting places are taken, by many networks.
    case isFull
  }

  private struct Waiting {
    let origin: Origin
    let continuation: CheckedContinuation<Entry, Never>
  }

  /// The number of networks that may wait. Two checks at once finish about six in a second at the
  /// standard cost, so a network has its turn after at most ten seconds, or twenty beside known ones.
  static let networks = 60
  /// The number of waiting places of all networks together.
  static let places = 1_024
  /// The waiting places of one network from which no user has signed in yet: those of an office whose
  /// people all come at once.
  static let placesPerNetwork = 128
  /// The waiting places of one network at most. Each sign-in adds one.
  static let mostPlacesPerNetwork = 512
  /// The waiting places of one account.
  static let placesPerAccount = 8

  /// The waiting places of known browsers and networks, beside ``places``.
  static let knownPlaces = 20
  /// The waiting places of the known browsers and networks of one account.
  static let knownPlacesPerAccount = 2

  private let atOnce: Int
  private var inside = 0
  private var waiting: [ArraySlice<UInt8>?: [Waiting]] = [:]
  /// The networks with waiting sign-ins, in the order of their turns.
  private var turns: [ArraySlice<UInt8>?] = []
  /// The waiting known browsers and networks, in the order of arrival.
  private var known: [Waiting] = []
  private var isTurnOfKnown = true
  /// The right passwords by network. Counting starts again when there are too many networks.
  private var successes: [ArraySlice<UInt8>: Int] = [:]
  /// The counts of the attempts whose passwords are being checked.
  private var beingChecked: [SignInAttemptKey: Int] = [:]
  /// The attempts that wait until the check of another one ends.
  private var waitingForAnother: [CheckedContinuation<Void, Never>] = []

  /// The number of sign-ins that wait.
  var waitingCount: Int { strangerCount + known.count }
  private var strangerCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

  /// Creates an empty queue.
  ///
  /// - Parameter atOnce: The number of passwords that are checked at once, at least 1.
  init(atOnce: Int) {
    self.atOnce = max(atOnce, 1)
  }

  /// Waits for a place. If all waiting places are taken, the newest sign-in of the network with the
  /// most places loses its place to a network with fewer. If all networks that may wait do, one of the
  /// block with the most networks and wrong passwords loses its places to a block with fewer.
  func enter(_ origin: Origin) async -> Entry {
    if inside < atOnce {
      inside += 1
      return .entered
    }
    if origin.isKnown, known.count < Self.knownPlaces,
      known.count(where: { $0.origin.account == origin.account }) < Self.knownPlacesPerAccount
    {
      return await withCheckedContinuation { known.append(Waiting(origin: origin, continuation: $0)) }
    }
    let own = waiting[origin.network]?.count ?? 0
    let sameAccount = waiting.values.joined().count { $0.origin.account == origin.account }
    guard own < share(of: origin.network), sameAccount < Self.placesPerAccount else { return .shareIsFull }
    guard own > 0 || turns.count < Self.networks || displaceNetwork(inFavorOf: origin),
      strangerCount < Self.places || displace(inFavorOf: own)
    else { return .isFull }
    return await withCheckedContinuation { continuation in
      if own == 0 { turns.append(origin.network) }
      waiting[origin.network, default: []].append(Waiting(origin: origin, continuation: continuation))
    }
  }

  /// Passes the place to a known browser and to a network in turns, and there to the sign-in that
  /// has waited longest.
  func leave() {
    if !known.isEmpty, isTurnOfKnown || turns.isEmpty {
      isTurnOfKnown = false
      known.removeFirst().continuation.resume(returning: .entered)
      return
    }
    isTurnOfKnown = true
    guard let network = turns.first, let next = waiting[network]?.first else {
      inside -= 1
      return
    }
    turns.removeFirst()
    waiting[network]?.removeFirst()
    if waiting[network]?.isEmpty ?? true { waiting[network] = nil } else { turns.append(network) }
    next.continuation.resume(returning: .entered)
  }

  /// Returns the number of waiting places of a network.
  private func share(of network: ArraySlice<UInt8>?) -> Int {
    // Callers in the same process have no address, and are no network that could attack.
    guard let network else { return Self.places }
    return min(Self.placesPerNetwork + successes[network, default: 0], Self.mostPlacesPerNetwork)
  }

  /// Notes that a password was right.
  func succeed(_ origin: Origin) {
    guard let network = origin.network else { return }
    if successes.count >= 10_000, successes[network] == nil { successes = [:] }
    successes[network, default: 0] += 1
  }

  /// Notes that an attempt is counted before its password is checked, until ``endCheck(_:)``.
  func beginCheck(_ counts: [SignInCount]) {
    for count in counts { beingChecked[count.key, default: 0] += 1 }
  }

  /// Notes that an attempt isn't counted, or only if its password was wrong.
  func endCheck(_ counts: [SignInCount]) {
    for count in counts {
      let others = beingChecked[count.key, default: 1] - 1
      beingChecked[count.key] = others > 0 ? others : nil
    }
    for continuation in waitingForAnother { continuation.resume() }
    waitingForAnother = []
  }

  /// Ends the check of an attempt whose counts are full, and waits if another attempt that is being
  /// checked is among them: its password may be right, and its attempt is then taken back.
  /// - Returns: `false`, at once, if there is no such attempt.
  func anotherEnds(beside counts: [SignInCount]) async -> Bool {
    endCheck(counts)
    guard counts.contains(where: { beingChecked[$0.key] != nil }) else { return false }
    await withCheckedContinuation { waitingForAnother.append($0) }
    return true
  }

  /// Removes the sign-ins of a network of the block that sends the most: the block's waiting networks
  /// and wrong passwords count, less the network's right passwords.
  ///
  /// - Returns: Whether another network may wait now.
  private func displaceNetwork(inFavorOf origin: Origin) -> Bool {
    let blocks = Dictionary(waiting.values.compactMap(\.first).map { ($0.origin.block, 1) }, uniquingKeysWith: +)
    let weights = turns.compactMap { network in
      waiting[network]?.last.map { last in
        let successes = network.map { self.successes[$0, default: 0] } ?? Self.places
        return (network, blocks[last.origin.block, default: 0] + last.origin.guesses.block - successes)
      }
    }
    guard let (network, weight) = weights.reversed().max(by: { $0.1 < $1.1 }),
      weight > blocks[origin.block, default: 0] + 1 + origin.guesses.block
    else { return false }
    turns.removeAll { $0 == network }
    for displaced in waiting.removeValue(forKey: network) ?? [] {
      displaced.continuation.resume(returning: .shareIsFull)
    }
    return true
  }

  /// Removes the newest sign-in of the network with the most places.
  ///
  /// - Parameter own: The places of the network that wants one more.
  /// - Returns: Whether a place is free now.
  private func displace(inFavorOf own: Int) -> Bool {
    guard let (network, crowd) = waiting.max(by: { $0.value.count < $1.value.count }), crowd.count > own + 1,
      let last = crowd.last
    else { return false }
    waiting[network]?.removeLast()
    last.continuation.resume(returning: .shareIsFull)
    return true
  }
}
