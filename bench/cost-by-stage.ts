/**
 * The run of `pipeline` with V8's sampler in the processes of the door and of the stages: the CPU of an event, divided
 * among the stages and the steps of intake by the samples whose stack passes through their folder.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { benchPipeline } from './pipeline.ts'
import { round } from './round.ts'

const SAMPLE_US = 1_000

/**
 * A sample belongs to the innermost frame that one of these names: what a step calls in `platform/` or `schemas/`, and code
 * that it generated, is the step's. `stream` is what remains of the runtime: reading and writing the log.
 */
const PARTS: readonly (readonly [name: string, folder: RegExp])[] = [
  ['decode', /\/connectors\/formats\//],
  ['map', /\/connectors\//],
  ['identify', /\/pipeline\/stages\/intake\/normalise\/(event-uid|uid-kernel)/],
  ['map', /\/pipeline\/stages\/intake\/normalise\//],
  ['detect', /\/detections\//],
  ['step', /\/pipeline\/stages\/intake\/([a-z-]+)\//],
  ['decode', /\/pipeline\/stages\/intake\/cut\.ts/],
  ['stage', /\/pipeline\/stages\/([a-z-]+)\//],
  ['sink', /\/pipeline\/sinks\/([a-z-]+)\//],
  ['stream', /\/stream\//],
]

type Frame = { readonly functionName: string; readonly url: string }
type Node = { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }
type Profile = { readonly nodes: readonly Node[]; readonly samples: readonly number[] }

export async function benchCostByStage(): Promise<Record<string, unknown>> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-profiles-'))
  try {
    const flags = ['--cpu-prof', `--cpu-prof-dir=${dir}`, `--cpu-prof-interval=${SAMPLE_US}`]
    const figures = await benchPipeline({ NODE_OPTIONS: flags.join(' ') })
    const { pipeline = 0, ingest = 0, ...others } = figures.cpu_by_process
    const cost = {
      ...shared(samplesOfStages(dir), pipeline),
      door: ingest,
      ...others,
    }
    return {
      events: figures.events,
      json_parse_us: figures.json_parse_us,
      cpu_us_per_event: cost,
      times_json_parse: mapped(cost, (us) => us / figures.json_parse_us),
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Samples by part, of all threads of the process that ran the stages. V8 writes a file for each thread, named
 * `CPU.date.time.pid.thread.n`, also for processes that only answered a command.
 */
function samplesOfStages(dir: string): Map<string, number> {
  const byProcess = Map.groupBy(fs.readdirSync(dir), (name) => name.split('.')[3])
  for (const files of byProcess.values()) {
    const counts = samplesOf(files.map((name) => path.join(dir, name)))
    if (counts.has('step lay-out')) return counts
  }
  throw new Error('the process of the stages left no profile')
}

function samplesOf(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) {
    const profile = JSON.parse(fs.readFileSync(file, 'utf8')) as Profile
    const partOf = parts(profile)
    for (const sample of profile.samples) {
      const part = partOf.get(sample)
      if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  }
  return counts
}

/** The part of each node; a node that is idle has none. */
function parts({ nodes }: Profile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parent = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id] as const)))
  const found = new Map<number, string>()
  for (const { id, callFrame } of nodes) {
    if (callFrame.functionName === '(idle)') continue
    let part: string | undefined
    for (let at: number | undefined = id; at !== undefined && part === undefined; at = parent.get(at))
      part = partOfFrame(byId.get(at)?.callFrame)
    found.set(id, part ?? 'rest')
  }
  return found
}

function partOfFrame(frame: Frame | undefined): string | undefined {
  if (frame?.functionName === '(garbage collector)') return 'collector'
  for (const [name, folder] of PARTS) {
    const match = folder.exec(frame?.url ?? '')
    if (match) return ['step', 'stage', 'sink'].includes(name) ? `${name} ${match[1]}` : name
  }
  return undefined
}

function shared(samples: ReadonlyMap<string, number>, us: number): Record<string, number> {
  const all = [...samples.values()].reduce((sum, count) => sum + count, 0)
  const largestFirst = [...samples].sort(([, a], [, b]) => b - a)
  return Object.fromEntries(largestFirst.map(([part, count]) => [part, round((us * count) / all)]))
}

function mapped(values: Readonly<Record<string, number>>, by: (value: number) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(by(value))]))
}
