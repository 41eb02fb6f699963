/** Operations of investigations and of the ledger of what agents did. */
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { named, nullable, oneOf, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { getAlert } from '../../soc/alerts/index.ts'
import { getCase } from '../../soc/cases/index.ts'
import { gateOf, type ModelProcess } from '../models/index.ts'
import { startInvestigation } from './investigate.ts'
import {
  entriesOfCase,
  entriesOfRun,
  entryById,
  type InvestigationRun,
  investigationOf,
  investigationsPage,
  type LedgerEntry,
  runsAbout,
  runsOfAlertPage,
} from './ledger.ts'
import { replayRun } from './replay.ts'

type Deps = Pick<ModelProcess, 'model' | 'airgap' | 'allowPrivateTargets' | 'asksModels'>

const operation = operationsOf<Deps>({ tag: 'investigations' })
const nullableText = nullable(Type.String())
const SHOWN_WHOLE_MAX = 20
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80, description: 'number or UUID' }) })

const runSchema = named(
  'InvestigationRun',
  Type.Object({
    id: uuid,
    kind: Type.String(),
    alert_id: nullable(uuid),
    case_id: nullable(uuid),
    status: Type.String(),
    judged_by: Type.String({ description: 'a model, or the rules of this version' }),
    requested_by: Type.String(),
    verdict: nullableText,
    confidence: nullable(Type.Number({ minimum: 0, maximum: 1 })),
    summary: nullable(Type.String({ description: 'sentences, each with the entries that support it' })),
    steps: Type.Integer(),
    dropped: Type.Integer({ description: 'number of sentences dropped because no entry supports them' }),
    cost: Type.String({ description: 'cost of model calls: USD, not_measured or not_applicable_no_model_call' }),
    error: nullableText,
    started_at: time,
    head_hash: nullable(Type.String({ description: 'hash of its last entry, which covers all earlier ones' })),
    completed_at: nullable(time),
  }),
)
const runView = (run: InvestigationRun) => {
  return { ...run, cost: costOf(run), headHash: run.headHash?.toString('hex') ?? null }
}

function costOf({ modelCalls, costUsd }: InvestigationRun): string {
  if (modelCalls === 0) return 'not_applicable_no_model_call'
  return costUsd === null ? 'not_measured' : String(costUsd)
}

const entryMembers = {
  id: uuid,
  run_id: uuid,
  seq: Type.Integer(),
  kind: Type.String(),
  agent: Type.String(),
  summary: Type.String(),
  model: nullable(Type.String({ description: 'null: no model was used' })),
  prompt_hash: nullableText,
  input_hash: Type.String({ description: 'SHA-256 of the JSON with sorted names' }),
  output_hash: Type.String(),
  hash: nullable(
    Type.String({ description: 'hash over the entry and the previous hash; null: older than the chaining of entries' }),
  ),
  duration_ms: Type.Integer(),
  created_at: time,
}
const entrySchema = named('LedgerEntry', Type.Object(entryMembers))
const entryDetailSchema = named(
  'LedgerEntryDetail',
  Type.Object({ ...entryMembers, payload: Type.Record(Type.String(), Type.Unknown()) }),
)
const entryView = ({ promptHash, inputHash, outputHash, hash, ...entry }: LedgerEntry) => ({
  ...entry,
  promptHash: promptHash?.toString('hex') ?? null,
  inputHash: inputHash.toString('hex'),
  outputHash: outputHash.toString('hex'),
  hash: hash?.toString('hex') ?? null,
})

const ledger = operation.page({
  name: 'investigations.entries_of_case',
  summary: 'Ledger entries of a case and its alerts, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/investigations',
  params,
  item: entrySchema,
  async run({ tx }, { id }, { rows, after }) {
    const found = await entriesOfCase(tx, (await getCase(tx, id)).id, rows, after)
    return found.map(({ item, position }) => ({ item: entryView(item), position }))
  },
})

const ledgerOfCase = operation({
  name: 'investigations.ledger_of_case',
  summary: 'The latest investigations of a case, with all their steps',
  permission: 'cases:read',
  path: 'GET /cases/:id/ledger',
  params,
  output: named(
    'CaseLedger',
    Type.Object({ runs: Type.Array(Type.Object({ run: runSchema, entries: Type.Array(entryDetailSchema) })) }),
  ),
  async run({ tx }, { id }) {
    const { id: caseId } = await getCase(tx, id)
    const runs = []
    for (const run of await runsAbout(tx, { caseId }, SHOWN_WHOLE_MAX))
      runs.push({ run: runView(run), entries: (await entriesOfRun(tx, run.id)).map(entryView) })
    return { runs }
  },
})

