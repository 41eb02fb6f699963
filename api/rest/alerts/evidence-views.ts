/** Views of an alert's evidence and of the reasons for its score. */
import { type Static, Type } from 'typebox'
import type { Fusion } from '../../../control/soc/alerts/index.ts'
import { nullable, time, uuid } from '../views.ts'

const texts = Type.Array(Type.String())

export const evidenceSchema = Type.Object({
  order: Type.Integer({ minimum: 1 }),
  kind: Type.String({ description: 'signal' }),
  signal_id: uuid,
  rule_id: Type.String(),
  title: Type.String(),
  language: Type.String(),
  severity_id: Type.Integer({ description: 'OCSF: 1 informational to 5 critical' }),
  time,
  last_time: time,
  count: Type.Integer({ minimum: 1, description: 'signals of this rule on this host' }),
  event_uids: Type.Array(Type.String(), { description: 'some of the events, the first and the last' }),
  host: Type.String(),
  user: Type.String(),
  src_ip: Type.String(),
  sources: texts,
  mitre_tactics: texts,
  mitre_techniques: texts,
  matched: Type.Array(Type.Object({ field: Type.String(), value: Type.String() })),
  why: Type.String({ description: 'why it counts, and why it is part of this story' }),
})

export function evidenceView(link: Fusion['evidence'][number]): Static<typeof evidenceSchema> {
  const { time_ms: timeMs, last_ms: lastMs, ip, tactics, techniques, ...same } = link
  return {
    ...same,
    time: new Date(timeMs).toISOString(),
    last_time: new Date(lastMs).toISOString(),
    src_ip: ip,
    event_uids: [...link.event_uids],
    sources: [...link.sources],
    mitre_tactics: [...tactics],
    mitre_techniques: [...techniques],
    matched: link.matched.map((matched) => ({ ...matched })),
  }
}

export const scoreSchema = Type.Object({
  risk: Type.Number({ description: '0 to 100: the probability times the impact' }),
  probability: Type.Number({ description: 'logistic function of the bias and what the features contribute' }),
  impact: Type.Number({ description: 'of the severity' }),
  weights: Type.String({ description: "shipped, or the version of the tenant's own" }),
  bias: Type.Number(),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      value: nullable(Type.Number({ description: '0 to 1; null: not known yet, and not counted' })),
      weight: Type.Number(),
      contribution: Type.Number({ description: 'value times weight' }),
      why: Type.String(),
    }),
  ),
})

export function scoreView(score: Fusion['score']): Static<typeof scoreSchema> {
  return { ...score, features: score.features.map((feature) => ({ ...feature })) }
}
