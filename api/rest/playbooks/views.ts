import { type Static, Type } from 'typebox'
import {
  PLAYBOOK_RUN_STATUSES,
  type Playbook,
  type PlaybookRun,
  type PlaybookVersion,
  type RunStep,
} from '../../../control/playbooks/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['playbooks']
const nullableText = nullable(Type.String())
const documentSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'name, trigger, steps: docs/playbooks.md',
})

export const playbookSchema = named(
  'Playbook',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    trigger: Type.String(),
    version: Type.Integer(),
    enabled: Type.Boolean(),
    is_builtin: Type.Boolean(),
    author: nullableText,
    document: documentSchema,
    created_at: nullable(time),
    updated_at: nullable(time),
  }),
)

export function playbookView(playbook: Playbook): Static<typeof playbookSchema> {
  const { document } = playbook
  return {
    id: playbook.id,
    name: document.name,
    description: document.description ?? '',
    tags: [...(document.tags ?? [])],
    trigger: document.trigger.on,
    version: playbook.version,
    enabled: playbook.enabled,
    is_builtin: playbook.isBuiltin,
    author: playbook.author,
    document: { ...document },
    created_at: playbook.createdAt?.toISOString() ?? null,
    updated_at: playbook.updatedAt?.toISOString() ?? null,
  }
}

export const versionSchema = named(
  'PlaybookVersion',
  Type.Object({ version: Type.Integer(), author: nullableText, document: documentSchema, created_at: time }),
)

export function versionView({ version, author, document, createdAt }: PlaybookVersion): Static<typeof versionSchema> {
  return { version, author, document: { ...document }, created_at: createdAt.toISOString() }
}

const runMembers = {
  run_id: uuid,
  playbook_id: Type.String(),
  version: Type.Integer(),
  status: oneOf(PLAYBOOK_RUN_STATUSES),
  dry_run: Type.Boolean(),
  trigger: Type.String(),
  requested_by: Type.String(),
  requested_by_person: nullable(
    Type.String({ description: 'behind a key, a webhook or another run; null: no person' }),
  ),
  case_id: nullable(uuid),
  alert_id: nullable(uuid),
  parent_run_id: nullable(uuid),
  step: nullable(Type.String({ description: 'that it is at; null at the end' })),
  steps_executed: Type.Integer(),
  steps_total: Type.Integer(),
  waits_for: nullable(Type.String({ description: 'action, approval, time or run' })),
  deadline: nullable(time),
  error: nullableText,
  started_at: time,
  completed_at: nullable(time),
}
export const runSchema = named('PlaybookRun', Type.Object(runMembers))

export function runView(run: PlaybookRun): Static<typeof runSchema> {
  return {
    run_id: run.id,
    playbook_id: run.playbookId,
    version: run.version,
    status: run.status,
    dry_run: run.dryRun,
    trigger: run.triggerKind,
    requested_by: run.requestedBy,
    requested_by_person: run.requestedByPerson,
    case_id: run.caseId,
    alert_id: run.alertId,
    parent_run_id: run.parentRunId,
    step: run.completedAt === null ? run.state.at : null,
    steps_executed: run.stepsExecuted,
    steps_total: run.stepsTotal,
    waits_for: run.waitKind,
    deadline: run.deadline?.toISOString() ?? null,
    error: run.error,
    started_at: run.startedAt.toISOString(),
    completed_at: run.completedAt?.toISOString() ?? null,
  }
}

const stepSchema = named(
  'PlaybookRunStep',
  Type.Object({
    seq: Type.Integer(),
    step_id: Type.String(),
    type: Type.String(),
    outcome: Type.String(),
    executed: Type.Boolean(),
    verification: nullableText,
    reason: nullable(Type.String({ description: 'why it did not come to what it was for, in one word' })),
    detail: nullableText,
    ref: nullable(Type.String({ description: 'of the action, approval, case or run that it began' })),
    at: time,
  }),
)
export const runDetailSchema = named(
  'PlaybookRunDetail',
  Type.Object({
    ...runMembers,
    trigger_data: Type.Record(Type.String(), Type.Unknown()),
    step_results: Type.Array(stepSchema),
  }),
)

export function runDetailView(run: PlaybookRun, steps: readonly RunStep[]): Static<typeof runDetailSchema> {
  return {
    ...runView(run),
    trigger_data: { ...run.trigger },
    step_results: steps.map(({ seq, stepId, type, outcome, executed, verification, reason, detail, ref, at }) => ({
      ...{ seq, step_id: stepId, type, outcome, executed, verification: verification ?? null, reason: reason ?? null },
      ...{ detail: detail ?? null, ref: ref ?? null, at: at.toISOString() },
    })),
  }
}
