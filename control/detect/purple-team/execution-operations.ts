/** Operations of the catalogue's tests, and of the results of running them. */
import { Type } from 'typebox'
import { closed, named, nullable, oneOf, plainText, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { type AtomicTest, PLATFORMS, sceneOf } from './atomic-test.ts'
import { ATOMIC_TESTS } from './catalogue/catalogue.ts'
import { CHAIN_LINKS, chainOf, EXECUTION_MODES, EXECUTION_STATES, type Execution, OUTCOMES } from './execution.ts'
import { executionsPage } from './execution-store.ts'
import { PURPLE_LIMITS } from './limits.ts'
import { cancelExecution, requestExecution, requireExecution } from './request-execution.ts'

const operation = operationsOf<unknown>()

const technique = Type.String({ pattern: '^T\\d{4}(\\.\\d{3})?$', description: 'of ATT&CK, such as T1059.001' })
const testSchema = named(
  'AtomicTest',
  Type.Object({
    id: Type.String(),
    technique_id: Type.String(),
    technique_name: Type.String(),
    tactic: Type.String(),
    name: Type.String(),
    description: Type.String(),
    platform: oneOf(PLATFORMS),
    source_format: Type.String(),
    events: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'events of the test; an execution replaces their names by its own',
    }),
  }),
)
const executionSchema = named(
  'PurpleTeamExecution',
  Type.Object({
    id: uuid,
    atomic_test_id: Type.String(),
    technique_id: Type.String(),
    platform: oneOf(PLATFORMS),
    mode: oneOf(EXECUTION_MODES),
    status: oneOf(EXECUTION_STATES),
    outcome: nullable(oneOf(OUTCOMES, { description: 'null: not known' })),
    detected: nullable(Type.Boolean()),
    detection_latency_seconds: nullable(
      Type.Number({ description: 'seconds until a rule that names the technique matched; checked every 2 s' }),
    ),
    events: Type.Integer(),
    events_stored: nullable(
      Type.Integer({ description: 'number of events found in the lake; null: not searched yet' }),
    ),
    findings: Type.Array(
      Type.Object({
        rule_id: Type.String(),
        title: Type.String(),
        names_technique: Type.Boolean(),
        seconds: nullable(Type.Number()),
      }),
    ),
    undecided: Type.Array(Type.Object({ rule_id: Type.String(), reason: Type.String() }), {
      description: 'rules that a dry execution cannot evaluate',
    }),
    alert_id: nullable(uuid),
    alert_seconds: nullable(Type.Number()),
    last_link: nullable(oneOf(CHAIN_LINKS, { description: 'last link of the chain from event to alert that worked' })),
    missing_link: nullable(oneOf(CHAIN_LINKS, { description: 'first link that failed, after the end; null: none' })),
    error: nullable(Type.String()),
    wait_seconds: Type.Integer(),
    requested_by: Type.String(),
    queued_at: time,
    started_at: nullable(time),
    completed_at: nullable(time),
  }),
)

const tests = operation.list({
  name: 'purple_team.atomic_tests',
  summary: 'Available tests, with the events of each',
  permission: 'rules:read',
  path: 'GET /purple-team/atomic-tests',
  filters: { technique: Type.Optional(technique), platform: Type.Optional(oneOf(PLATFORMS)) },
  item: testSchema,
  run: async (_, { technique: wanted, platform }) =>
    ATOMIC_TESTS.filter(
      (test) =>
        (wanted === undefined || test.technique === wanted || test.technique.startsWith(`${wanted}.`)) &&
        (platform === undefined || test.platform === platform),
    ).map(testView),
})

const run = operation({
  name: 'purple_team.run_test',
  summary: 'Run a test',
  description:
    'Its events are synthetic, with a host and a user that do not exist, and pass through the pipeline with the source purple-team. Their alerts are marked as an exercise.',
  permission: 'rules:write',
  audit: 'purple_team:execution_requested',
  path: 'POST /purple-team/executions',
  status: 202,
  body: named(
    'PurpleTeamExecutionCreate',
    Type.Object(
      {
        atomic_test_id: plainText(80),
        mode: Type.Optional(
          oneOf(EXECUTION_MODES, {
            description: 'default: live; dry: evaluates the active rules that name the technique, and sends nothing',
          }),
        ),
        wait_seconds: Type.Optional(
          Type.Integer({
            minimum: PURPLE_LIMITS.waitSecondsMin,
            maximum: PURPLE_LIMITS.waitSecondsMax,
            description: `seconds that a live execution waits for rules; default: ${PURPLE_LIMITS.waitSeconds}`,
          }),
        ),
      },
      closed,
    ),
  ),
  output: executionSchema,
  async run({ tx, actor, note }, { atomic_test_id: testId, mode = 'live', wait_seconds: waitSeconds }) {
    const input = { testId, mode, waitSeconds: waitSeconds ?? PURPLE_LIMITS.waitSeconds, requestedBy: idOf(actor) }
    const execution = await requestExecution(tx, input)
    note({ resource: 'purple_team_execution', resourceId: execution.id, changes: { atomic_test_id: testId, mode } })
    return executionView(execution)
  },
})

const list = operation.page({
  name: 'purple_team.executions',
  summary: 'Executions, newest first',
  permission: 'rules:read',
  path: 'GET /purple-team/executions',
  filters: { status: Type.Optional(oneOf(EXECUTION_STATES)), atomic_test_id: Type.Optional(plainText(80)) },
  item: executionSchema,
  async run({ tx }, { status: state, atomic_test_id: testId }, { rows, after }) {
    const found = await executionsPage(tx, { state, testId }, rows, after)
    return found.map(({ item, ...place }) => ({ ...place, item: executionView(item) }))
  },
})

const get = operation({
  name: 'purple_team.execution',
  summary: 'Current result of an execution',
  permission: 'rules:read',
  path: 'GET /purple-team/executions/:execution_id',
  output: executionSchema,
  run: async ({ tx }, { execution_id: id }) => executionView(await requireExecution(tx, id)),
})

const cancel = operation({
  name: 'purple_team.cancel_execution',
  summary: 'Cancel an execution that has not ended',
  description: 'Events already sent stay, and so do their alerts.',
  permission: 'rules:write',
  audit: 'purple_team:execution_cancelled',
  removes: 'mark',
  path: 'DELETE /purple-team/executions/:execution_id',
  output: executionSchema,
  async run({ tx, note }, { execution_id: id }) {
    const cancelled = await cancelExecution(tx, id)
    note({ resource: 'purple_team_execution', resourceId: cancelled.id, changes: { state: 'cancelled' } })
    return executionView(cancelled)
  },
})

export const EXECUTION_OPERATIONS = [tests, run, list, get, cancel]

/** A scene that belongs to no execution. */
const SAMPLE = sceneOf('00000000-0000-4000-8000-000000000000', Date.UTC(2026, 0, 1))

function testView({ technique: techniqueId, format: sourceFormat, events, ...test }: AtomicTest) {
  return { ...test, techniqueId, sourceFormat, events: events(SAMPLE).map((event) => ({ ...event })) }
}

function executionView(of: Execution) {
  const { last: lastLink, missing: missingLink } = chainOf(of)
  const { testId: atomicTestId, technique: techniqueId, state: status, endedAt: completedAt, outcome } = of
  return {
    ...of,
    ...{ atomicTestId, techniqueId, status, lastLink, missingLink, completedAt },
    detected: outcome === null ? null : outcome === 'detected',
    detectionLatencySeconds: of.findings.find(({ names_technique }) => names_technique)?.seconds ?? null,
  }
}
