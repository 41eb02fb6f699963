/** Operations of ATT&CK coverage, of findings in exercises, and of their changes over time. */
import { Type } from 'typebox'
import { attackName } from '../../../detections/attack/attack.ts'
import { closed, named, nullable, oneOf, plainText, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { purpleCoverage, TECHNIQUE_STATES, testedRules } from './coverage.ts'
import { driftBetween, type Snapshot, snapshots, takeSnapshot } from './drift.ts'
import { OUTCOMES } from './execution.ts'

const operation = operationsOf<unknown>()

const techniqueState = oneOf(TECHNIQUE_STATES)
const coverageSchema = named(
  'PurpleTeamCoverage',
  Type.Object({
    total_techniques: Type.Integer({ description: 'number of techniques with an active rule or a test' }),
    techniques_with_rules: Type.Integer(),
    tested_techniques: Type.Integer(),
    detected_techniques: Type.Integer({ description: 'number of techniques with all tests detected' }),
    overall_coverage: nullable(
      Type.Number({ description: 'detected among tested techniques, 0 to 1; null: none tested' }),
    ),
    techniques: Type.Array(
      Type.Object({
        technique_id: Type.String(),
        name: nullable(Type.String({ description: 'null: not in this version of ATT&CK' })),
        rules: Type.Integer(),
        tests: Type.Integer(),
        tested: Type.Integer({ description: 'number of tests with a known outcome' }),
        status: techniqueState,
        last_execution: nullable(
          Type.Object({ id: uuid, atomic_test_id: Type.String(), outcome: oneOf(OUTCOMES), completed_at: time }),
        ),
      }),
    ),
    tested_rules: Type.Array(Type.Object({ rule_id: Type.String(), tests: Type.Integer(), last_at: time }), {
      description: 'rules that detected a test in its latest run, with the number of tests',
    }),
  }),
)
const snapshotSchema = named(
  'PurpleTeamSnapshot',
  Type.Object({
    id: uuid,
    captured_at: time,
    captured_by: Type.String(),
    trigger: oneOf(['manual']),
    note: nullable(Type.String()),
    total_techniques: Type.Integer(),
    techniques_with_rules: Type.Integer(),
    tested_techniques: Type.Integer(),
    detected_techniques: Type.Integer(),
    overall_coverage: nullable(Type.Number()),
  }),
)
const driftSchema = named(
  'PurpleTeamDrift',
  Type.Object({
    from: snapshotSchema,
    to: snapshotSchema,
    added: Type.Array(Type.String(), { description: 'techniques newly named by rules' }),
    dropped: Type.Array(Type.String(), { description: 'techniques that no rule names any more' }),
    changed: Type.Array(Type.Object({ technique_id: Type.String(), from: techniqueState, to: techniqueState })),
  }),
)

const coverage = operation({
  name: 'purple_team.coverage',
  summary: 'Techniques with the rules that name them, and their latest test results',
  permission: 'rules:read',
  path: 'GET /purple-team/coverage',
  output: coverageSchema,
  async run({ tx }) {
    const techniques = await purpleCoverage(tx)
    return {
      ...countsOf(techniques),
      testedRules: await testedRules(tx),
      techniques: techniques.map(({ technique, rules, tests, tested, state, last }) => ({
        ...{ techniqueId: technique, name: attackName(technique), rules, tests, tested, status: state },
        lastExecution: last && {
          ...{ id: last.executionId, atomicTestId: last.testId, outcome: last.outcome, completedAt: last.endedAt },
        },
      })),
    }
  },
})

const snapshot = operation({
  name: 'purple_team.take_snapshot',
  summary: 'Store a snapshot of the present coverage',
  description: 'The latest 500 are kept.',
  permission: 'rules:write',
  audit: 'purple_team:snapshot_taken',
  path: 'POST /purple-team/drift/snapshot',
  status: 201,
  body: named('PurpleTeamSnapshotCreate', Type.Object({ note: Type.Optional(plainText(500)) }, closed)),
  output: snapshotSchema,
  async run({ tx, actor, note }, { note: text = null }) {
    const newSnapshot = await takeSnapshot(tx, idOf(actor), text)
    note({ resource: 'purple_team_snapshot', resourceId: newSnapshot.id })
    return snapshotView(newSnapshot)
  },
})

const list = operation.list({
  name: 'purple_team.snapshots',
  summary: 'Snapshots of the coverage, newest first',
  permission: 'rules:read',
  path: 'GET /purple-team/drift/snapshots',
  item: snapshotSchema,
  run: async ({ tx }) => (await snapshots(tx)).map(snapshotView),
})

const drift = operation({
  name: 'purple_team.drift',
  summary: 'Difference between two snapshots',
  permission: 'rules:read',
  path: 'GET /purple-team/drift/diff',
  query: Type.Object({ from: uuid, to: uuid }, closed),
  output: driftSchema,
  async run({ tx }, input) {
    const { from, to, added, dropped, changed } = await driftBetween(tx, input.from, input.to)
    return {
      ...{ from: snapshotView(from), to: snapshotView(to), added, dropped },
      changed: changed.map(({ technique, ...states }) => ({ technique_id: technique, ...states })),
    }
  },
})

export const COVERAGE_OPERATIONS = [coverage, snapshot, list, drift]

type Counted = { readonly rules: number; readonly state: (typeof TECHNIQUE_STATES)[number] }

function countsOf(techniques: readonly Counted[]) {
  const testedTechniques = techniques.filter(({ state }) => state !== 'untested').length
  const detectedTechniques = techniques.filter(({ state }) => state === 'detected').length
  return {
    totalTechniques: techniques.length,
    techniquesWithRules: techniques.filter(({ rules }) => rules > 0).length,
    ...{ testedTechniques, detectedTechniques },
    overallCoverage: testedTechniques === 0 ? null : detectedTechniques / testedTechniques,
  }
}

function snapshotView({ techniques, ...kept }: Snapshot) {
  return { ...kept, trigger: 'manual' as const, ...countsOf(techniques) }
}
