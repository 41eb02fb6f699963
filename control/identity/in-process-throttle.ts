import { ACCOUNT, type Allowance, type LoginThrottle, pauseMs, SOURCE, tooEarly, WINDOW_MS } from './throttle.ts'

type Failures = { count: number; lastMs: number }

/** Counters of one kind. Past it the one whose last failure is oldest is forgotten. */
const COUNTERS_MAX = 50_000

/** For a single replica. `nowMs` never goes back. */
export function inProcessThrottle(nowMs: () => number = () => performance.now(), max = COUNTERS_MAX): LoginThrottle {
  const accounts = new Map<string, Failures>()
  const sources = new Map<string, Failures>()
  return {
    async attempt(account, source) {
      const now = nowMs()
      const wait = Math.max(waitMs(accounts.get(account), ACCOUNT, now), waitMs(sources.get(source), SOURCE, now))
      if (wait > 0) throw tooEarly(wait)
      count(accounts, account, now, max)
      count(sources, source, now, max)
    },
    async succeeded(account, source) {
      accounts.delete(account)
      const failures = sources.get(source)
      if (failures && failures.count > 1) failures.count--
      else sources.delete(source)
    },
  }
}

function waitMs(failures: Failures | undefined, allowance: Allowance, now: number): number {
  if (!failures || now - failures.lastMs >= WINDOW_MS) return 0
  return failures.lastMs + pauseMs(failures.count, allowance) - now
}

function count(counters: Map<string, Failures>, key: string, now: number, max: number): void {
  const before = counters.get(key)
  const isRecent = before !== undefined && now - before.lastMs < WINDOW_MS
  counters.delete(key) // re-insert: map order is the order of the last failure
  counters.set(key, { count: isRecent ? before.count + 1 : 1, lastMs: now })
  if (counters.size <= max) return
  const [oldest] = counters.keys()
  if (oldest !== undefined) counters.delete(oldest)
}
