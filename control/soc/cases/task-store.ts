import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { orNull, placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { TASK_CATEGORIES, TASK_STATUSES } from './words.ts'

export const TASKS = tableInCamelCase('StoredTask', {
  id: column.uuid(),
  case_id: column.uuid(),
  title: column.text(),
  status: column.word(TASK_STATUSES),
  category: column.word(TASK_CATEGORIES),
  assignee_id: column.orNull(column.uuid()),
  due_at: column.orNull(column.time()),
  depends_on_task_id: column.orNull(column.uuid()),
  /** The task that must be done first; null when none is open. */
  blocked_by: column.hidden(
    column.derived(Type.Unknown(), (row) => {
      const id = orNull(text, row, 'blocker_id')
      return id === null ? null : { id, title: text(row, 'blocker_title') }
    }),
  ),
  is_automated: column.bool(),
  created_at: column.time(),
  completed_at: column.orNull(column.time()),
})
export type Task = RowOf<typeof TASKS>

export type TaskState = Pick<
  Task,
  'title' | 'status' | 'category' | 'assigneeId' | 'dueAt' | 'dependsOnTaskId' | 'isAutomated' | 'completedAt'
>

const COLUMNS = `${TASKS.of('t')}, p.id AS blocker_id, p.title AS blocker_title`
const FROM = `case_tasks t LEFT JOIN case_tasks p ON p.id = t.depends_on_task_id AND p.status <> 'done'
  AND t.status <> 'done'`

export async function insertTask(tx: TenantTx, caseId: string, state: TaskState, at: Date): Promise<Task> {
  const sql = /* sql */ `
    INSERT INTO case_tasks (case_id, title, status, category, assignee_id, due_at, depends_on_task_id, is_automated,
      completed_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`
  const id = await tx.one((row) => text(row, 'id'), sql, [caseId, ...valuesOf(state), at])
  return storedTask(tx, id)
}

export async function updateTask(tx: TenantTx, id: string, state: TaskState): Promise<Task> {
  const sql = /* sql */ `
    UPDATE case_tasks SET title = $2, status = $3, category = $4, assignee_id = $5, due_at = $6, depends_on_task_id = $7,
      is_automated = $8, completed_at = $9
    WHERE id = $1`
  await tx.run(sql, [id, ...valuesOf(state)])
  return storedTask(tx, id)
}

function valuesOf(state: TaskState): unknown[] {
  return [
    ...[state.title, state.status, state.category, state.assigneeId, state.dueAt, state.dependsOnTaskId],
    ...[state.isAutomated, state.completedAt],
  ]
}

async function storedTask(tx: TenantTx, id: string): Promise<Task> {
  const task = await tx.maybeOne(TASKS.read, `SELECT ${COLUMNS} FROM ${FROM} WHERE t.id = $1`, [id])
  assert(task !== null, 'a task that was written is there')
  return task
}

/** A task of a case or of the cases merged into it. */
export function taskById(tx: TenantTx, caseIds: readonly string[], id: string): Promise<Task | null> {
  const sql = `SELECT ${COLUMNS} FROM ${FROM} WHERE t.id = $1 AND t.case_id = ANY($2)`
  return tx.maybeOne(TASKS.read, sql, [id, caseIds])
}

/** False when another task waits for it. */
export async function deleteTaskRow(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `
    DELETE FROM case_tasks t WHERE t.id = $1 AND NOT EXISTS (SELECT FROM case_tasks n WHERE n.depends_on_task_id = t.id)`
  return (await tx.run(sql, [id])) === 1
}

/** True when `id` is a predecessor of `from`, over any number of steps. */
export async function leadsTo(tx: TenantTx, from: string, id: string): Promise<boolean> {
  const sql = /* sql */ `
    WITH RECURSIVE before AS (
      SELECT id, depends_on_task_id FROM case_tasks WHERE id = $1
      UNION SELECT t.id, t.depends_on_task_id FROM case_tasks t JOIN before b ON t.id = b.depends_on_task_id)
    SELECT 1 FROM before WHERE id = $2`
  return (await tx.many(() => true, sql, [from, id])).length > 0
}

/** Oldest first, which is the order they were planned in. */
export function tasksPage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<Task>[]> {
  const sql = `SELECT ${COLUMNS}, t.created_at::text AS position FROM ${FROM}
    WHERE t.case_id = ANY($1) AND ($3::timestamptz IS NULL OR (t.created_at, t.id) > ($3::timestamptz, $4::uuid))
    ORDER BY t.created_at, t.id LIMIT $2`
  return tx.many(placed(TASKS.read), sql, [...[caseIds, limit, after?.[0] ?? null, after?.[1] ?? null]])
}
