/** Operations of runs of playbooks. */
import { type Static, Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { named, nullable, oneOf, pageOf, pageQueryOf, sent, time, uuid } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { operationsOf, requesterOf } from '../../platform/acting/index.ts'
import { getAlert } from '../../soc/alerts/index.ts'
import { cancelRun } from './cancel-run.ts'
import { getPlaybook, requireDocument } from './manage-playbooks.ts'
import { documentSchema } from './playbook-store.ts'
import { PLAYBOOK_RUN_STATUSES, type PlaybookRun } from './run.ts'
import { runOf, runsPage, stepsOfRun } from './run-store.ts'
import { triggerOf } from './start-by-alerts.ts'
import { rehearse, startRun } from './start-run.ts'

const operation = operationsOf<unknown>({ tag: 'playbooks' })
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }) })
const nullableText = nullable(Type.String())

const members = {
  run_id: uuid,
  playbook_id: Type.String({ description: '`draft` for a document that was never saved' }),
  version: Type.Integer({ description: '0: a draft' }),
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

/** A run’s input: the alert or case that it is about, and values of its own. */
const about = {
  context: Type.Optional(
    Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), {
      maxProperties: 50,
      description: 'value of `trigger` in the steps',
    }),
  ),
  alert_id: Type.Optional(nullable(uuid)),
  case_id: Type.Optional(nullable(uuid)),
}
type About = Static<Type.TObject<typeof about>>

async function inputOf(tx: TenantTx, { context, alert_id: alertId = null, case_id }: About) {
  const alert = alertId === null ? null : await getAlert(tx, alertId)
  const trigger = { ...context, ...(alert ? triggerOf(alert) : {}) }
  return { alertId, trigger, caseId: case_id ?? alert?.caseId ?? null }
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
  body: sent('PlaybookExecute', { ...about, dry_run: Type.Optional(Type.Boolean()) }),
  output: runSchema,
  async run({ tx, note, actor }, { id: playbookId, dry_run = false, ...input }) {
    const run = await startRun(tx, {
      playbookId,
      kind: 'manual',
      key: null,
      dryRun: dry_run,
      parentRunId: null,
      depth: 0,
      requester: requesterOf(actor),
      ...(await inputOf(tx, input)),
    })
    if (run === null) throw new AppError('conflict', 'it was started already')
    note({ resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id, dry_run } })
    return runView(run)
  },
})

const dryRun = operation({
  name: 'playbooks.dry_run',
  summary: 'Dry run of a playbook document that need not be saved',
  description:
    'Each step reports what it would do, and nothing is requested. The run is listed with those of `playbook_id`, as version 0.',
  permission: 'playbooks:execute',
  audit: 'playbook:draft_tried',
  path: 'POST /playbooks/dry-run',
  status: 202,
  body: sent('PlaybookDryRun', {
    document: documentSchema,
    playbook_id: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 80, description: 'playbook of which this is a draft' })),
    ),
    ...about,
  }),
  output: runSchema,
  async run({ tx, note, actor }, { document, playbook_id: playbookId = null, ...input }) {
    const draft = requireDocument(document)
    const start = { playbookId, requester: requesterOf(actor), ...(await inputOf(tx, input)) }
    const run = await rehearse(tx, draft, start)
    note({ resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id, name: draft.name } })
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
      document: Type.Record(Type.String(), Type.Unknown(), { description: 'the playbook at the start of the run' }),
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

export const RUN_OPERATIONS = [execute, dryRun, listOf, list, get, cancel]

async function requireRun(tx: TenantTx, id: string): Promise<PlaybookRun> {
  return requireFound(await runOf(tx, id), 'run')
}
