/** The operation of team metrics over time. */
import { Type } from 'typebox'
import { invalidParameter } from '../../../platform/invalid-input.ts'
import { isZone } from '../../../platform/zone-offset.ts'
import { closed, named, nullable, oneOf, plainText, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { verdictsByRule } from './rule-verdicts.ts'
import {
  loadOfAnalysts,
  METRICS_LIMITS,
  metricsOverTime,
  type Span,
  type Spread,
  STEPS,
  type StepMetrics,
} from './team-metrics.ts'
import { DISPOSITIONS, SEVERITIES } from './words.ts'

const operation = operationsOf<unknown>()
const DAY_MS = 86_400_000
const DAYS_DEFAULT = 30

const counts = (words: readonly string[]) =>
  Type.Object(Object.fromEntries(words.map((word) => [word, Type.Integer()])))
const spread = nullable(
  named('SecondsSpread', Type.Object({ mean: Type.Integer(), median: Type.Integer(), p90: Type.Integer() })),
)
const measured = {
  alerts: Type.Integer({ description: 'alerts created in the span' }),
  by_severity: counts(SEVERITIES),
  by_verdict: counts(DISPOSITIONS),
  acknowledged: Type.Integer({ description: 'number of these alerts that a person acted on' }),
  seconds_to_acknowledge: spread,
  resolved: Type.Integer({ description: 'number of these alerts that are resolved' }),
  seconds_to_resolve: spread,
}
const output = named(
  'TeamMetrics',
  Type.Object({
    ...{ from: time, until: time, step: oneOf(STEPS), time_zone: Type.String() },
    whole: named('TeamMetricsOfSpan', Type.Object(measured)),
    steps: Type.Array(named('TeamMetricsOfStep', Type.Object({ from: time, ...measured })), {
      description: 'days or weeks; the first and the last may be partial',
    }),
    rules: Type.Array(
      named(
        'RuleNoise',
        Type.Object({
          rule_id: Type.String(),
          rule_title: nullable(Type.String({ description: 'null: no alert names the rule' })),
          alerts: Type.Integer(),
          true_positive: Type.Integer(),
          noise: Type.Integer({ description: 'number of alerts with the verdict false positive or benign' }),
          undecided: Type.Integer(),
        }),
      ),
      { description: `those with the most alerts, ${METRICS_LIMITS.rules} at most` },
    ),
    rules_complete: Type.Boolean(),
    analysts: Type.Array(
      named(
        'AnalystLoad',
        Type.Object({
          user_id: Type.String(),
          alerts: Type.Integer({ description: 'number of alerts the person acted on' }),
          verdicts: Type.Integer({ description: 'number of alerts with a verdict of the person' }),
          resolved: Type.Integer({ description: 'alerts that the person resolved or closed' }),
          open_now: Type.Integer({ description: 'unresolved alerts assigned to the person' }),
          by_step: Type.Array(Type.Object({ from: time, alerts: Type.Integer() }), {
            description: 'steps without work are left out',
          }),
        }),
      ),
      { description: `${METRICS_LIMITS.analysts} at most` },
    ),
    analysts_complete: Type.Boolean(),
  }),
)

export const teamMetrics = operation({
  name: 'alerts.metrics',
  summary: 'Volume, times to acknowledge and to resolve, verdicts, noise of rules and load of analysts, by day or week',
  description: `Computed from alerts and their history, without deleted alerts. An alert counts in the step in which it was created. A time without any alert is null. At most ${METRICS_LIMITS.days} days; the last ${DAYS_DEFAULT} by default.`,
  permission: 'alerts:read',
  path: 'GET /alerts/metrics',
  query: Type.Object(
    {
      from: Type.Optional(time),
      until: Type.Optional(time),
      step: Type.Optional(oneOf(STEPS)),
      time_zone: Type.Optional(plainText(64)),
    },
    closed,
  ),
  output,
  async run({ tx, nowMs }, { from, until, step = 'day', time_zone: zone = 'UTC' }) {
    const untilMs = until === undefined ? nowMs : Date.parse(until)
    const fromMs = from === undefined ? untilMs - DAYS_DEFAULT * DAY_MS : Date.parse(from)
    if (fromMs >= untilMs) throw invalidParameter('from', 'is before until')
    if (untilMs - fromMs > METRICS_LIMITS.days * DAY_MS)
      throw invalidParameter('from', `and until are at most ${METRICS_LIMITS.days} days apart`)
    if (!isZone(zone)) throw invalidParameter('time_zone', 'is an IANA name, such as Europe/Berlin')
    const span: Span = { from: new Date(fromMs), until: new Date(untilMs), step, zone }
    const { whole, steps } = await metricsOverTime(tx, span)
    const rules = await verdictsByRule(tx, span, METRICS_LIMITS.rules + 1)
    const analysts = await loadOfAnalysts(tx, span)
    return {
      ...{ from: span.from, until: span.until, step, time_zone: zone },
      whole: view(whole),
      steps: steps.map(({ from: at, ...of }) => ({ from: at, ...view(of) })),
      rules: rules.slice(0, METRICS_LIMITS.rules).map(({ truePositive, escalated, benign, falsePositive, ...of }) => {
        return { ...of, truePositive: truePositive + escalated, noise: benign + falsePositive }
      }),
      rules_complete: rules.length <= METRICS_LIMITS.rules,
      analysts: analysts.slice(0, METRICS_LIMITS.analysts).map(({ userId, openNow, byStep, ...of }) => {
        return { ...of, user_id: userId, open_now: openNow, by_step: byStep }
      }),
      analysts_complete: analysts.length <= METRICS_LIMITS.analysts,
    }
  },
})

const spreadView = (spread: Spread) => (spread === null ? null : { ...spread })
function view(of: StepMetrics) {
  return {
    ...{ alerts: of.alerts, acknowledged: of.acknowledged, resolved: of.resolved },
    by_severity: { ...of.bySeverity },
    by_verdict: { ...of.byVerdict },
    seconds_to_acknowledge: spreadView(of.secondsToAcknowledge),
    seconds_to_resolve: spreadView(of.secondsToResolve),
  }
}
