/* Rotation of refresh tokens while commits are in doubt. Rotation.md explains this model.
 *
 * A client holds a refresh token. Two server processes answer it from one database, a primary with a
 * synchronous standby. Scripts/check/rotation-model checks the assertions without and with these definitions.
 *
 * Circumstances:
 *   THIEF                a thief copies the client's token at any moment
 *   BOUND                tokens are bound to a key of the client, which the thief lacks
 *   OWN_KEY              the thief may prove a key of his own, which binds the tokens that he gets
 *   NO_LOSS              each answer arrives, and no process gives up or is killed
 *   LATE                 the client may come back after the leeway
 *   SKEW                 the clocks of the processes differ by more than the leeway
 *   NOT_SHARED           a further assertion: client and thief never hold the same valid token
 *
 * Defects:
 *   NO_LEEWAY            a second use of a spent token always revokes the grant
 *   NO_REQUEST_KEY       a process doesn't recognize its own repeated operation
 *   NO_DEADLINE          a process continues with a request after the leeway
 *   NO_LOCK              a process reads and spends a token in two transactions
 *   NEW_SUCCESSOR        a second use within the leeway gets another token than the first
 *   NO_REVOCATION        a second use after the leeway is rejected, and the grant remains valid
 *   ASYNCHRONOUS         the primary acknowledges a commit before the standby has it
 *   UNREPLICATED_ANSWER  a process that finds its operation committed answers before the standby has it
 *   UNREPLICATED_REJECTION  a process rejects a token of a revoked grant before the standby has the revocation
 *   UNPROVEN_SUCCESSOR   a second use within the leeway gets a successor whose key the request doesn't prove
 *   LOST_SUCCESSOR       a process doesn't notice a failover between two reads of one request
 *   STALE_PRIMARY        a process reads from the old primary after a failover
 */

#ifndef USES
#define USES 2        /* the number of refreshes of each holder */
#endif
#ifndef BREAKS
#define BREAKS 2      /* the number of connections that break during a commit */
#endif
#ifndef FAILOVERS
#define FAILOVERS 1
#endif
#define LAST 6        /* the most refresh tokens of the grant; the first is 1, and 0 is none */
#ifndef DAY
#define DAY 3         /* the last tick before the end; a tick is half of the leeway */
#endif

#define CLIENT 0
#define ATTACKER 1

/* What a holder receives. */
#define NOTHING 0
#define TOKENS 1
#define DENIED 2      /* invalid_grant: the client is signed out */
#define UNAVAILABLE 3

/* What a transaction writes. */
#define SPEND 1
#define REVOKE 2
#define SAVE 3        /* an access token, or a mark that only has to be replicated */

#ifdef OWN_KEY
typedef Row { bit exists; bit spent; bit is_bound; byte at; byte by; byte successor }
#else
typedef Row { bit exists; bit spent; byte at; byte by; byte successor }
#endif
typedef Copy { Row row[LAST + 1]; bit revoked }

Copy primary, standby;
#ifdef STALE_PRIMARY
Copy old;
bit is_stale[2];
#endif

byte clock;
byte issued = 1;      /* the newest token */
bit settling;

/* The one transaction that has the advisory lock of the grant, and what it would write. */
byte lock;            /* the process and 1, or 0 */
byte kind, spent_token, new_token, spent_at;
#ifdef OWN_KEY
bit proven[2];        /* by process: whether the request proves the thief's key */
bit new_is_bound;
#define lacks_key(t) (primary.row[t].is_bound && !proven[w])
#else
#define lacks_key(t) (false)
#endif
#ifdef UNPROVEN_SUCCESSOR
#define may_follow(t) (true)
#else
#define may_follow(t) (!lacks_key(t))
#endif

/* By process: the request that it answers. Both fields of an idle process are 0. */
bit is_busy[2];
byte sender[2], asked[2], arrival[2];

byte waiting[2];      /* by holder: the process and 1 whose answer it waits for */
byte reply[2], received[2];
byte hold[2];         /* by holder: its refresh token */
bit asking[2];
byte finished;        /* the number of holders that have used their token for the last time */
byte breaks = BREAKS, failovers = FAILOVERS;
byte n, unspent;      /* used within d_step only */

/* Processes without a difference are chosen in their order, which leaves out half of the states. */
#ifdef SKEW
#define SKEWED 2
#define MAY_CHOOSE (true)
#else
#define SKEWED 0
#define MAY_CHOOSE (is_busy[0])
#endif
#ifdef NO_DEADLINE
#define is_over(m) (false)
#else
#define is_over(m) (clock > m + 1)
#endif

