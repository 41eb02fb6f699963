/** Cases of one kind begin alike: with the same severity, tags and tasks. */
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { checkedTags, type Severity } from '../alerts/index.ts'
import type { Case } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { type CaseInput, openCase } from './open-case.ts'
import { addTask } from './tasks.ts'
import type { TaskCategory } from './words.ts'

export type TemplateTask = {
  readonly title: string
  readonly category: TaskCategory
  /** Index in the list of the task that must be done first; null for none. */
  readonly depends_on: number | null
  /** Null: not due. */
  readonly due_minutes: number | null
}

export type TemplateDocument = {
  readonly title: string
  readonly description: string | null
  readonly severity: Severity
  readonly case_type: string | null
  readonly tags: readonly string[]
  readonly tasks: readonly TemplateTask[]
}

export const TEMPLATES = tableInCamelCase('CaseTemplate', {
  id: column.text(),
  name: column.text(),
  document: column.json<TemplateDocument>(),
  created_at: column.time(),
})
export type CaseTemplate = RowOf<typeof TEMPLATES>

/** Throws `conflict` for a name that is taken, 422 for a task that waits for a later one. */
export async function createTemplate(tx: TenantTx, name: string, document: TemplateDocument): Promise<CaseTemplate> {
  if (document.tasks.some(({ depends_on: before }, i) => before !== null && before >= i))
    throw invalid('tasks', 'wait for tasks that stand before them')
  const checked = { ...document, tags: checkedTags(document.tags) }
  const sql = /* sql */ `
    INSERT INTO case_templates (name, document) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ${TEMPLATES.columns}`
  const made = await tx.maybeOne(TEMPLATES.read, sql, [name, JSON.stringify(checked)])
  if (made === null) throw new AppError('conflict', 'a template of this name is there')
  return made
}

/** Throws `not_found`. */
export async function removeTemplate(tx: TenantTx, id: string): Promise<void> {
  if ((await tx.run(/* sql */ `DELETE FROM case_templates WHERE id = $1`, [id])) === 0) throw noSuch('template', id)
}

/** Newest first. */
export function templatesPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<CaseTemplate>[]> {
  const sql = /* sql */ `
    SELECT ${TEMPLATES.columns}, created_at::text AS position FROM case_templates
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(TEMPLATES.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

type RequestedFields = { readonly [K in keyof CaseInput]?: CaseInput[K] | undefined }

/**
 * Values of the request override those of the template. Throws the errors of opening a case, and 422 for an unknown
 * template.
 */
export async function openFromTemplate(
  tx: TenantTx,
  actor: CaseActor,
  templateId: string,
  values: RequestedFields,
  nowMs: number,
): Promise<Case> {
  const sql = /* sql */ `SELECT ${TEMPLATES.columns} FROM case_templates WHERE id = $1`
  const template = await tx.maybeOne(TEMPLATES.read, sql, [templateId])
  if (template === null) throw invalid('template_id', 'is no template of this tenant')
  const { title, description, severity, case_type: caseType, tags, tasks } = template.document
  const chosen = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const opened = await openCase(tx, actor, { title, description, severity, caseType, tags, ...chosen }, nowMs)
  const ids: string[] = []
  for (const [i, task] of tasks.entries()) {
    const dueAt = task.due_minutes === null ? null : new Date(nowMs + task.due_minutes * 60_000)
    const dependsOnTaskId = task.depends_on === null ? null : (ids[task.depends_on] ?? null)
    const input = { title: task.title, category: task.category, dueAt, dependsOnTaskId }
    // A millisecond apart, so that their order is that of the template.
    ids.push((await addTask(tx, actor, opened.id, input, nowMs + i)).id)
  }
  return opened
}
