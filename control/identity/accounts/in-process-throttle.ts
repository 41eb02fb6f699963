import {
  ACCOUNT,
  type Allowance,
  type Attempt,
  ELSEWHERE,
  KNOWN_MS,
  type LoginThrottle,
  pauseMs,
  SOURCE,
  tooEarly,
  WINDOW_MS,
} from './throttle.ts'

type Failures = { count: number; lastMs: number }
type Counter = { readonly of: Map<string, Failures>; readonly key: string; readonly allowance: Allowance }

/**
 * Counters of one kind, and known addresses. Past it the one that was touched longest ago is forgotten.
 * @bound remembered failed sign-ins, and known addresses, of a process = {} each -> the one that was used longest ago
 * is forgotten
 */
const COUNTERS_MAX = 50_000

/** For a single replica. A restart loses the counters; device tokens stay valid. `nowMs` must never decrease. */
export function inProcessThrottle(nowMs: () => number = () => performance.now(), max = COUNTERS_MAX): LoginThrottle {
  const devices = new Map<string, Failures>()
  const accounts = new Map<string, Failures>()
  const sources = new Map<string, Failures>()
  const elsewhere = new Map<string, Failures>()
  /** Account and address -> when it was signed in to from there. */
  const known = new Map<string, number>()

  /** The first is the account's own there. */
  const countersOf = ({ account, source, device }: Attempt, now: number): [Counter, ...Counter[]] => {
    if (device !== null) return [{ of: devices, key: `${account}\0${device}`, allowance: ACCOUNT }]
    const there = `${account}\0${source}`
    const signedInMs = known.get(there)
    const isKnown = signedInMs !== undefined && now - signedInMs < KNOWN_MS
    const own = { of: accounts, key: there, allowance: ACCOUNT }
    if (isKnown) return [own]
    return [own, { of: sources, key: source, allowance: SOURCE }, { of: elsewhere, key: account, allowance: ELSEWHERE }]
  }
  return {
    async attempt(attempt) {
      const now = nowMs()
      const counters = countersOf(attempt, now)
      const wait = Math.max(...counters.map((counter) => waitMs(counter, now)))
      if (wait > 0) throw tooEarly(wait)
      for (const { of, key } of counters) count(of, key, now, max)
      return {
        async succeeded() {
          const [own, ...others] = counters
          own.of.delete(own.key)
          for (const { of, key } of others) takeOff(of, key)
          remember(known, `${attempt.account}\0${attempt.source}`, nowMs(), max)
        },
      }
    },
  }
}

function waitMs({ of, key, allowance }: Counter, now: number): number {
  const failures = of.get(key)
  if (!failures || now - failures.lastMs >= WINDOW_MS) return 0
  return failures.lastMs + pauseMs(failures.count, allowance) - now
}

function count(counters: Map<string, Failures>, key: string, now: number, max: number): void {
  const before = counters.get(key)
  const isRecent = before !== undefined && now - before.lastMs < WINDOW_MS
  remember(counters, key, { count: isRecent ? before.count + 1 : 1, lastMs: now }, max)
}

function takeOff(counters: Map<string, Failures>, key: string): void {
  const failures = counters.get(key)
  if (failures && failures.count > 1) failures.count--
  else counters.delete(key)
}

function remember<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key) // re-insert, so that map order is the order of last use
  map.set(key, value)
  if (map.size <= max) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