#ifdef NO_LEEWAY
#define within(m, s) (false)
#else
#define within(m, s) ((m >= s && m - s <= 1) || (s > m && s - m <= 1))
#endif
/* Whether the process finds a token unspent, or spent by its own request. */
#ifdef NO_LOCK
#define is_free(t) (was_free)
#else
#define is_free(t) (!primary.row[t].spent)
#endif
#ifdef NO_REQUEST_KEY
#define is_own(t) (false)
#else
#define is_own(t) (primary.row[t].by == w + 1)
#endif
#define are_idle (!is_busy[0] && !is_busy[1])
#define is_valid(copy, t) (t != 0 && copy.row[t].exists && !copy.row[t].spent && !copy.revoked)

inline copy(from, to) {
  n = 1;
  do
  :: n <= LAST ->
     to.row[n].exists = from.row[n].exists; to.row[n].spent = from.row[n].spent;
     to.row[n].at = from.row[n].at; to.row[n].by = from.row[n].by;
     to.row[n].successor = from.row[n].successor;
#ifdef OWN_KEY
     to.row[n].is_bound = from.row[n].is_bound;
#endif
     n++
  :: else -> break
  od;
  to.revoked = from.revoked; n = 0
}

/* A grant has one line of tokens: at most one of them is unspent. */
inline check_line() {
  n = 1; unspent = 0;
  do
  :: n <= LAST -> unspent = unspent + (primary.row[n].exists && !primary.row[n].spent); n++
  :: else -> break
  od;
  assert(unspent <= 1 || primary.revoked);
  n = 0; unspent = 0
}

/* The primary has the transaction on its disk, and other transactions see it. */
inline apply() {
  if
  :: kind == SPEND ->
     primary.row[spent_token].spent = 1; primary.row[spent_token].at = spent_at;
     primary.row[spent_token].by = lock; primary.row[spent_token].successor = new_token;
#ifdef OWN_KEY
     primary.row[new_token].is_bound = new_is_bound;
#endif
     primary.row[new_token].exists = 1
  :: kind == REVOKE -> primary.revoked = 1
  :: else -> skip
  fi;
  check_line()
}

inline release() {
#ifdef OWN_KEY
  new_is_bound = 0;
#endif
  lock = 0; kind = 0; spent_token = 0; new_token = 0; spent_at = 0
}

/* Answers a holder that is still waiting. Otherwise the answer is lost. */
inline answer(what, token_or_none) {
  d_step {
    if
    :: waiting[sender[w]] == w + 1 ->
       reply[sender[w]] = what; received[sender[w]] = token_or_none; waiting[sender[w]] = 0
    :: else -> skip
    fi
  }
}

/* Takes the lock for a transaction that writes. */
inline begin(what) { lock = w + 1; kind = what }

#define h sender[w]
#define token asked[w]
#define moment arrival[w]

/* A holder must not learn of a revocation that a failover can still undo. */
#ifdef UNREPLICATED_REJECTION
#define reject_revoked() answer(DENIED, 0); goto free
#else
#define reject_revoked() found = 0; begin(SAVE)
#endif

