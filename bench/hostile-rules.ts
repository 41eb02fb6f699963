/**
 * Measures the effect of one tenant's hostile rules and events on another: the time from the push of an event of the
 * quiet tenant until it is stored, before, during and after each attack, how long the API is silent meanwhile, and the
 * same at a restart of the stages. Each attack is described beside its code.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Instance } from '../services/supervisor/instance.ts'
import { openClickhouse } from '../stores/clickhouse/client.ts'
import { type BenchInstance, startInstance } from './instance.ts'
import { pushOne } from './pusher.ts'

const POLL_MS = 20
/** Events of the quiet tenant, one after the other; the longest time is reported. */
const EVENTS = 10
const STORED_MS_MAX = 180_000
const HEALTH_EVERY_MS = 25
/** Rules take effect within seconds, and later on a busy machine. */
const IN_FORCE_MS = 10_000
const SEEN = `SELECT toUInt32(sum(events)) AS stored FROM ledger WHERE tenant_id = 'quiet' AND outcome = 'stored'`

/** Patterns for the largest program that is accepted, and for one that once blocked all tenants for a minute. */
const ACCEPTED_PATTERN = `[ab]*a${'([ab]){190}'.repeat(4)}([0-9]){2}$`
const REFUSED = `[ab]*a${'([ab]){900}'.repeat(5)}([0-9]){2}$`
/** The program is in another state after each prefix of this text. */
const LETTERS = Array.from({ length: 200_000 }, (_, i) => 'ab'[Math.imul(i, 2654435761) >>> 31]).join('')

type RuleFile = { readonly language: 'sigma' | 'kql'; readonly file: string; readonly text: string }

function sigma(id: string, pattern: string): RuleFile {
  const detection = `logsource: {product: windows}\ndetection:\n  s:\n    Image|re: '${pattern}'\n  condition: s\n`
  return { language: 'sigma', file: `${id}.yml`, text: `title: ${id}\nid: ${id}\n${detection}` }
}

const union = (n: number): RuleFile => ({
  language: 'kql',
  file: `union-${n}.kql`,
  text: `union ${Array(1_900).fill('SecurityEvent').join(', ')} | where EventID == ${n}`,
})
const pipes: RuleFile = { language: 'kql', file: 'pipes.kql', text: `SecurityEvent${' | where a==1'.repeat(1_900)}` }

export async function benchHostileRules(): Promise<Record<string, unknown>> {
  const bench = await startInstance()
  const tenants = await Tenants.open(bench)
  try {
    await tenants.quietMs() // Warm.
    return {
      before_ms: await tenants.quietMs(),
      restart_without_rules: await tenants.during(() => tenants.restartStages()),
      refused_pattern: await tenants.during(() => tenants.importRules([sigma('refused', REFUSED)])),
      one_rule_and_events: await tenants.during(async () => {
        await tenants.importRules([sigma('taken', ACCEPTED_PATTERN)])
        await tenants.pushLoud(20)
      }),
      hundred_rules_and_events: await tenants.during(async () => {
        await tenants.importRules(
          Array.from({ length: 100 }, (_, i) => sigma(`taken-${i}`, `${ACCEPTED_PATTERN}|q${i}$`)),
        )
        await tenants.pushLoud(20)
      }),
      restart_in_the_middle: await tenants.during(async () => {
        await tenants.importRules(
          Array.from({ length: 100 }, (_, i) => sigma(`again-${i}`, `${ACCEPTED_PATTERN}|r${i}$`)),
        )
        await tenants.pushLoud(20)
        await tenants.restartStages()
      }),
      kql_pipes: await tenants.during(() => tenants.importRules([pipes])),
      kql_32_unions: await tenants.during(() => tenants.importRules(Array.from({ length: 32 }, (_, i) => union(i)))),
      restart: await tenants.during(() => tenants.restartStages()),
      after_ms: await tenants.quietMs(),
    }
  } finally {
    await tenants.close()
    await bench.stop()
  }
}

class Tenants {
  readonly #bench: BenchInstance
  readonly #lake: ClickHouseClient
  readonly #tokens: { readonly quiet: string; readonly loud: string; readonly key: string }
  #pushed = 0

  private constructor(bench: BenchInstance, tokens: { quiet: string; loud: string; key: string }) {
    this.#bench = bench
    this.#tokens = tokens
    this.#lake = openClickhouse({ url: bench.instance.clickhouseUrl })
  }

