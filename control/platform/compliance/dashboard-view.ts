/** The dashboard of a framework as the API and its export show it. */
import { type Static, Type } from 'typebox'
import { named, nullable, oneOf, time, uuid } from '../../../schemas/wire.ts'
import { CONTROL_STATES, type Dashboard, type JudgedControl, rounded } from './dashboard.ts'
import { EVIDENCE_STATES } from './evidence.ts'
import type { Control } from './framework.ts'
import { MEASURE_IDS, MEASURE_STATES } from './measures/measure.ts'

export const NOT_MEASURED = 'not measured here'

/** Says that evidence alone decides about a control; null where something is measured. */
export function noteOf({ measures }: Pick<Control, 'measures'>): string | null {
  return measures.length === 0 ? NOT_MEASURED : null
}

export const dashboardSchema = named(
  'ComplianceDashboard',
  Type.Object({
    framework: Type.String(),
    name: Type.String(),
    version: Type.String(),
    overall_score: nullable(
      Type.Number({ description: 'passing controls among passing and failing ones, 0 to 100; null: nothing known' }),
    ),
    controls_passing: Type.Integer(),
    controls_failing: Type.Integer(),
    controls_in_review: Type.Integer(),
    controls_unknown: Type.Integer(),
    evidence_intact: Type.Boolean({ description: 'true when no record of evidence was changed or removed' }),
    last_updated: time,
    controls: Type.Array(
      Type.Object({
        control_id: Type.String(),
        title: Type.String(),
        status: oneOf(CONTROL_STATES),
        note: nullable(Type.String({ description: NOT_MEASURED })),
        measures: Type.Array(
          Type.Object({ id: oneOf(MEASURE_IDS), status: oneOf(MEASURE_STATES), detail: Type.String() }),
        ),
        evidence: nullable(
          Type.Object({ id: uuid, summary: Type.String(), status: oneOf(EVIDENCE_STATES), collected_at: time }),
        ),
      }),
    ),
  }),
)

export function dashboardView({ framework, controls, score, evidenceFault }: Dashboard, nowMs: number) {
  const count = (state: JudgedControl['state']) => controls.filter((control) => control.state === state).length
  const view: Static<typeof dashboardSchema> = {
    ...{ framework: framework.id, name: framework.name, version: framework.version },
    overall_score: rounded(score),
    ...{ controls_passing: count('passing'), controls_failing: count('failing') },
    ...{ controls_in_review: count('in_review'), controls_unknown: count('unknown') },
    ...{ evidence_intact: evidenceFault === null, last_updated: new Date(nowMs).toISOString() },
    controls: controls.map(controlView),
  }
  return view
}

function controlView({ id, title, state, measures, measured, evidence }: JudgedControl) {
  return {
    ...{ control_id: id, title, status: state, note: noteOf({ measures }) },
    measures: measured.map((one) => ({ id: one.id, status: one.state, detail: one.detail })),
    evidence: evidence && {
      ...{ id: evidence.id, summary: evidence.summary, status: evidence.state },
      collected_at: evidence.collectedAt.toISOString(),
    },
  }
}
