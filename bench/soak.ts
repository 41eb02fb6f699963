/**
 * `npm run soak -- --minutes 120 [--heap]`: a whole embedded instance under light mixed use, and the memory of each of its
 * processes over that time, one JSON line a sample. Does it grow without an end? The line at the end compares the second
 * quarter of the run with the last. `--heap` makes each process of ours collect everything it can before the first and the
 * last sample, and leaves a snapshot of its heap in the folder that the first line names.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SAMPLES } from '../services/cli/samples.ts'
import { startInstance } from './instance.ts'
import { memoryOf } from './soak-memory.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    heap: { type: 'boolean', default: false },
    'batches-per-second': { type: 'string', default: '2' },
    'sample-seconds': { type: 'string', default: '30' },
  },
})
const MINUTES = Number(options.minutes)
const SAMPLE_MS = Number(options['sample-seconds']) * 1_000
const PAUSE_MS = 1_000 / Number(options['batches-per-second'])
const EVENTS_PER_BATCH = 10
const ASK_MS = 5_000
/** A request that is not answered in this time counts as failed, so that the end of the run never waits for it. */
const ANSWER_MS = 30_000
const TENANTS = ['acme', 'globex', 'initech']
/** Requested in turn, with a key that may read alerts. */
const PATHS = ['alerts?limit=50', 'alerts?severity=high', 'honeytokens', 'alerts?search=host']
/** Number of names in the events, because some state is kept for each entity. */
const HOSTS = 200
const USERS = 500
/** A process collects garbage and writes its snapshot within this time; it does not report when it is done. */
const SNAPSHOT_MS = 20_000

const snapshots = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-soak-'))
const env = options.heap ? { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}` } : {}
const { instance, svc, drain, stop } = await startInstance(env)
const stopped = new AbortController()
const counts = { batches: 0, refused: 0, queries: 0, failed: 0 }

const tokens = await Promise.all(
  TENANTS.map(async (tenant) => (await svc('tokens', 'mint', '--tenant', tenant)).trim()),
)
const lines = SAMPLES.flatMap(({ file }) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean))
const key = await signIn()

const work = [repeat(PAUSE_MS, push), repeat(ASK_MS, ask)]
const startedAt = performance.now()
const rows: Sample[] = []
print({ begin: new Date().toISOString(), minutes: MINUTES, ...(options.heap ? { snapshots } : {}) })
await delay(Math.min(120_000, (MINUTES * 60_000) / 10))
if (options.heap) await collectAll()
while (performance.now() - startedAt < MINUTES * 60_000) {
  rows.push(await sample())
  print(rows.at(-1))
  await delay(SAMPLE_MS)
}
stopped.abort()
await Promise.all(work)
await drain()
if (options.heap) await collectAll()
print({ end: true, ...counts, drained: await sample(), growth_mb: growth(rows) })
await stop()

type Sample = { readonly minute: number; readonly mb: Readonly<Record<string, number>> }

function print(line: unknown): void {
  console.log(JSON.stringify(line))
}

async function repeat(pauseMs: number, once: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; !stopped.signal.aborted; n++) {
    await once(n).catch(() => counts.failed++)
    await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
  }
}

/** Events of the sample with other names, hosts and times, so that none is a duplicate. */
async function push(n: number): Promise<void> {
  const pick = (k: number) => (n * EVENTS_PER_BATCH + k) * 7919
  const body = Array.from({ length: EVENTS_PER_BATCH }, (_, k) => eventOf(pick(k))).join('\n')
  const token = tokens[n % tokens.length]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const answer = await fetch(`${instance.ingestUrl}/v1/ingest`, { method: 'POST', headers, body, signal: inTime() })
  await answer.arrayBuffer()
  counts.batches++
  if (answer.status !== 202) counts.refused++
}

function eventOf(n: number): string {
  const time = new Date().toISOString()
  const host = `host-${n % HOSTS}`
  const user = `user-${n % USERS}`
  const src = `10.${n % 3}.${n % 7}.${n % 251}`
  switch (n % 4) {
    case 0:
      return JSON.stringify({
        time,
        message: `sshd[${n % 9999}]: Failed password for ${user} from ${src} port 22 ssh2`,
        host,
        n,
      })
    case 1:
      return JSON.stringify({
        ...{ class_uid: 3002, activity_id: 1, time: Date.now(), severity_id: 1, category_uid: 3, type_uid: 300201 },
        ...{ metadata: { version: '1.8.0', product: { name: 'soak' }, uid: String(n) }, status_id: 1 },
        ...{ user: { name: user }, src_endpoint: { ip: src }, device: { hostname: host } },
      })
    case 2:
      return JSON.stringify({
        time,
        EventID: 1,
        Computer: host,
        User: `CORP\\\\${user}`,
        Image: 'C:\\\\Windows\\\\cmd.exe',
        n,
      })
    default:
      return lines[n % lines.length]?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, time) ?? JSON.stringify({ time, n })
  }
}

async function signIn(): Promise<string> {
  const [tenant = ''] = TENANTS
  const email = `lead@${tenant}.example`
  const password = (await svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
  const answer = await fetch(`${instance.apiUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, tenant }),
  })
  const { access_token } = (await answer.json()) as Record<string, string>
  if (access_token === undefined) throw new Error(`sign-in: ${answer.status}`)
  const made = await fetch(`${instance.apiUrl}/api/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ name: 'soak', scopes: ['alerts:read'] }),
  })
  const { key } = (await made.json()) as Record<string, string>
  if (key === undefined) throw new Error(`no key: ${made.status}`)
  return key
}

async function ask(n: number): Promise<void> {
  const answer = await fetch(`${instance.apiUrl}/api/v1/${PATHS[n % PATHS.length]}`, {
    headers: { 'x-api-key': key },
    signal: inTime(),
  })
  await answer.arrayBuffer()
  counts.queries++
  if (answer.status !== 200) counts.failed++
}

function inTime(): AbortSignal {
  return AbortSignal.timeout(ANSWER_MS)
}

async function sample(): Promise<Sample> {
  const minute = Math.round((performance.now() - startedAt) / 6_000) / 10
  return { minute, mb: await memoryOf(instance) }
}

async function collectAll(): Promise<void> {
  for (const [name, pid] of Object.entries(instance.children ?? {}))
    if (pid !== null && !['clickhouse', 'postgres'].includes(name)) process.kill(pid, 'SIGUSR2')
  await delay(SNAPSHOT_MS)
}

/** Mean of the last quarter minus that of the second: by then everything that is read once and cached is loaded. */
function growth(samples: readonly Sample[]): Record<string, number> {
  const quarter = Math.floor(samples.length / 4)
  const mean = (part: readonly Sample[], name: string) =>
    part.reduce((sum, { mb }) => sum + (mb[name] ?? 0), 0) / part.length
  const names = Object.keys(samples.at(-1)?.mb ?? {})
  return Object.fromEntries(
    names.map((name) => [
      name,
      Math.round(mean(samples.slice(-quarter), name) - mean(samples.slice(quarter, 2 * quarter), name)),
    ]),
  )
}
