/** Health checks of the stores that a service depends on. */
import { withDeadline } from './deadline.ts'
import type { Log } from './log.ts'

/** Checks by subsystem name; a rejection means that the subsystem is down. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>
/** Numbers shown beside the states, by subsystem name. */
export type Figures = Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>>

export type Health = {
  readonly status: 'ok' | 'degraded'
  readonly subsystems: Readonly<Record<string, 'ok' | 'down'>>
  /** Without figures that could not be read. */
  readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export type HealthOptions = {
  readonly checks: Checks
  readonly figures?: Figures | undefined
  readonly nowMs: () => number
  readonly log: Log
}

/** A subsystem that does not answer in this time is down. */
const CHECK_MS = 5_000
/** One result serves all requests within this time, so that health probes do not load the subsystems. */
const KEPT_MS = 1_000

export function openHealth({ checks, figures = {}, nowMs, log }: HealthOptions): () => Promise<Health> {
  let kept: { readonly health: Promise<Health>; readonly atMs: number } | undefined
  const ask = async (): Promise<Health> => {
    const [states, read] = await Promise.all([askAll(checks, log), askAll(figures, log)])
    const subsystems = Object.fromEntries(states.map(([name, answer]) => [name, answer ? 'ok' : 'down'] as const))
    return {
      status: states.every(([, answer]) => answer) ? 'ok' : 'degraded',
      subsystems,
      figures: Object.fromEntries(read.flatMap(([name, answer]) => (answer ? [[name, answer.value] as const] : []))),
    }
  }
  return () => {
    if (!kept || nowMs() - kept.atMs >= KEPT_MS) kept = { health: ask(), atMs: nowMs() }
    return kept.health
  }
}

async function askAll<T>(questions: Readonly<Record<string, () => Promise<T>>>, log: Log) {
  const late = () => new Error(`no answer within ${CHECK_MS} ms`)
  const checks = Object.entries(questions).map(async ([name, question]) => {
    try {
      return [name, { value: await withDeadline(question(), CHECK_MS, late) }] as const
    } catch (err) {
      log.warn({ err, subsystem: name }, 'a subsystem is down')
      return [name, null] as const
    }
  })
  return Promise.all(checks)
}
