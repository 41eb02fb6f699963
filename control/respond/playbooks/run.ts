import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { PlaybookDocument } from './document.ts'
import type { Calling } from './http-step.ts'
import type { StepResult } from './step-result.ts'

export const PLAYBOOK_RUN_STATUSES = [
  'pending',
  'running',
  'waiting',
  'completed',
  'failed',
  'denied',
  'expired',
  'cancelled',
] as const
export type RunStatus = (typeof PLAYBOOK_RUN_STATUSES)[number]
export type TriggerKind = 'alert' | 'case' | 'manual' | 'schedule' | 'webhook' | 'playbook'
export type WaitKind = 'action' | 'approval' | 'time' | 'run'

/** Position and values of a run; JSON that only this context reads. */
export type RunState = {
  /** The step that comes next; null at the end. */
  readonly at: string | null
  /** Element of the list that the step is done for. */
  readonly item: number
  /** Tries of this step that failed. */
  readonly tries: number
  readonly vars: Readonly<Record<string, unknown>>
  /** Last result of each step. */
  readonly steps: Readonly<Record<string, StepResult>>
  readonly hasFailed: boolean
  /** In a dry run: the first steps of branches not taken, because the result of the condition is unknown. */
  readonly otherWays?: readonly string[]
  /** A request that is being sent, or was when its process died. */
  readonly calling?: Calling | null
}

export const PLAYBOOK_RUNS = tableInCamelCase('PlaybookRun', {
  id: column.text(),
  playbook_id: column.text(),
  version: column.int(),
  document: column.json<PlaybookDocument>(),
  status: column.word(PLAYBOOK_RUN_STATUSES),
  dry_run: column.bool(),
  trigger_kind: column.json<TriggerKind>(),
  trigger: column.from('trigger_data', column.json<Readonly<Record<string, unknown>>>()),
  requested_by: column.text(),
  /** The person behind it; null: it began by itself. */
  requested_by_person: column.orNull(column.text()),
  case_id: column.orNull(column.text()),
  alert_id: column.orNull(column.text()),
  parent_run_id: column.orNull(column.text()),
  depth: column.int(),
  state: column.json<RunState>(),
  steps_executed: column.int(),
  steps_total: column.int(),
  error: column.orNull(column.text()),
  wait_kind: column.orNull(column.json<WaitKind>()),
  wait_id: column.orNull(column.text()),
  deadline: column.orNull(column.time()),
  started_at: column.time(),
  completed_at: column.orNull(column.time()),
})
export type PlaybookRun = RowOf<typeof PLAYBOOK_RUNS>
