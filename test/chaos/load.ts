/** A sender that repeats each unacknowledged batch unchanged until it is acknowledged. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../e2e/until.ts'

const EVENTS = 50
const PAUSE_MS = 20
const RETRY_MS = 100
/** A request under way when its server is killed may never be answered. */
const ANSWER_MS_MAX = 15_000

export class Load {
  readonly #url: string
  readonly #token: string
  readonly #stop = new AbortController()
  readonly #lanes: Promise<void>[]
  #next = 0
  #acknowledged = 0
  #refusedInARow = 0
  readonly #fillerBytes: number

  /** `fillerBytes` of random text are added to each event. */
  constructor(url: string, token: string, lanes: number, fillerBytes = 0) {
    this.#url = url
    this.#token = token
    this.#fillerBytes = fillerBytes
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#lane(`chaos-${lane}`))
  }

  /** Number of events that ingest has acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Requests since the last one that was acknowledged. */
  get refusedInARow(): number {
    return this.#refusedInARow
  }

  /** Resolves when this many more events are acknowledged. */
  async more(events: number): Promise<void> {
    const goal = this.#acknowledged + events
    await until(`${events} more events to be acknowledged`, () => this.#acknowledged >= goal)
  }

  /**
   * Resolves when every started batch is acknowledged, so that the numbers of sent and acknowledged events are equal.
   */
  async stop(): Promise<number> {
    this.#stop.abort()
    await Promise.all(this.#lanes)
    return this.#acknowledged
  }

  /** Each lane is a source of its own, so that all partitions are used; a repeated batch is sent as the same source. */
  async #lane(source: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const body = this.#batch()
      while (!(await this.#isAccepted(source, body))) {
        this.#refusedInARow++
        await delay(RETRY_MS)
      }
      this.#refusedInARow = 0
      this.#acknowledged += EVENTS
      await delay(PAUSE_MS)
    }
  }

  /** All events of a run are different. */
  #batch(): string {
    const first = this.#next
    this.#next += EVENTS
    return Array.from({ length: EVENTS }, (_, i) => this.#event(first + i)).join('\n')
  }

  #event(n: number): string {
    const filler = this.#fillerBytes > 0 ? { filler: randomBytes(this.#fillerBytes / 2).toString('hex') } : {}
    return JSON.stringify({ n, host: `host-${n % 7}`, ...filler })
  }

  async #isAccepted(source: string, body: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/x-ndjson' }
    const url = `${this.#url}/v1/ingest?connector_id=${source}&source_format=json`
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => null)
    await answer?.text().catch(() => '')
    if (answer && answer.status < 500 && answer.status !== 429 && answer.status !== 202)
      throw new Error(`ingest answered ${answer.status}`)
    return answer?.status === 202
  }
}
