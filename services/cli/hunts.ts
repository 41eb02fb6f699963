/** `svc hunts list|run|results`: hunts of a tenant, for the operator on the machine. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  HUNT_LIMITS,
  type HuntHit,
  type HuntRun,
  hitsOf,
  huntById,
  huntsOf,
  latestRuns,
  requestRun,
  runById,
  runsOf,
} from '../../control/detect/hunts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { inTenant } from './in-tenant.ts'
import { formatted } from './kql/formats.ts'
import { timeSpan } from './time-span.ts'

const HOUR_MS = 3_600_000
const POLL_MS = 300
const COLUMNS = ['id', 'next run', 'latest', 'hits', 'complete', 'title'] as const

type ListOptions = { readonly tenant: string; readonly format: string }

export async function runHuntsList({ tenant, format }: ListOptions): Promise<void> {
  const write = formatted(format)
  const { hunts, latest } = await inTenant(tenant, async (tx) => {
    return { hunts: await huntsOf(tx), latest: await latestRuns(tx) }
  })
  const rows = hunts.map(({ id, nextRunAt, title }) => {
    const run = latest.get(id)
    const complete = run === undefined ? null : run.complete
    const found =
      run === undefined ? ['never', '', ''] : [run.state, hitsText(run), complete === null ? '' : `${complete}`]
    return [id, nextRunAt?.toISOString() ?? '', ...found, title]
  })
  const columns = COLUMNS.map((name) => ({ name, type: 'string' as const }))
  for (const piece of write(columns, rows)) process.stdout.write(piece)
}

type RunOptions = { readonly tenant: string; readonly from?: string; readonly to?: string; readonly json?: boolean }

/** Waits for the run, which the agents of the instance do. Exit status 1 when it failed or left something out. */
export async function runHuntsRun(id: string, options: RunOptions): Promise<void> {
  const { tenant, json = false } = options
  const nowMs = Date.now()
  const hunt = await inTenant(tenant, (tx) => huntById(tx, id))
  const timeRange = timeSpan(options, nowMs)
  const span = { toMs: timeRange.toMs, fromMs: timeRange.fromMs ?? timeRange.toMs - hunt.windowHours * HOUR_MS }
  let run = await inTenant(tenant, (tx) => requestRun(tx, id, null, nowMs, span))
  while (run.endedAt === null) {
    await delay(POLL_MS)
    run = await inTenant(tenant, async (tx) => (await runById(tx, id, run.id)) ?? gone())
  }
  await show(tenant, run, json)
}

export async function runHuntsResults(id: string, { tenant, json = false }: RunOptions): Promise<void> {
  const runs = await inTenant(tenant, async (tx) => runsOf(tx, (await huntById(tx, id)).id, HUNT_LIMITS.runs))
  const done = runs.find(({ state }) => state === 'done')
  if (!done) throw new AppError('not_found', `${id} has not run yet: svc hunts run ${id} --tenant ${tenant}`)
  await show(tenant, done, json)
}

function gone(): never {
  throw new AppError('not_found', 'the run is gone: its hunt was deleted')
}

async function show(tenant: string, run: HuntRun, json: boolean): Promise<void> {
  const hits = await inTenant(tenant, (tx) => hitsOf(tx, run.id, { from: 0, limit: HUNT_LIMITS.hits }))
  process.stdout.write(json ? hits.map((hit) => `${JSON.stringify(lineOf(hit))}\n`).join('') : tableOf(run, hits))
  const complete = run.complete
  const left = run.missing.map(({ from, to, reason }) => `${from.toISOString()} to ${to.toISOString()} (${reason})`)
  const verdict = complete ? 'complete' : `not complete${left.length > 0 ? `: ${left.join(', ')}` : ''}`
  const end = run.state === 'done' ? verdict : `${run.state}: ${run.error ?? 'not finished'}`
  process.stderr.write(`${hitsText(run)} hits between ${run.from.toISOString()} and ${run.to.toISOString()}; ${end}\n`)
  if (complete !== true) process.exitCode = 1
}

const hitsText = ({ hits, hasMore }: HuntRun) => (hasMore ? `more than ${hits}` : `${hits}`)

function lineOf({ eventUid, eventTime, document, mark }: HuntHit) {
  return { event_uid: eventUid, time: eventTime, ...fieldsOf(document), ...(mark && { mark }) }
}

/** The fields of an event; the row of a SQL result. */
function fieldsOf(document: HuntHit['document']): Record<string, unknown> {
  return { ...((document.fields as Record<string, unknown> | undefined) ?? document) }
}

function tableOf(run: HuntRun, hits: readonly HuntHit[]): string {
  const [first] = hits
  if (!first) return ''
  const names = run.columns?.map(({ name }) => name) ?? Object.keys(fieldsOf(first.document))
  const columns = names.map((name) => ({ name, type: 'string' as const }))
  const rows = hits.map(({ document }) => names.map((name) => textOf(fieldsOf(document)[name])))
  return [...formatted('table')(columns, rows)].join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
