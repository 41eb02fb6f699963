import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
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

export type PlaybookRun = {
  readonly id: string
  readonly playbookId: string
  readonly version: number
  readonly document: PlaybookDocument
  readonly status: RunStatus
  readonly dryRun: boolean
  readonly triggerKind: TriggerKind
  readonly trigger: Readonly<Record<string, unknown>>
  readonly requestedBy: string
  /** The person behind it; null: it began by itself. */
  readonly requestedByPerson: string | null
  readonly caseId: string | null
  readonly alertId: string | null
  readonly parentRunId: string | null
  readonly depth: number
  readonly state: RunState
  readonly stepsExecuted: number
  readonly stepsTotal: number
  readonly error: string | null
  readonly waitKind: WaitKind | null
  readonly waitId: string | null
  readonly deadline: Date | null
  readonly startedAt: Date
  readonly completedAt: Date | null
}

export const RUN_COLUMNS = [
  ...['id', 'playbook_id', 'version', 'document', 'status', 'dry_run', 'trigger_kind', 'trigger_data', 'requested_by'],
  'requested_by_person',
  ...['case_id', 'alert_id', 'parent_run_id', 'depth', 'state', 'steps_executed', 'steps_total', 'error', 'wait_kind'],
  ...['wait_id', 'deadline', 'started_at', 'completed_at'],
]

export function toPlaybookRun(row: Row): PlaybookRun {
  return {
    id: text(row, 'id'),
    playbookId: text(row, 'playbook_id'),
    version: int(row, 'version'),
    document: row.document as PlaybookDocument, // words and JSON that this context wrote
    status: row.status as RunStatus,
    dryRun: row.dry_run === true,
    triggerKind: row.trigger_kind as TriggerKind,
    trigger: row.trigger_data as PlaybookRun['trigger'],
    requestedBy: text(row, 'requested_by'),
    requestedByPerson: orNull(text, row, 'requested_by_person'),
    caseId: orNull(text, row, 'case_id'),
    alertId: orNull(text, row, 'alert_id'),
    parentRunId: orNull(text, row, 'parent_run_id'),
    depth: int(row, 'depth'),
    state: row.state as RunState,
    stepsExecuted: int(row, 'steps_executed'),
    stepsTotal: int(row, 'steps_total'),
    error: orNull(text, row, 'error'),
    waitKind: row.wait_kind as WaitKind | null,
    waitId: orNull(text, row, 'wait_id'),
    deadline: orNull(time, row, 'deadline'),
    startedAt: time(row, 'started_at'),
    completedAt: orNull(time, row, 'completed_at'),
  }
}
