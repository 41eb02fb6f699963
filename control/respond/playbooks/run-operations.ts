/** Operations of runs of playbooks. */
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { named, nullable, oneOf, pageOf, pageQueryOf, sent, time, uuid } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { operationsOf, requesterOf } from '../../platform/acting/index.ts'
import { getAlert } from '../../soc/alerts/index.ts'
import { cancelRun } from './cancel-run.ts'
import { getPlaybook } from './manage-playbooks.ts'
import { PLAYBOOK_RUN_STATUSES, type PlaybookRun } from './run.ts'
import { runOf, runsPage, stepsOfRun } from './run-store.ts'
import { triggerOf } from './start-by-alerts.ts'
import { startRun } from './start-run.ts'

const operation = operationsOf<unknown>({ tag: 'playbooks' })
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }) })
const nullableText = nullable(Type.String())

const members = {
  run_id: uuid,
  playbook_id: Type.String(),
  version: Type.Integer(),
  status: oneOf(PLAYBOOK_RUN_STATUSES),
  dry_run: Type.Boolean(),
  trigger: Type.String(),
  requested_by: Type.String(),
  requested_by_person: nullable(
    Type.String({ description: 'person behind an API key, a webhook or another run; null: no person' }),
  ),
  case_id: nullable(uuid),
  alert_id: nullable(uuid),
  parent_run_id: nullable(uuid),
  step: nullable(Type.String({ description: 'current step; null at the end' })),
  steps_executed: Type.Integer(),
  steps_total: Type.Integer(),
  waits_for: nullable(Type.String({ description: 'kind of wait: action, approval, time or run' })),
  deadline: nullable(time),
  error: nullableText,
  started_at: time,
  completed_at: nullable(time),
}
const runSchema = named('PlaybookRun', Type.Object(members))
const stepSchema = named(
  'PlaybookRunStep',
  Type.Object({
    seq: Type.Integer(),
    step_id: Type.String(),
    type: Type.String(),
    outcome: Type.String(),
    executed: Type.Boolean(),
    verification: nullableText,
    reason: nullable(Type.String({ description: 'reason of a step that did not succeed, in one word' })),
    detail: nullableText,
    ref: nullable(Type.String({ description: 'id of the action, approval, case or run that the step started' })),
    at: time,
  }),
)

const runView = (run: PlaybookRun) => {
  const step = run.completedAt === null ? run.state.at : null
  return { ...run, runId: run.id, trigger: run.triggerKind, step, waitsFor: run.waitKind }
}

async function pageOfRuns(tx: TenantTx, playbookId: string | null, limit: number, cursor: string | undefined) {
  const { items, ...more } = pageOfPlaced(await runsPage(tx, playbookId, limit + 1, positionOf(cursor)), limit)
  return { ...more, items: items.map(runView) }
}

const execute = operation({
  name: 'playbooks.execute',
  summary:
    'Run a playbook on an alert or with a context; a dry run reports what it would request, without requesting it',
  permission: 'playbooks:execute',
  audit: 'playbook:executed',
  path: 'POST /playbooks/:id/execute',
  status: 202,
  params,
  body: sent('PlaybookExecute', {
    context: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), {
        maxProperties: 50,
        description: 'value of `trigger` in the steps',
      }),
    ),
    alert_id: Type.Optional(nullable(uuid)),
    case_id: Type.Optional(nullable(uuid)),
    dry_run: Type.Optional(Type.Boolean()),
  }),
  output: runSchema,
  async run({ tx, note, actor }, { id: playbookId, context, alert_id: alertId = null, case_id, dry_run = false }) {
    const alert = alertId === null ? null : await getAlert(tx, alertId)
    const run = await startRun(tx, {
      playbookId,
      kind: 'manual',
      key: null,
      dryRun: dry_run,
      alertId,
      parentRunId: null,
      depth: 0,
      trigger: { ...context, ...(alert ? triggerOf(alert) : {}) },
      requester: requesterOf(actor),
      caseId: case_id ?? alert?.caseId ?? null,
    })
    if (run === null) throw new AppError('conflict', 'it was started already')
    note({ resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id, dry_run } })
    return runView(run)
  },
})

const listOf = operation({
  name: 'playbooks.runs_of',
  summary: 'Runs of a playbook, newest first',
  permission: 'playbooks:read',
  path: 'GET /playbooks/:id/runs',
  params,
  query: pageQueryOf({}),
  output: pageOf(runSchema),
  run: async ({ tx }, { id, limit, cursor }) => pageOfRuns(tx, (await getPlaybook(tx, id)).id, limit, cursor),
})

const list = operation({
  name: 'playbooks.runs',
  summary: 'Runs of all playbooks, newest first',
  permission: 'playbooks:read',
  path: 'GET /playbook-runs',
  query: pageQueryOf({}),
  output: pageOf(runSchema),
  run: ({ tx }, { limit, cursor }) => pageOfRuns(tx, null, limit, cursor),
})

const get = operation({
  name: 'playbooks.get_run',
  summary: 'One run with the result of each step',
  permission: 'playbooks:read',
  path: 'GET /playbook-runs/:run_id',
  output: named(
    'PlaybookRunDetail',
    Type.Object({
      ...members,
      trigger_data: Type.Record(Type.String(), Type.Unknown()),
      step_results: Type.Array(stepSchema),
    }),
  ),
  async run({ tx }, { run_id }) {
    const run = await requireRun(tx, run_id)
    const steps = await stepsOfRun(tx, run.id)
    const stepResults = steps.map(({ verification = null, reason = null, detail = null, ref = null, ...step }) => {
      return { ...step, verification, reason, detail, ref }
    })
    return { ...runView(run), triggerData: run.trigger, stepResults }
  },
})

const cancel = operation({
  name: 'playbooks.cancel_run',
  summary: 'Cancel a run and withdraw its open approvals and actions',
  permission: 'playbooks:execute',
  audit: 'playbook:run_cancelled',
  path: 'POST /playbook-runs/:run_id/cancel',
  output: runSchema,
  async run({ tx, note }, { run_id }) {
    const ended = await cancelRun(tx, run_id)
    if (ended === null) throw new AppError('conflict', `this run is ${(await requireRun(tx, run_id)).status} already`)
    note({ resource: 'playbook', resourceId: ended.playbookId, changes: { run_id } })
    return runView(ended)
  },
})

export const RUN_OPERATIONS = [execute, listOf, list, get, cancel]

async function requireRun(tx: TenantTx, id: string): Promise<PlaybookRun> {
  return requireFound(await runOf(tx, id), 'run')
}
