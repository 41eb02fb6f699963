/**
 * Copies the stream's stopped rules to processes and threads that have not stopped them themselves: it asks the lake
 * every few seconds, where the API asks too. Before the first match it asks the lake once, and does not wait for a lake
 * that is silent.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { KnownStop } from '../detections/tenant/stopped-rules.ts'
import { stopsSince } from '../detections/tenant/stops-in-lake.ts'
import { withDeadline } from '../platform/deadline.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { openClickhouse } from '../stores/clickhouse/client.ts'
import { operatorReader, type Reader } from '../stores/clickhouse/tenant-reader.ts'

const EVERY_MS = 5_000
/** Time limit of the first query; later ones cover the events of the last day, and wait for the one before. */
const FIRST_MS = 10_000
const DAY_MS = 86_400_000
const STOPS_MAX = 100_000

/** A holder of rules: `RuleBook`, `YaraTexts`. */
type Book = { learn(stops: readonly KnownStop[]): void }

export class RuleStops {
  readonly #lake: Pick<Reader, 'query'>
  readonly #books: readonly Book[]
  /** All known stops, the oldest to go first: a stop may be known before the change that it followed. */
  readonly #known = new Map<string, KnownStop>()
  #sinceMs = 0

  constructor(lake: Pick<Reader, 'query'>, books: readonly Book[]) {
    this.#lake = lake
    this.#books = books
  }

  /** Rejects while the lake is away; the next call repeats the query. */
  async ask(nowMs: number): Promise<void> {
    for (const { tenant, ruleId, version } of await stopsSince(this.#lake, this.#sinceMs))
      this.#known.set(`${tenant} ${version} ${ruleId}`, { tenant, ruleId, version })
    this.#sinceMs = nowMs - DAY_MS
    for (const key of [...this.#known.keys()].slice(0, Math.max(0, this.#known.size - STOPS_MAX)))
      this.#known.delete(key)
    const stops = [...this.#known.values()]
    for (const book of this.#books) book.learn(stops)
  }
}

export type FollowedStops = {
  /** Resolves after the first query of the lake; matching begins then. */
  readonly known: Promise<void>
  close(): Promise<void>
}

/** Begins once `ready` resolves: before that the books know no rules. */
export function followStops(books: readonly Book[], ready: Promise<void>, url: string, log: Log): FollowedStops {
  const client = openClickhouse({ url, connectionsMax: 1 })
  const stops = new RuleStops(operatorReader(client), books)
  const closed = new AbortController()
  const { signal } = closed
  const refused = (err: unknown) => {
    if (!signal.aborted) log.warn({ err }, 'cannot read which rules other processes stopped, retrying')
  }
  const known = Promise.withResolvers<void>()
  const follow = async () => {
    await ready
    const first = stops.ask(Date.now()).catch(refused)
    const late = () => new AppError('unavailable', 'the lake did not answer in time')
    await withDeadline(first, FIRST_MS, late).catch(refused)
    known.resolve()
    await first
    while (!signal.aborted) {
      await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await stops.ask(Date.now()).catch(refused)
    }
  }
  void follow()
  return {
    known: known.promise,
    async close() {
      closed.abort()
      await client.close()
    },
  }
}
