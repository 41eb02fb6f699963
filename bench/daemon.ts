/**
 * All Sigma rules as a service: a whole instance (pushed, durable, mapped, matched, stored) beside rsigma's HTTP daemon,
 * which routes by hints in the events, matches, writes its matches to a file, and stores nothing. Turn by turn, both
 * pushed in 1 MB bodies as fast as they take them, until all of it is done. In two halves: code is compiled and tables
 * are built during the first one, and the second one is how it goes on.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../stores/postgres/testing.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { piecesOf } from './corpus.ts'
import { type Lane, readLanes } from './detect-lanes.ts'
import { startInstance } from './instance.ts'
import { usageOfTree } from './processes.ts'
import { pushAll } from './pusher.ts'
import { round } from './round.ts'

const BODY_BYTES = 1 << 20
const PARALLEL = 8
const EVENTS_MIN = 1_200_000
const LOOK_MS = 50
/** Counters in its metrics. */
const PROCESSED = /^rsigma_events_processed_total (\d+)/m
const MATCHED = /^rsigma_detection_matches_total (\d+)/m
const SIGNALS = `SELECT count() FROM signals WHERE tenant_id = 'bench'`

type Rate = { readonly events_per_second: number; readonly cpu_us_per_event: number }
type Served = Rate & { readonly second_half: Rate; readonly matches: number }
/** The service that events are pushed to. */
type Daemon = {
  readonly pid: number
  /** All events of the lane once. */
  push(round: number): Promise<void>
  /** Resolves when nothing is in flight, after so many events were pushed. */
  done(events: number): Promise<void>
  matches(): Promise<number>
}

export async function benchDaemon(): Promise<Record<string, unknown>> {
  const dir = corporaDir()
  if (dir === null) return { skipped: 'SVC_CORPORA_DIR is not set' }
  const rulesDir = path.join(dir, 'sigma-rules')
  const lanes: Record<string, unknown> = {}
  for (const lane of readLanes(path.join(dir, 'windows'))) {
    const rounds = 2 * Math.ceil(EVENTS_MIN / 2 / lane.events)
    const ours = await throughInstance(lane, rounds, rulesDir)
    const theirs = await throughRsigma(lane, rounds, rulesDir)
    lanes[lane.name] = {
      events: lane.events * rounds,
      ...ours,
      rsigma: theirs,
      times_rate_of_rsigma: theirs && timesRate(ours, theirs),
      times_rate_of_rsigma_in_second_half: theirs && timesRate(ours.second_half, theirs.second_half),
    }
  }
  return { lanes }
}

/** Each round uses another connector, because the same events of one connector would be duplicates. */
async function throughInstance(lane: Lane, rounds: number, rulesDir: string): Promise<Served> {
  const bench = await startInstance({ SVC_BUILTIN_RULES: '0' })
  try {
    const token = (await bench.svc('tokens', 'mint', '--tenant', 'bench')).trim()
    await bench.svc('rules', 'import', rulesDir, '--tenant', 'bench')
    await bench.drain()
    await delay(6000) // rules are live everywhere within five seconds
    return await inHalves(lane, rounds, {
      pid: bench.instance.pid,
      push: async (round) => {
        const target = { url: bench.instance.ingestUrl, token, connector: `round-${round}`, format: 'auto' }
        await pushAll(Readable.from(piecesOf(lane.body, BODY_BYTES)), target, PARALLEL)
      },
      done: () => bench.drain(),
      matches: async () => Number(await bench.svc('sql', SIGNALS)),
    })
  } finally {
    await bench.stop()
  }
}

/** Null if rsigma is not installed. */
async function throughRsigma(lane: Lane, rounds: number, rulesDir: string): Promise<Served | null> {
  if (spawnSync('rsigma', ['--version']).status !== 0) return null
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-daemon-'))
  const out = path.join(dir, 'matches.ndjson')
  const address = `127.0.0.1:${await freePort()}`
  const args = ['--rules', rulesDir, '--input', 'http', '--api-addr', address, '--logsource-routing']
  const daemon = spawn('rsigma', ['engine', 'daemon', ...args, '--input-format', 'json', '--output', `file://${out}`], {
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => daemon.once('exit', resolve))
  try {
    while ((await ask(address, '/readyz').catch(() => null))?.status !== 200) await delay(LOOK_MS)
    return await inHalves(lane, rounds, {
      pid: daemon.pid as number,
      push: () => pushToRsigma(address, lane.hinted),
      done: async (events) => {
        while ((await counted(address, PROCESSED)) < events) await delay(LOOK_MS)
      },
      matches: () => counted(address, MATCHED),
    })
  } finally {
    daemon.kill()
    await exited
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** The totals of both halves exclude the pause between them. */
async function inHalves({ events }: Lane, rounds: number, daemon: Daemon): Promise<Served> {
  const half = rounds / 2
  const first = await pushed(events, 0, half, daemon)
  const second = await pushed(events, half, rounds, daemon)
  const both = { events: events * rounds, ms: first.ms + second.ms, cpuMs: first.cpuMs + second.cpuMs }
  return { ...rateOf(both), second_half: rateOf(second), matches: await daemon.matches() }
}

type Work = { readonly events: number; readonly ms: number; readonly cpuMs: number }

async function pushed(events: number, from: number, to: number, daemon: Daemon): Promise<Work> {
  const startedAt = performance.now()
  const before = usageOfTree(daemon.pid).cpuMs
  for (let i = from; i < to; i++) await daemon.push(i)
  await daemon.done(events * to)
  const cpuMs = usageOfTree(daemon.pid).cpuMs - before
  return { events: events * (to - from), ms: performance.now() - startedAt, cpuMs }
}

function rateOf({ events, ms, cpuMs }: Work): Rate {
  return { events_per_second: Math.round((events * 1000) / ms), cpu_us_per_event: round((cpuMs * 1000) / events) }
}

function timesRate(ours: Rate, theirs: Rate): number {
  return round(ours.events_per_second / theirs.events_per_second)
}

async function pushToRsigma(address: string, body: Buffer): Promise<void> {
  const bodies = piecesOf(body, BODY_BYTES)
  const worker = async () => {
    for (const one of bodies) {
      const { status, text } = await ask(address, '/api/v1/events', one)
      if (status !== 200) throw new Error(`rsigma answers ${status}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

async function counted(address: string, counter: RegExp): Promise<number> {
  return Number(counter.exec((await ask(address, '/metrics')).text)?.[1] ?? 0)
}

const agent = new http.Agent({ keepAlive: true })

function ask(address: string, path: string, body?: Buffer): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const request = http.request(`http://${address}${path}`, { method, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}
