/** Scores of a tabletop exercise: the answers to each inject, whether they were in time, and their points. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { closed, named, nullable, plainText } from '../../../schemas/wire.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { FINDING_SEVERITIES, requireTabletop, showsExpected, stepsOf, type TabletopStep } from './tabletop.ts'

const operation = operationsOf<unknown>()

type Score = {
  readonly ordinal: number
  readonly points: number
  readonly note: string | null
  readonly scoredBy: string
  readonly scoredAt: Date
}

const SCORED = named(
  'TabletopScoredInject',
  Type.Object({
    step: Type.Integer(),
    body: Type.String(),
    expected: nullable(Type.String()),
    within_minutes: nullable(Type.Integer()),
    answers: Type.Array(Type.Integer(), { description: 'steps that answer the inject, in order' }),
    first_answer_seconds: nullable(Type.Number({ description: 'null: no answer' })),
    is_in_time: nullable(
      Type.Boolean({ description: 'null: no time limit, or the limit is still open without an answer' }),
    ),
    points: nullable(Type.Integer({ description: 'null: not scored' })),
    points_max: Type.Integer(),
    note: nullable(Type.String()),
    scored_by: nullable(Type.String()),
  }),
)
const REPORT = named(
  'TabletopReport',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    is_closed: Type.Boolean(),
    injects: Type.Array(SCORED),
    points: Type.Integer({ description: 'points of the scored injects' }),
    points_max: Type.Integer({ description: 'possible points of all injects' }),
    score: nullable(Type.Number({ description: '0 to 100; null until every inject was scored' })),
    unscored: Type.Integer(),
    unanswered: Type.Integer(),
    late: Type.Integer(),
    findings: Type.Record(Type.String(), Type.Integer(), { description: 'number of findings by severity' }),
    without_owner: Type.Integer({ description: 'number of findings without an owner' }),
  }),
)

/** Maximum points of an inject that sets none. */
const POINTS = 10

const score = operation({
  name: 'purple_team.score_inject',
  summary: 'Score the answers to an inject of an exercise; a second score replaces the first',
  permission: 'rules:write',
  audit: 'purple_team:inject_scored',
  path: 'PUT /purple-team/tabletop/:tabletop_id/steps/:step/score',
  params: Type.Object({ step: Type.Integer({ minimum: 1, maximum: 500 }) }),
  body: named(
    'TabletopScore',
    Type.Object(
      { points: Type.Integer({ minimum: 0, maximum: 100 }), note: Type.Optional(nullable(plainText(2000))) },
      closed,
    ),
  ),
  output: SCORED,
  async run({ tx, actor, note, nowMs }, { tabletop_id: id, step: ordinal, points, note: remark = null }) {
    const { steps, isClosed } = await exerciseOf(tx, id)
    const inject = steps.find((step) => step.ordinal === ordinal && step.kind === 'inject')
    if (inject === undefined) throw new AppError('not_found', 'this exercise has no such inject')
    const max = inject.pointsMax ?? POINTS
    if (points > max) throw invalid('points', `is at most ${max} for this inject`)
    const sql = /* sql */ `
      INSERT INTO purple_tabletop_scores (tabletop_id, ordinal, points, note, scored_by) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (tenant_id, tabletop_id, ordinal) DO UPDATE SET points = EXCLUDED.points, note = EXCLUDED.note,
        scored_by = EXCLUDED.scored_by, scored_at = clock_timestamp()`
    await tx.run(sql, [id, ordinal, points, remark, idOf(actor)])
    note({ resource: 'tabletop', resourceId: id, changes: { step: ordinal, points, note: remark } })
    return scoredInject(inject, steps, (await scoresOf(tx, id)).get(ordinal), { isClosed, nowMs })
  },
})

const report = operation({
  name: 'purple_team.tabletop_report',
  summary: 'Result of a tabletop exercise: answers, times, points and findings',
  permission: 'cases:read',
  path: 'GET /purple-team/tabletop/:tabletop_id/report',
  output: REPORT,
  async run({ tx, actor, nowMs }, { tabletop_id: id }) {
    const { name, steps, isClosed } = await exerciseOf(tx, id)
    const scores = await scoresOf(tx, id)
    const injects = steps
      .filter(({ kind }) => kind === 'inject')
      .map((inject) => scoredInject(inject, steps, scores.get(inject.ordinal), { isClosed, nowMs }))
      .map((inject) => (showsExpected(actor, isClosed) ? inject : { ...inject, expected: null }))
    const sum = (of: (one: (typeof injects)[number]) => number) => injects.reduce((total, one) => total + of(one), 0)
    const [points, pointsMax] = [sum((one) => one.points ?? 0), sum((one) => one.points_max)]
    const unscored = injects.filter((one) => one.points === null).length
    const findings = steps.filter(({ kind }) => kind === 'finding')
    const bySeverity = FINDING_SEVERITIES.map((severity) => {
      return [severity, findings.filter((one) => one.severity === severity).length] as const
    })
    return {
      ...{ id, name, is_closed: isClosed, injects, points, points_max: pointsMax, unscored },
      score: injects.length === 0 || unscored > 0 ? null : (100 * points) / pointsMax,
      unanswered: injects.filter((one) => one.answers.length === 0).length,
      late: injects.filter((one) => one.is_in_time === false).length,
      findings: Object.fromEntries(bySeverity.filter(([, count]) => count > 0)),
      without_owner: findings.filter(({ owner }) => owner === null).length,
    }
  },
})

export const TABLETOP_SCORE_OPERATIONS = [score, report]

async function exerciseOf(tx: TenantTx, id: string) {
  const { name, closedAt } = await requireTabletop(tx, id)
  return { name, isClosed: closedAt !== null, steps: (await stepsOf(tx, [id])).get(id) ?? [] }
}

async function scoresOf(tx: TenantTx, id: string): Promise<ReadonlyMap<number, Score>> {
  const sql = /* sql */ `
    SELECT ordinal, points, note, scored_by, scored_at FROM purple_tabletop_scores WHERE tabletop_id = $1`
  const read = (row: Row): Score => ({
    ...{ ordinal: int(row, 'ordinal'), points: int(row, 'points'), note: orNull(text, row, 'note') },
    ...{ scoredBy: text(row, 'scored_by'), scoredAt: time(row, 'scored_at') },
  })
  return new Map((await tx.many(read, sql, [id])).map((one) => [one.ordinal, one]))
}

type Now = { readonly isClosed: boolean; readonly nowMs: number }

function scoredInject(inject: TabletopStep, steps: readonly TabletopStep[], score: Score | undefined, now: Now) {
  const answers = steps.filter((step) => step.answers === inject.ordinal)
  const [first] = answers
  const seconds = first === undefined ? null : (first.writtenAt.getTime() - inject.writtenAt.getTime()) / 1000
  return {
    ...{ step: inject.ordinal, body: inject.body, expected: inject.expected, within_minutes: inject.withinMinutes },
    ...{ answers: answers.map(({ ordinal }) => ordinal), first_answer_seconds: seconds },
    is_in_time: isInTime(inject, seconds, now),
    ...{ points: score?.points ?? null, points_max: inject.pointsMax ?? POINTS, note: score?.note ?? null },
    scored_by: score?.scoredBy ?? null,
  }
}

function isInTime({ withinMinutes, writtenAt }: TabletopStep, seconds: number | null, { isClosed, nowMs }: Now) {
  if (withinMinutes === null) return null
  if (seconds !== null) return seconds <= withinMinutes * 60
  return isClosed || nowMs > writtenAt.getTime() + withinMinutes * 60_000 ? false : null
}