  static async open(bench: BenchInstance): Promise<Tenants> {
    const mint = async (tenant: string) => (await bench.svc('tokens', 'mint', '--tenant', tenant)).trim()
    const [quiet, loud] = [await mint('quiet'), await mint('loud')]
    const credentials = ['--email', 'lead@loud.example', '--tenant', 'loud']
    const password = (await bench.svc('admin', 'bootstrap', ...credentials)).trim()
    const signIn = { email: 'lead@loud.example', password, tenant: 'loud' }
    const { access_token } = await read(await post(bench, '/auth/login', {}, signIn))
    return new Tenants(bench, { quiet, loud, key: `Bearer ${access_token}` })
  }

  async close(): Promise<void> {
    await this.#lake.close()
  }

  /** The longest time until an event of the quiet tenant is stored, over several events. */
  async quietMs(): Promise<number> {
    let longestMs = 0
    for (let i = 0; i < EVENTS; i++) longestMs = Math.max(longestMs, await this.#storedMs())
    return Math.round(longestMs)
  }

  /** Times of the quiet tenant and of the API while the attack runs. */
  async during(attack: () => Promise<unknown>) {
    const startedAt = performance.now()
    let isRunning = true
    const silent = this.#silentMs(() => isRunning)
    const attacked = attack().then((answer) => ({ answer, tookMs: Math.round(performance.now() - startedAt) }))
    let longestMs = 0
    let isDone = false
    void attacked.finally(() => {
      isDone = true
    })
    do longestMs = Math.max(longestMs, await this.#storedMs())
    while (!isDone)
    longestMs = Math.max(longestMs, await this.quietMs())
    isRunning = false
    const { answer, tookMs } = await attacked
    const report = await this.#report()
    return {
      answer,
      attack_ms: tookMs,
      quiet_ms: Math.round(longestMs),
      api_silent_ms: Math.round(await silent),
      report,
    }
  }

  async importRules(files: readonly RuleFile[]): Promise<string> {
    const answer = await post(this.#bench, '/rules/import', { authorization: this.#tokens.key }, { files })
    const { created, faults } = (await answer.json()) as { created?: number; faults?: { reason: string }[] }
    return `${answer.status}, ${created ?? 0} created${faults?.[0] ? `, ${faults[0].reason.slice(-60)}` : ''}`
  }

  /** Each event has a different long text. */
  async pushLoud(events: number): Promise<void> {
    await delay(IN_FORCE_MS)
    const lines = Array.from({ length: events }, (_, i) =>
      JSON.stringify({ Channel: 'Security', EventID: 4688, Image: `${LETTERS.slice(i)}${i}x` }),
    )
    await this.#push(this.#tokens.loud, 'windows', lines)
  }

  async restartStages(): Promise<void> {
    const { children } = JSON.parse(await readFile(`${this.#bench.dir}/instance.json`, 'utf8')) as Instance
    if (children.pipeline) process.kill(children.pipeline, 'SIGKILL')
  }

  async #storedMs(): Promise<number> {
    const startedAt = performance.now()
    await this.#push(this.#tokens.quiet, 'generic', [JSON.stringify({ n: this.#pushed++ })])
    while (performance.now() - startedAt < STORED_MS_MAX) {
      const [row] = await (await this.#lake.query({ query: SEEN, format: 'JSONEachRow' })).json<{ stored: number }>()
      if ((row?.stored ?? 0) >= this.#pushed) return performance.now() - startedAt
      await delay(POLL_MS)
    }
    throw new Error('an event of the quiet tenant is not stored')
  }

  async #push(token: string, format: string, lines: readonly string[]): Promise<void> {
    const target = { url: this.#bench.instance.ingestUrl, token, connector: 'bench', format }
    await pushOne(Buffer.from(`${lines.join('\n')}\n`), target, { events: 0, refusals: 0, latenciesMs: [] })
  }

  /** Number of signals so far that a rule was disabled, and that a rule hit its work limit. */
  async #report(): Promise<unknown> {
    const query = `SELECT toUInt32(countIf(startsWith(rule_id, 'svc-rule-stopped:'))) AS stopped,
      toUInt32(countIf(startsWith(rule_id, 'svc-rule-unfinished:'))) AS unfinished FROM signals WHERE tenant_id = 'loud'`
    return (await (await this.#lake.query({ query, format: 'JSONEachRow' })).json())[0]
  }

  /** The longest response time of the API's `/health`. */
  async #silentMs(isRunning: () => boolean): Promise<number> {
    let longestMs = 0
    while (isRunning()) {
      const startedAt = performance.now()
      await (await fetch(`${this.#bench.instance.apiUrl}/health`)).arrayBuffer()
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await delay(HEALTH_EVERY_MS)
    }
    return longestMs
  }
}

function post(bench: BenchInstance, path: string, headers: Record<string, string>, body: object): Promise<Response> {
  return fetch(`${bench.instance.apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function read(answer: Response): Promise<Record<string, string>> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}
