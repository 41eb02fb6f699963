/** API views of the purple team and their schemas. */
import { type Static, Type } from 'typebox'
import {
  type AtomicTest,
  CHAIN_LINKS,
  chainOf,
  EXECUTION_MODES,
  EXECUTION_STATES,
  type Execution,
  FINDING_SEVERITIES,
  OUTCOMES,
  PLATFORMS,
  type Snapshot,
  STEP_KINDS,
  sceneOf,
  type Tabletop,
  type TabletopStep,
  TECHNIQUE_STATES,
} from '../../../control/detect/purple-team/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['purple-team']

export const testSchema = named(
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
      description: 'as an execution sends them, with names of its own in place of these',
    }),
  }),
)

/** A scene that belongs to no execution. */
const SAMPLE = sceneOf('00000000-0000-4000-8000-000000000000', Date.UTC(2026, 0, 1))

export function testView(test: AtomicTest): Static<typeof testSchema> {
  return {
    ...{ id: test.id, technique_id: test.technique, technique_name: test.techniqueName, tactic: test.tactic },
    ...{ name: test.name, description: test.description, platform: test.platform, source_format: test.format },
    events: test.events(SAMPLE).map((event) => ({ ...event })),
  }
}

export const executionSchema = named(
  'PurpleTeamExecution',
  Type.Object({
    id: uuid,
    atomic_test_id: Type.String(),
    technique_id: Type.String(),
    platform: oneOf(PLATFORMS),
    mode: oneOf(EXECUTION_MODES),
    status: oneOf(EXECUTION_STATES),
    outcome: nullable(oneOf(OUTCOMES, { description: 'null: it is not known' })),
    detected: nullable(Type.Boolean()),
    detection_latency_seconds: nullable(
      Type.Number({ description: 'until a rule that names the technique was seen to hold; looked for every 2 s' }),
    ),
    events: Type.Integer(),
    events_stored: nullable(Type.Integer({ description: 'found in the lake; null: nobody has looked' })),
    findings: Type.Array(
      Type.Object({
        rule_id: Type.String(),
        title: Type.String(),
        names_technique: Type.Boolean(),
        seconds: nullable(Type.Number()),
      }),
    ),
    undecided: Type.Array(Type.Object({ rule_id: Type.String(), reason: Type.String() }), {
      description: 'rules that a dry execution cannot judge',
    }),
    alert_id: nullable(uuid),
    alert_seconds: nullable(Type.Number()),
    last_link: nullable(
      oneOf(CHAIN_LINKS, { description: 'of the chain from event to alert, the last one that worked' }),
    ),
    missing_link: nullable(
      oneOf(CHAIN_LINKS, { description: 'the first that did not, once it has ended; null: none' }),
    ),
    error: nullable(Type.String()),
    wait_seconds: Type.Integer(),
    requested_by: Type.String(),
    queued_at: time,
    started_at: nullable(time),
    completed_at: nullable(time),
  }),
)

export function executionView(of: Execution): Static<typeof executionSchema> {
  const chain = chainOf(of)
  return {
    ...{ id: of.id, atomic_test_id: of.testId, technique_id: of.technique, platform: of.platform, mode: of.mode },
    ...{ status: of.state, outcome: of.outcome, detected: of.outcome === null ? null : of.outcome === 'detected' },
    detection_latency_seconds: of.findings.find(({ names_technique }) => names_technique)?.seconds ?? null,
    ...{ events: of.events, events_stored: of.eventsStored, findings: of.findings.map((one) => ({ ...one })) },
    ...{ undecided: of.undecided.map((one) => ({ ...one })), alert_id: of.alertId, alert_seconds: of.alertSeconds },
    ...{ last_link: chain.last, missing_link: chain.missing },
    ...{ error: of.error, wait_seconds: of.waitSeconds, requested_by: of.requestedBy },
    ...{ queued_at: of.queuedAt.toISOString(), started_at: of.startedAt?.toISOString() ?? null },
    completed_at: of.endedAt?.toISOString() ?? null,
  }
}

const techniqueState = oneOf(TECHNIQUE_STATES)

