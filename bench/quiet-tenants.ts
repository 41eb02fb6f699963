/** Tenants that push little and often, and watch until a query sees what they pushed. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Instance } from '../services/supervisor/instance.ts'
import { openClickhouse } from '../stores/clickhouse/client.ts'
import type { FeedBodies } from './feed-bodies.ts'
import { openLoop } from './open-loop.ts'
import { type Pushed, pushOne } from './pusher.ts'

const POLL_MS = 50
const SOURCE = 'quiet'
/**
 * One look at all of them, in the ledger, where rows are counted once they are there. The same of `events` takes the
 * engine 14 ms each time, most of it to understand the columns that are made when read: twenty looks a second would
 * leave half a core to what is measured.
 */
const SEEN = `SELECT tenant_id AS tenant, toUInt32(sum(events)) AS stored FROM ledger
  WHERE source = '${SOURCE}' AND outcome = 'stored' GROUP BY tenant_id`

type Waiting = { readonly nth: number; readonly dueMs: number }
type Times = { readonly ackMs: number[]; readonly storedMs: number[] }

export class QuietTenants {
  readonly #url: string
  readonly #client: ClickHouseClient
  readonly #tokens: ReadonlyMap<string, string>
  readonly #lines: readonly string[]
  #nth = 0

  private constructor(instance: Instance, tokens: ReadonlyMap<string, string>, bodies: FeedBodies) {
    this.#url = instance.ingestUrl
    this.#client = openClickhouse({ url: instance.clickhouseUrl })
    this.#tokens = tokens
    this.#lines = distinctLines(bodies)
  }

  static async open(instance: Instance, count: number, mint: (tenant: string) => Promise<string>, bodies: FeedBodies) {
    const tokens = new Map<string, string>()
    for (let i = 0; i < count; i++) tokens.set(`quiet-${i}`, await mint(`quiet-${i}`))
    return new QuietTenants(instance, tokens, bodies)
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  /** Every tenant `perSecond` batches a second; resolves when the last one is seen in the lake. */
  async push(perSecond: number, seconds: number): Promise<Times> {
    const names = [...this.#tokens.keys()]
    const waiting = new Map(names.map((name) => [name, [] as Waiting[]]))
    const times: Times = { ackMs: [], storedMs: [] }
    const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
    const first = this.#nth
    let isPushing = true
    const pushing = openLoop(perSecond * names.length, seconds, async (i, dueMs) => {
      const tenant = names[i % names.length] as string
      const nth = first + Math.floor(i / names.length) + 1
      this.#nth = nth
      waiting.get(tenant)?.push({ nth, dueMs })
      const token = this.#tokens.get(tenant) as string
      // Sent as `generic`, so that every batch is processed alike.
      await pushOne(this.#body(nth), { url: this.#url, token, connector: SOURCE, format: 'generic' }, pushed)
      times.ackMs.push(performance.now() - dueMs)
    }).finally(() => {
      isPushing = false
    })
    const watching = this.#watch(waiting, times, () => isPushing)
    await Promise.all([pushing, watching])
    return times
  }

  async #watch(waiting: ReadonlyMap<string, Waiting[]>, times: Times, isPushing: () => boolean): Promise<void> {
    while (isPushing() || [...waiting.values()].some((queue) => queue.length > 0)) {
      const startedAt = performance.now()
      const seen = await (await this.#client.query({ query: SEEN, format: 'JSONEachRow' })).json<{
        tenant: string
        stored: number
      }>()
      for (const { tenant, stored } of seen) {
        const queue = waiting.get(tenant) ?? []
        while (queue[0] && queue[0].nth * this.#lines.length <= stored)
          times.storedMs.push(performance.now() - (queue.shift() as Waiting).dueMs)
      }
      await delay(Math.max(0, POLL_MS - (performance.now() - startedAt)))
    }
  }

  /** The number comes last, because of two members with the same name the later one counts. */
  #body(nth: number): Buffer {
    return Buffer.from(
      `${this.#lines.map((line) => `${line.slice(0, line.lastIndexOf('}'))},"pid":${nth}}`).join('\n')}\n`,
    )
  }
}

/** As many lines as a body has: duplicates would be dropped, and batches are counted by their stored events. */
function distinctLines(bodies: FeedBodies): readonly string[] {
  const { body, events } = bodies.next()
  const lines = new Set(linesOf(body))
  while (lines.size < events) for (const line of linesOf(bodies.next().body)) if (lines.size < events) lines.add(line)
  return [...lines]
}

function linesOf(body: Buffer): string[] {
  return body.toString().split('\n').filter(Boolean)
}
