/** API views of autonomy and their schemas. */
import { type Static, Type } from 'typebox'
import {
  CAPABILITIES,
  type ClosuresHealth,
  type Figures,
  figuresOf,
  type Grant,
  type LabelledDecision,
  OVERALL_STATES,
  SCOPE_KINDS,
  SWEEP_STATES,
} from '../../../control/autonomy/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

const rate = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }))
const BOUND = 'what it is at least, at 95 %, however often one looks; null: not measured'
const figures = {
  decisions: Type.Integer({ description: 'closed by people with a word that says what it was' }),
  answered: Type.Integer({ description: 'of them, those of which the agent said something' }),
  agreed: Type.Integer(),
  malicious: Type.Integer({ description: 'closed as true positives' }),
  malicious_found: Type.Integer(),
  abstained: Type.Integer(),
  agreement: rate('agreed of answered; null: not measured'),
  malicious_recall: rate('found of malicious, nothing said is a miss; null: not measured'),
  abstention_rate: rate('abstained of decisions; null: not measured'),
  agreement_at_least: rate(BOUND),
  malicious_recall_at_least: rate(BOUND),
}
export const figuresSchema = named('AgreementFigures', Type.Object(figures))
const keyed = named('AgreementOf', Type.Object({ key: Type.String(), ...figures }))
export const agreementSchema = named(
  'Agreement',
  Type.Object({
    window_days: Type.Integer(),
    window: figuresSchema,
    trailing: Type.Intersect([figuresSchema], { description: 'the most recent 50 decisions' }),
    unlabeled: Type.Integer({ description: 'closed with a word that says neither; in no rate' }),
    open: Type.Integer({ description: 'nobody has closed yet' }),
    by_alert_class: Type.Array(keyed),
    by_rule: Type.Array(keyed),
    by_source: Type.Array(keyed),
    by_model: Type.Array(keyed),
  }),
)
export const closuresHealthSchema = named(
  'ShadowReconciliation',
  Type.Object({
    state: oneOf(OVERALL_STATES),
    connectors: Type.Array(
      named(
        'ShadowReconciliationConnector',
        Type.Object(
          {
            ...{ connector_id: uuid, name: Type.String(), type: Type.String() },
            state: nullable(oneOf(SWEEP_STATES)),
            reason: nullable(Type.String({ description: 'what the source said, of blocked and transient' })),
            watermark: nullable(time),
            ...{ last_run_at: nullable(time), next_run_at: nullable(time) },
            closures_read: Type.Integer({ description: 'those that two windows share as often' }),
            closures_matched: Type.Integer({ description: 'that labelled a decision' }),
          },
          { description: 'state null: nobody has looked yet; watermark: time of the source up to which was read' },
        ),
      ),
    ),
  }),
)
export const shadowModeSchema = named(
  'ShadowMode',
  Type.Object({
    alert_class: Type.String({ description: '* is every class without a flag of its own' }),
    enabled: Type.Boolean(),
    set_by: Type.String(),
    set_at: time,
  }),
)
export const shadowModeBody = named('ShadowModePut', Type.Object({ enabled: Type.Boolean() }, closed))
export const grantBody = named(
  'AutonomyGrantAsk',
  Type.Object(
    {
      scope_kind: oneOf(SCOPE_KINDS),
      scope_key: plainText(64),
      capability: oneOf(CAPABILITIES),
      override: Type.Optional(Type.Boolean()),
      override_reason: Type.Optional(nullable(plainText(500))),
    },
    closed,
  ),
)
const evidence = Type.Record(Type.String(), Type.Unknown(), { description: 'the figures as they were' })
export const grantSchema = named(
  'AutonomyGrant',
  Type.Object({
    id: uuid,
    scope_kind: oneOf(SCOPE_KINDS),
    scope_key: Type.String(),
    capability: oneOf(CAPABILITIES),
    state: oneOf(['granted', 'demoted'] as const),
    source: oneOf(['earned', 'operator_override'] as const),
    is_override: Type.Boolean(),
    override_reason: nullable(Type.String()),
    evidence,
    is_enforced: Type.Boolean({ description: 'auto_close is recorded: SVC_AUTO_CLOSE_THRESHOLD governs closing' }),
    decided_by: Type.String(),
    decided_at: time,
  }),
)
export const grantAnswerSchema = named(
  'AutonomyGrantAnswer',
  Type.Object({
    granted: Type.Boolean(),
    state: oneOf(['shadow', 'granted', 'demoted'] as const),
    source: nullable(oneOf(['earned', 'operator_override'] as const)),
    is_override: Type.Boolean(),
    refusals: Type.Array(Type.String(), { description: 'every check that failed' }),
    evidence,
    changed: Type.Boolean(),
  }),
)

export function figuresView(found: Figures): Static<typeof figuresSchema> {
  const { decisions, answered, agreed, malicious, maliciousFound, abstained } = found
  return {
    ...{ decisions, answered, agreed, malicious, malicious_found: maliciousFound, abstained },
    ...{ agreement: found.agreement, malicious_recall: found.maliciousRecall, abstention_rate: found.abstention },
    ...{ agreement_at_least: found.agreementAtLeast, malicious_recall_at_least: found.maliciousRecallAtLeast },
  }
}

/** The most decisions first. */
export function brokenDown(all: readonly LabelledDecision[], keyOf: (one: LabelledDecision) => string | null) {
  const groups = Map.groupBy(all, (one) => keyOf(one) ?? 'none')
  return [...groups]
    .map(([key, own]) => ({ key, ...figuresView(figuresOf(own)) }))
    .sort((a, b) => b.decisions - a.decisions || a.key.localeCompare(b.key))
}

export function grantView(grant: Grant): Static<typeof grantSchema> {
  const { id, scopeKind, scopeKey, capability, state, source } = grant
  return {
    ...{ id, scope_kind: scopeKind, scope_key: scopeKey, capability, state, source },
    ...{ is_override: source === 'operator_override', override_reason: grant.overrideReason },
    ...{ evidence: { ...grant.evidence }, is_enforced: capability === 'auto_execute' },
    ...{ decided_by: grant.decidedBy, decided_at: grant.decidedAt.toISOString() },
  }
}

export function closuresHealthView({ state, connectors }: ClosuresHealth): Static<typeof closuresHealthSchema> {
  const iso = (at: Date | null | undefined) => at?.toISOString() ?? null
  return {
    state,
    connectors: connectors.map(({ connector: { id, name, type }, sweep }) => ({
      ...{ connector_id: id, name, type, state: sweep?.state ?? null, reason: sweep?.reason ?? null },
      ...{ watermark: iso(sweep?.watermarkAt), last_run_at: iso(sweep?.lastRunAt), next_run_at: iso(sweep?.nextRunAt) },
      ...{ closures_read: sweep?.closuresRead ?? 0, closures_matched: sweep?.closuresMatched ?? 0 },
    })),
  }
}
