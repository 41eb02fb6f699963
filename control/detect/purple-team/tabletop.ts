/** Exercises that people play at a table: a scenario, and in its order who said what. */
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { int, orNull, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type Actor, isAllowed } from '../../platform/acting/index.ts'
import { PURPLE_LIMITS } from './limits.ts'

/** `inject`: what happens next in the scenario. `close`: the exercise is over, nothing follows. */
export const STEP_KINDS = ['inject', 'response', 'decision', 'finding', 'close'] as const
export const FINDING_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

export const STEPS = tableInCamelCase('TabletopStep', {
  /** From 1, without gaps. */
  ordinal: column.int(),
  kind: column.word(STEP_KINDS),
  /** The speaker, by name or role; `writtenBy` may be another person. */
  speaker: column.text(),
  body: column.text(),
  severity: column.orNull(column.word(FINDING_SEVERITIES)),
  owner: column.orNull(column.text()),
  /** A good answer to an inject, its worth, and when it is due. */
  expected: column.orNull(column.text()),
  points_max: column.orNull(column.int()),
  within_minutes: column.orNull(column.int()),
  /** The inject that a response or a decision answers. */
  answers: column.orNull(column.int()),
  written_by: column.text(),
  written_at: column.time(),
})
export type TabletopStep = RowOf<typeof STEPS>

export const TABLETOPS = tableInCamelCase('Tabletop', {
  id: column.text(),
  name: column.text(),
  description: column.orNull(column.text()),
  scenario: column.text(),
  techniques: column.texts(),
  created_by: column.text(),
  created_at: column.time(),
  closed_at: column.orNull(column.time()),
})
export type Tabletop = RowOf<typeof TABLETOPS>

export type TabletopInput = Pick<Tabletop, 'name' | 'description' | 'scenario' | 'techniques' | 'createdBy'>

const STEP_COLUMNS = `tabletop_id, ${STEPS.columns}`

/** The players of an open exercise do not see the good answers; who may write injects does. */
export function showsExpected(actor: Pick<Actor, 'kind' | 'permissions'>, isClosed: boolean): boolean {
  return isClosed || isAllowed(actor, 'rules:write')
}

/** Newest first, without their steps. */
export function tabletops(tx: TenantTx): Promise<Tabletop[]> {
  const sql = /* sql */ `SELECT ${TABLETOPS.columns} FROM purple_tabletops ORDER BY created_at DESC, id DESC`
  return tx.many(TABLETOPS.read, sql)
}

/** Steps of these in their order, by exercise. */
export async function stepsOf(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, TabletopStep[]>> {
  const sql = /* sql */ `
    SELECT ${STEP_COLUMNS} FROM purple_tabletop_steps WHERE tabletop_id = ANY ($1) ORDER BY tabletop_id, ordinal`
  const rows = await tx.many((row) => ({ of: text(row, 'tabletop_id'), step: STEPS.read(row) }), sql, [ids])
  return new Map(ids.map((id) => [id, rows.flatMap(({ of, step }) => (of === id ? step : []))]))
}

/** Throws `conflict` past the bound. */
export async function createTabletop(tx: TenantTx, tabletop: TabletopInput): Promise<Tabletop> {
  const sql = /* sql */ `
    INSERT INTO purple_tabletops (name, description, scenario, techniques, created_by)
    SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM purple_tabletops) < $6 RETURNING ${TABLETOPS.columns}`
  const { name, description, scenario, techniques, createdBy } = tabletop
  const params = [name, description, scenario, techniques, createdBy, PURPLE_LIMITS.tabletops]
  const made = await tx.maybeOne(TABLETOPS.read, sql, params)
  if (made === null) throw new AppError('conflict', `a tenant has at most ${PURPLE_LIMITS.tabletops} exercises`)
  return made
}

export type StepInput = Omit<TabletopStep, 'ordinal' | 'writtenAt'>

/**
 * Throws `not_found`, `conflict` when the exercise is over or full, and 422 for a severity on an entry that is not a
 * finding.
 */
export async function addStep(tx: TenantTx, id: string, step: StepInput): Promise<TabletopStep> {
  if (step.kind !== 'finding' && (step.severity !== null || step.owner !== null))
    throw invalid('kind', 'only a finding has a severity and an owner')
  if (step.kind !== 'inject' && (step.expected !== null || step.pointsMax !== null || step.withinMinutes !== null))
    throw invalid('kind', 'only an inject has points, an expected answer and a time')
  if (step.answers !== null && step.kind !== 'response' && step.kind !== 'decision')
    throw invalid('answers', 'only a response or a decision answers an inject')
  const lock = /* sql */ `SELECT steps, closed_at FROM purple_tabletops WHERE id = $1 FOR UPDATE`
  const locked = requireFound(
    await tx.maybeOne((row) => ({ n: int(row, 'steps'), closedAt: orNull(time, row, 'closed_at') }), lock, [id]),
    'exercise',
  )
  if (locked.closedAt !== null) throw new AppError('conflict', 'this exercise is over')
  if (locked.n >= PURPLE_LIMITS.steps - (step.kind === 'close' ? 0 : 1))
    throw new AppError('conflict', `an exercise has at most ${PURPLE_LIMITS.steps} steps, the last one closes it`)
  await requireInject(tx, id, step.answers)
  const sql = /* sql */ `
    INSERT INTO purple_tabletop_steps (tabletop_id, ordinal, kind, speaker, body, severity, owner, written_by, expected,
      points_max, within_minutes, answers)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${STEP_COLUMNS}`
  const { kind, speaker, body, severity, owner, writtenBy, expected, pointsMax, withinMinutes, answers } = step
  const made = await tx.one(STEPS.read, sql, [
    ...[id, locked.n + 1, kind, speaker, body, severity, owner, writtenBy, expected, pointsMax, withinMinutes, answers],
  ])
  const count = /* sql */ `
    UPDATE purple_tabletops SET steps = steps + 1, closed_at = CASE WHEN $2 THEN clock_timestamp() END WHERE id = $1`
  await tx.run(count, [id, kind === 'close'])
  return made
}

/** Throws 422 when the ordinal is not an inject of the exercise. */
async function requireInject(tx: TenantTx, id: string, ordinal: number | null): Promise<void> {
  if (ordinal === null) return
  const sql = /* sql */ `SELECT kind FROM purple_tabletop_steps WHERE tabletop_id = $1 AND ordinal = $2`
  const kind = await tx.maybeOne((row) => text(row, 'kind'), sql, [id, ordinal])
  if (kind !== 'inject') throw invalid('answers', 'is the step of an inject')
}

/** Throws `not_found`. */
export async function requireTabletop(tx: TenantTx, id: string): Promise<Tabletop> {
  const sql = /* sql */ `SELECT ${TABLETOPS.columns} FROM purple_tabletops WHERE id = $1`
  return requireFound(await tx.maybeOne(TABLETOPS.read, sql, [id]), 'exercise')
}