export const coverageSchema = named(
  'PurpleTeamCoverage',
  Type.Object({
    total_techniques: Type.Integer({ description: 'that a rule in force names, or a test is about' }),
    techniques_with_rules: Type.Integer(),
    tested_techniques: Type.Integer(),
    detected_techniques: Type.Integer({ description: 'every test of which is detected' }),
    overall_coverage: nullable(
      Type.Number({ description: 'detected among tested, 0 to 1; null while nothing was tested' }),
    ),
    techniques: Type.Array(
      Type.Object({
        technique_id: Type.String(),
        rules: Type.Integer(),
        tests: Type.Integer(),
        tested: Type.Integer({ description: 'tests of which something is known' }),
        status: techniqueState,
        last_execution: nullable(
          Type.Object({ id: uuid, atomic_test_id: Type.String(), outcome: oneOf(OUTCOMES), completed_at: time }),
        ),
      }),
    ),
  }),
)

export const snapshotSchema = named(
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

export const driftSchema = named(
  'PurpleTeamDrift',
  Type.Object({
    from: snapshotSchema,
    to: snapshotSchema,
    added: Type.Array(Type.String(), { description: 'techniques that rules name since' }),
    dropped: Type.Array(Type.String(), { description: 'techniques that no rule names any more' }),
    changed: Type.Array(Type.Object({ technique_id: Type.String(), from: techniqueState, to: techniqueState })),
  }),
)

type Counted = { readonly rules: number; readonly state: (typeof TECHNIQUE_STATES)[number] }

export function countsOf(techniques: readonly Counted[]) {
  const tested = techniques.filter(({ state }) => state !== 'untested').length
  const detected = techniques.filter(({ state }) => state === 'detected').length
  return {
    total_techniques: techniques.length,
    techniques_with_rules: techniques.filter(({ rules }) => rules > 0).length,
    ...{ tested_techniques: tested, detected_techniques: detected },
    overall_coverage: tested === 0 ? null : detected / tested,
  }
}

export function snapshotView({
  id,
  capturedAt,
  capturedBy,
  note,
  techniques,
}: Snapshot): Static<typeof snapshotSchema> {
  const captured = { id, captured_at: capturedAt.toISOString(), captured_by: capturedBy }
  return { ...captured, trigger: 'manual', note, ...countsOf(techniques) }
}

export const stepSchema = named(
  'TabletopStep',
  Type.Object({
    step: Type.Integer({ minimum: 1 }),
    kind: oneOf(STEP_KINDS),
    speaker: Type.String(),
    body: Type.String(),
    severity: nullable(oneOf(FINDING_SEVERITIES)),
    owner: nullable(Type.String()),
    expected: nullable(Type.String()),
    points_max: nullable(Type.Integer()),
    within_minutes: nullable(Type.Integer()),
    answers: nullable(Type.Integer({ description: 'the step of the inject that it answers' })),
    written_by: Type.String(),
    written_at: time,
  }),
)
export const tabletopSchema = named(
  'Tabletop',
  Type.Object({
    id: uuid,
    name: Type.String(),
    description: nullable(Type.String()),
    scenario: Type.String(),
    technique_ids: Type.Array(Type.String()),
    status: oneOf(['open', 'closed']),
    created_by: Type.String(),
    created_at: time,
    closed_at: nullable(time),
    steps: Type.Array(stepSchema),
  }),
)

export function stepView(of: TabletopStep): Static<typeof stepSchema> {
  return {
    ...{ step: of.ordinal, kind: of.kind, speaker: of.speaker, body: of.body, severity: of.severity, owner: of.owner },
    ...{ expected: of.expected, points_max: of.pointsMax, within_minutes: of.withinMinutes, answers: of.answers },
    ...{ written_by: of.writtenBy, written_at: of.writtenAt.toISOString() },
  }
}

export function tabletopView(of: Tabletop, steps: readonly TabletopStep[]): Static<typeof tabletopSchema> {
  return {
    ...{ id: of.id, name: of.name, description: of.description, scenario: of.scenario },
    ...{ technique_ids: [...of.techniques], status: of.closedAt === null ? 'open' : 'closed' },
    ...{ created_by: of.createdBy, created_at: of.createdAt.toISOString() },
    ...{ closed_at: of.closedAt?.toISOString() ?? null, steps: steps.map(stepView) },
  }
}