const start = operation({
  name: 'investigations.start',
  summary:
    'Investigate a case: with a model the run continues in the agents service. Also as {id}/investigations:start',
  permission: 'cases:write',
  audit: 'investigation:started',
  path: 'POST /cases/:id/investigations/start',
  status: 201,
  params,
  query: Type.Object(
    {
      run_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'id chosen by the client, to follow the run from its start' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: runSchema,
  async run({ tx, note, actor, nowMs, deps }, { id, run_id }) {
    const models = { installation: deps.model ?? null, gate: gateOf(deps) }
    const run = await startInvestigation(tx, id, idOf(actor), nowMs, models, run_id)
    const changes = { run_id: run.id, ledger_hash: run.headHash?.toString('hex') ?? null }
    note({ resource: 'case', resourceId: run.caseId ?? id, changes })
    return runView(run)
  },
})

const replay = operation({
  name: 'investigations.replay',
  summary:
    'Evaluate the results in the ledger again, without calling tools or models. Also as {id}/investigations:replay',
  permission: 'cases:read',
  audit: 'investigation:replayed',
  path: 'POST /cases/:id/investigations/replay',
  params,
  body: sent('InvestigationReplayRequest', { run_id: uuid }),
  output: named(
    'InvestigationReplay',
    Type.Object({
      run_id: uuid,
      is_same: Type.Boolean({
        description: 'true when the same rules reach the same conclusion from the results in the ledger',
      }),
      is_sealed: Type.Boolean({
        description: 'false: not ended, or older than the chaining of entries, so that added entries are not detected',
      }),
      changed: Type.Array(Type.Integer(), { description: 'entries that differ from their recorded hash' }),
      added: Type.Array(Type.Integer(), { description: 'entries added after the run ended' }),
      missing: Type.Array(Type.Integer(), { description: 'entries removed from the ledger' }),
      erased: Type.Array(Type.Integer(), {
        description:
          'entries from which an erasure removed a name: their place in the chain is checked, their text is not',
      }),
      header_changed: Type.Array(Type.String(), {
        description: 'members of the run changed after it ended',
      }),
      summary: Type.String(),
    }),
  ),
  async run({ tx, note }, { id, run_id }) {
    const { id: caseId } = await getCase(tx, id)
    const run = await investigationOf(tx, run_id)
    if (run === null || run.caseId !== caseId) throw new AppError('not_found', 'the case has no such investigation')
    const replayed = await replayRun(tx, run)
    note({ resource: 'case', resourceId: caseId, changes: { run_id: run.id, is_same: replayed.isSame } })
    return { ...replayed, headerChanged: replayed.header }
  },
})

const ofAlert = operation.page({
  name: 'investigations.of_alert',
  summary: 'Triage and investigations of an alert, newest first',
  permission: 'alerts:read',
  path: 'GET /alerts/:id/investigations',
  item: runSchema,
  async run({ tx }, { id }, { rows, after }) {
    const { id: alertId } = await getAlert(tx, id)
    const found = await runsOfAlertPage(tx, alertId, rows, after)
    return found.map(({ item, position }) => ({ item: runView(item), position }))
  },
})

const list = operation.page({
  name: 'investigations.list',
  summary: 'Investigations of all cases, newest first',
  permission: 'cases:read',
  path: 'GET /investigations',
  filters: { status: Type.Optional(oneOf(['running', 'completed', 'failed'] as const)) },
  item: runSchema,
  async run({ tx }, { status = null }, { rows, after }) {
    const found = await investigationsPage(tx, status, rows, after)
    return found.map(({ item, position }) => ({ item: runView(item), position }))
  },
})

const entry = operation({
  name: 'investigations.entry',
  summary: 'One ledger entry with all its content',
  permission: 'cases:read',
  path: 'GET /investigations/:entry_id',
  output: entryDetailSchema,
  async run({ tx }, { entry_id }) {
    const found = requireFound(await entryById(tx, entry_id), 'entry')
    return entryView(found)
  },
})

export const INVESTIGATION_OPERATIONS = [ledger, ledgerOfCase, start, replay, ofAlert, list, entry]
