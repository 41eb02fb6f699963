/** Runs entries of a topology on any driver; both the pipeline's process and the simulated processes use it. */
import { assert } from '../platform/assert.ts'
import type { Driver } from '../stream/driver.ts'
import { runSink, SINK_LIMITS, type Sink, type SinkHooks, type SinkLimits } from '../stream/run-sink.ts'
import { runStage, type StageHooks } from '../stream/run-stage.ts'
import type { Stage } from '../stream/stage.ts'
import { markTime, type TimeOptions } from '../stream/time/mark-time.ts'
import {
  type Entry,
  type OwnEntry,
  type OwnRun,
  type SinkEntry,
  type StageEntry,
  timePathsOf,
} from './contract/topology.ts'

type OpenedStage<P> = { readonly kind: 'stage'; readonly entry: StageEntry<P>; readonly stage: Stage }
type OpenedSink<P> = { readonly kind: 'sink'; readonly entry: SinkEntry<P>; readonly sink: Sink }
type OpenedOwn<P> = { readonly kind: 'own'; readonly entry: OwnEntry<P>; readonly run: OwnRun }
export type Opened<P> = OpenedStage<P> | OpenedSink<P> | OpenedOwn<P>

/** Loads the code of the entries once; the result can be opened any number of times. */
export async function loadEntries<P>(entries: readonly Entry<P>[]): Promise<(parts: P) => readonly Opened<P>[]> {
  const openers = await Promise.all(entries.map(openerOf))
  return (parts) => openers.map((open) => open(parts))
}

async function openerOf<P>(entry: Entry<P>): Promise<(parts: P) => Opened<P>> {
  switch (entry.kind) {
    case 'stage': {
      const open = await loadStage(entry)
      return (parts) => ({ kind: 'stage', entry, stage: open(parts) })
    }
    case 'sink': {
      const open = await entry.load()
      return (parts) => ({ kind: 'sink', entry, sink: asDeclared(entry, open(parts)) })
    }
    case 'own': {
      const open = await entry.load()
      return (parts) => ({ kind: 'own', entry, run: open(parts) })
    }
  }
}

export async function loadStage<P>(entry: StageEntry<P>): Promise<(parts: P) => Stage> {
  const open = await entry.load()
  return (parts) => {
    const stage = asDeclared(entry, open(parts))
    assert(stage.timeFrom === entry.time?.from.name, `${entry.name} follows the time that its topology entry declares`)
    assert(stage.stores.join() === entry.stores.join(), `${entry.name} has the stores that its topology entry declares`)
    return stage
  }
}

function asDeclared<T extends Pick<Stage, 'name' | 'inputs'>>(entry: Entry<never>, made: T): T {
  assert(made.name === entry.name, `${made.name} has the name that its topology entry declares`)
  assert(
    made.inputs.join() === entry.inputs.map(({ name }) => name).join(),
    `${entry.name} reads the inputs that its topology entry declares`,
  )
  return made
}

/** Sends time marks for every stage that follows stream time. Resolves when `stop` aborts. */
export async function appendTimeMarks(
  driver: Driver,
  entries: readonly Entry<never>[],
  options: Omit<TimeOptions, 'path'>,
  stop: AbortSignal,
): Promise<void> {
  await Promise.all(timePathsOf({ entries }).map((path) => markTime(driver, { ...options, path }, stop)))
}

export type RunHooks = {
  readonly stage: (name: string) => StageHooks
  readonly sink: SinkHooks
  readonly sinkLimits?: SinkLimits
}

/** Runs the entries; resolves when `stop` aborts, rejects when one of them fails. */
export async function runEntries<P>(
  driver: Driver,
  entries: readonly Opened<P>[],
  hooks: RunHooks,
  stop: AbortSignal,
): Promise<void> {
  await Promise.all(entries.map((one) => runEntry(driver, one, hooks, stop)))
}

function runEntry<P>(driver: Driver, one: Opened<P>, hooks: RunHooks, stop: AbortSignal): Promise<void> {
  switch (one.kind) {
    case 'stage':
      return runStage(driver, one.stage, stop, hooks.stage(one.entry.name))
    case 'sink':
      return runSink(driver, one.sink, stop, hooks.sinkLimits ?? SINK_LIMITS, hooks.sink)
    case 'own':
      return one.run(driver, stop)
  }
}