/* A server process, which answers one request at a time. */
proctype Process(byte w) {
  byte made, found;
  bit was_acknowledged;
#ifdef NO_LOCK
  bit was_free;
#endif

  goto end_free;
free:
  atomic {
    /* A request key is never used again. */
    n = 1;
    do
    :: n <= LAST ->
       if :: primary.row[n].by == w + 1 -> primary.row[n].by = 0 :: else -> skip fi;
       if :: standby.row[n].by == w + 1 -> standby.row[n].by = 0 :: else -> skip fi;
       n++
    :: else -> break
    od;
#ifdef OWN_KEY
    proven[w] = 0;
#endif
    n = 0; sender[w] = 0; asked[w] = 0; arrival[w] = 0; made = 0; found = 0; was_acknowledged = 0; is_busy[w] = 0
  }
  /* RefreshTokenGrant looks the token up before it makes new ones. */
end_free:
  atomic {
    is_busy[w] ->
#ifdef BOUND
    if
    :: h == ATTACKER -> answer(DENIED, 0); goto free
    :: else -> skip
    fi;
#endif
#ifdef STALE_PRIMARY
    if
    :: is_stale[w] ->
       if
       :: !old.row[token].exists || old.revoked -> answer(DENIED, 0); goto free
       :: else -> is_stale[w] = 0
       fi
    :: else -> skip
    fi;
#endif
    if
    :: !primary.row[token].exists -> answer(DENIED, 0); goto free
#ifdef UNREPLICATED_REJECTION
    :: primary.row[token].exists && primary.revoked -> answer(DENIED, 0); goto free
    :: primary.row[token].exists && !primary.revoked -> skip
#else
    :: primary.row[token].exists -> skip
#endif
    fi;
#ifdef OWN_KEY
    if
    :: lacks_key(token) -> answer(DENIED, 0); goto free
    :: else -> skip
    fi
#endif
  }

#ifdef NO_LOCK
  was_free = !primary.row[token].spent;
#endif

transact:
  atomic {
    lock == 0 ->
    was_acknowledged = 0;
    if
    :: is_over(moment) -> answer(UNAVAILABLE, 0); goto free
    :: !is_over(moment) && primary.row[token].exists && !primary.revoked ->
       if
       :: is_free(token) ->
          if
          :: made == 0 && issued < LAST -> issued++; made = issued
          :: made == 0 && issued == LAST -> answer(UNAVAILABLE, 0); goto free
          :: else -> skip
          fi;
          begin(SPEND); spent_token = token; new_token = made; spent_at = moment;
#ifdef OWN_KEY
          new_is_bound = proven[w];
#endif
          found = made
       :: !is_free(token) && is_own(token) ->
          found = primary.row[token].successor;
#ifdef UNREPLICATED_ANSWER
          answer(TOKENS, found); goto free
#else
          begin(SAVE)
#endif
       :: !is_free(token) && !is_own(token) ->
          if
          :: within(moment, primary.row[token].at) -> found = token; goto follow
#ifdef NO_REVOCATION
          :: else -> answer(DENIED, 0); goto free
#else
          :: else -> found = 0; begin(REVOKE)
#endif
          fi
       fi
    :: !is_over(moment) && !primary.row[token].exists -> answer(DENIED, 0); goto free
    :: !is_over(moment) && primary.row[token].exists && primary.revoked -> reject_revoked()
    fi
  }

commit:
  atomic {
    if
    :: lock == w + 1 ->
       d_step {
         apply();
#ifndef ASYNCHRONOUS
         copy(primary, standby);
#endif
         release(); was_acknowledged = 1
       }
    :: lock == w + 1 && breaks > 0 ->
       /* The process doesn't learn which of these happened. */
       breaks--;
       if
       :: d_step { release() }
       :: d_step { apply(); release() }
       :: d_step { apply(); copy(primary, standby); release() }
       fi
    :: lock != w + 1 -> skip            /* a failover has ended the transaction */
    fi
  };
  if
  :: was_acknowledged && found != 0 -> answer(TOKENS, found)
  :: was_acknowledged && found == 0 -> answer(DENIED, 0)
  :: !was_acknowledged -> goto transact /* the process repeats the operation under its request key */
#ifndef NO_LOSS
  :: !was_acknowledged -> answer(UNAVAILABLE, 0)
  :: !was_acknowledged -> skip          /* the process is killed */
#endif
  fi;
  goto free;

  /* A second use within the leeway: finds the token that has replaced the spent one. */
follow:
  atomic {
    lock == 0 ->
    if
    :: is_over(moment) -> answer(UNAVAILABLE, 0); goto free
    :: !is_over(moment) && primary.row[found].exists && !primary.revoked ->
#ifdef NEW_SUCCESSOR
       if
       :: issued == LAST -> answer(UNAVAILABLE, 0)
       :: else ->
          issued++; primary.row[issued].exists = 1;
          d_step { check_line(); copy(primary, standby) };
          answer(TOKENS, issued)
       fi;
       goto free
#else
       if
       /* Another holder has bound the grant to its key. */
       :: !may_follow(found) -> found = 0; begin(REVOKE)
       :: may_follow(found) && primary.row[found].spent && within(moment, primary.row[found].at) ->
          found = primary.row[found].successor; goto follow
       :: may_follow(found) && primary.row[found].spent && !within(moment, primary.row[found].at) ->
          found = 0; begin(REVOKE)
#ifndef LOST_SUCCESSOR
       /* A failover has undone the first use, which was never replicated. */
       :: may_follow(found) && !primary.row[found].spent && found == token -> found = 0; goto transact
       :: may_follow(found) && !primary.row[found].spent && found != token -> begin(SAVE)
#else
       :: may_follow(found) && !primary.row[found].spent -> begin(SAVE)
#endif
       fi;
       goto commit
#endif
    :: !is_over(moment) && primary.revoked -> reject_revoked(); goto commit
#ifdef LOST_SUCCESSOR
    :: !is_over(moment) && !primary.revoked && !primary.row[found].exists -> answer(DENIED, 0); goto free
#else
    /* A failover came between the two look-ups, and the successor was never replicated. */
    :: !is_over(moment) && !primary.revoked && !primary.row[found].exists -> answer(UNAVAILABLE, 0); goto free
#endif
    fi
  }
}

#undef h
#undef token
#undef moment

inline send(h, w) {
#ifdef OWN_KEY
  if :: h == ATTACKER -> proven[w] = 1 :: true -> proven[w] = 0 fi;
#endif
  asking[h] = 1; is_busy[w] = 1; sender[w] = h; asked[w] = hold[h]; arrival[w] = clock + SKEWED * w; waiting[h] = w + 1
}

/* One refresh by a holder, which comes back until it has an answer. */
inline use_token(h) {
  do
  :: atomic {
       if
       :: !is_busy[0] -> send(h, 0)
       :: MAY_CHOOSE && !is_busy[1] -> send(h, 1)
       fi
     };
     if
     :: atomic {
          reply[h] == TOKENS || reply[h] == DENIED ->
          hold[h] = received[h]; received[h] = 0; reply[h] = NOTHING; asking[h] = 0;
#if !defined(THIEF) || defined(BOUND)
          assert(h != CLIENT || hold[h] != 0);       /* signed out */
#endif
#ifdef OWN_KEY
          assert(h != CLIENT || hold[h] != 0 || primary.revoked);   /* signed out, and the thief isn't */
#endif
#ifdef BOUND
          assert(h != ATTACKER || hold[h] == 0);     /* a thief without the key gets nothing */
#endif
#ifdef NOT_SHARED
          assert(hold[CLIENT] != hold[ATTACKER] || !is_valid(primary, hold[CLIENT]) || asking[CLIENT]);
#endif
          break
        }
     :: atomic { reply[h] == UNAVAILABLE -> reply[h] = NOTHING }
#ifndef NO_LOSS
     :: atomic { waiting[h] != 0 -> waiting[h] = 0 }
#endif
     fi
  od
}

proctype Client() {
  byte uses = USES;
  do
  :: uses > 0 && hold[CLIENT] != 0 -> uses--; use_token(CLIENT)
  :: uses == 0 || hold[CLIENT] == 0 -> break
  od;
  finished++
}

proctype Thief() {
  byte uses = USES;
  /* The copy may be made before the client uses the token, while it does, or of a later one. */
  atomic { hold[CLIENT] != 0 -> hold[ATTACKER] = hold[CLIENT] } unless { finished == 1 };
  do
  :: uses > 0 && hold[ATTACKER] != 0 -> uses--; use_token(ATTACKER)
  :: true -> break
  od;
  finished++
}

/* The token of an asking client was spent, or is about to be, half a leeway ago: the client comes back now. */
#define was_spent(copy) (copy.row[hold[CLIENT]].spent && clock > copy.row[hold[CLIENT]].at)
#define is_pending (lock != 0 && kind == SPEND && spent_token == hold[CLIENT] && clock > spent_at)
#if defined(LATE)
#define is_urgent (false)
#elif defined(NO_LOSS)
#define is_urgent (asking[CLIENT])
#else
#define is_urgent (asking[CLIENT] && (was_spent(primary) || was_spent(standby) || is_pending))
#endif

proctype Clock() {
end:
  do
  :: atomic { clock < DAY && !settling && !is_urgent -> clock++ }
  od
}

/* The primary dies, and the standby takes its place. What it hadn't replicated is lost. */
proctype Failover() {
end:
  do
  :: atomic {
       failovers > 0 -> failovers--;
       if
       :: lock != 0 -> d_step { apply(); copy(primary, standby) }
       :: true -> skip
       fi;
       d_step {
#ifdef STALE_PRIMARY
         copy(primary, old); is_stale[1] = 1;
#endif
         release(); copy(standby, primary); check_line()
       }
     }
#ifdef ASYNCHRONOUS
  :: d_step { lock == 0 -> copy(primary, standby) }
#endif
  od
}

init {
  byte first;
  atomic {
    primary.row[1].exists = 1; standby.row[1].exists = 1; hold[CLIENT] = 1;
    run Process(0); run Process(1); run Client(); run Clock(); run Failover();
#ifdef THIEF
    run Thief()
#endif
  }
#ifdef THIEF
  finished == 2 && are_idle;
  /* Both use what they hold once more, with more than the leeway between the uses. */
  atomic {
    settling = 1;
#ifndef BOUND
    if
    :: hold[CLIENT] != 0 && hold[ATTACKER] != 0 ->
       if :: first = CLIENT :: first = ATTACKER fi;
       clock = clock + 2
    :: else -> goto done
    fi
#else
    goto done
#endif
  };
  use_token(first);
  atomic { are_idle -> clock = clock + 2 };
  if
  :: hold[1 - first] != 0 -> use_token(1 - first)
  :: else -> skip
  fi;
  assert(primary.revoked);
done:
  skip
#else
  finished == 1 && are_idle;
  /* What the client was given is valid, also if the primary dies now. */
  assert(is_valid(primary, hold[CLIENT]) && is_valid(standby, hold[CLIENT]))
#endif
}
