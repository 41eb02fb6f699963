/** Operations of shadow mode, of how often the agent was right, and of what automation may do by itself. */
import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, type MutationDeps, operationsOf, requirePermission } from '../../platform/acting/index.ts'
import { actionTypeOf, gatedBecause } from '../response/index.ts'
import { closuresHealth, OVERALL_STATES } from './closures/health.ts'
import { SWEEP_STATES } from './closures/sweep-store.ts'
import { figuresOf, shownFigures, UNLABELED } from './figures.ts'
import { CAPABILITIES, type Grant, grants, SCOPE_KINDS } from './grant-store.ts'
import { askForGrant, evidenceOf, withdrawGrant } from './grants.ts'
import {
  EVERY_CLASS,
  type LabelledDecision,
  labelFromAlerts,
  labelledSince,
  openDecisions,
  putShadowMode,
  SHADOW_MODES,
  shadowModes,
  trailing,
} from './shadow-store.ts'
import { WINDOW_DAYS } from './thresholds.ts'
import { recheckGrants } from './watch-grants.ts'

type Deps = MutationDeps & {
  /** True when closed findings of connectors are read for shadow mode; false by default. */
  readonly readsClosures?: boolean | undefined
}

const operation = operationsOf<Deps>({ tag: 'autonomy' })
const DAY_MS = 86_400_000
const ALERT_CLASS = '^(\\*|[A-Za-z0-9][A-Za-z0-9 ._:/-]{0,63})$'
const rate = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }))
const BOUND = 'lower confidence bound of the rate (95 %, valid under repeated looks); null: not measured'

const figures = {
  decisions: Type.Integer({ description: 'alerts closed by people with a disposition that confirms or refutes them' }),
  answered: Type.Integer({ description: 'decisions for which the agent gave a verdict' }),
  agreed: Type.Integer(),
  malicious: Type.Integer({ description: 'closed as true positives' }),
  malicious_found: Type.Integer(),
  abstained: Type.Integer(),
  agreement: rate('share of answered decisions in which agent and people agree, 0 to 1; null: not measured'),
  malicious_recall: rate(
    'share of malicious alerts that the agent recognised, 0 to 1; an abstention counts as a miss; null: not measured',
  ),
  abstention_rate: rate('share of decisions in which the agent abstained, 0 to 1; null: not measured'),
  agreement_at_least: rate(BOUND),
  malicious_recall_at_least: rate(BOUND),
}
const figuresSchema = named('AgreementFigures', Type.Object(figures))
const keyed = named('AgreementOf', Type.Object({ key: Type.String(), ...figures }))
const evidence = Type.Record(Type.String(), Type.Unknown(), {
  description: 'figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds',
})
const SOURCES = ['earned', 'operator_override'] as const
const grantSchema = named(
  'AutonomyGrant',
  Type.Object({
    id: uuid,
    scope_kind: oneOf(SCOPE_KINDS),
    scope_key: Type.String(),
    capability: oneOf(CAPABILITIES),
    state: oneOf(['granted', 'demoted'] as const),
    source: oneOf(SOURCES),
    is_override: Type.Boolean(),
    override_reason: nullable(Type.String()),
    evidence,
    is_enforced: Type.Boolean({
      description: 'false for auto_close: it is only recorded, and SVC_AUTO_CLOSE_THRESHOLD governs closing',
    }),
    decided_by: Type.String(),
    decided_at: time,
  }),
)

const modes = operation.list({
  name: 'autonomy.shadow_modes',
  summary: 'Alert classes with a shadow-mode flag',
  permission: 'settings:read',
  path: 'GET /autonomy-policy/shadow-mode',
  item: SHADOW_MODES.schema,
  run: ({ tx }) => shadowModes(tx),
  keyOf: ({ alertClass }) => alertClass,
})

const setMode = operation({
  name: 'autonomy.set_shadow_mode',
  summary: 'Turn shadow mode on or off for an alert class',
  description: `In shadow mode triage writes its verdict to the alert and to svc_shadow_decisions, and closes nothing. ${EVERY_CLASS}: every class without a flag of its own; unclassified: alerts without a category.`,
  permission: 'soc:write',
  audit: 'autonomy:shadow_mode_set',
  path: 'PUT /autonomy-policy/shadow-mode/:alert_class',
  params: Type.Object({ alert_class: Type.String({ pattern: ALERT_CLASS }) }),
  body: sent('ShadowModePut', { enabled: Type.Boolean() }),
  output: SHADOW_MODES.schema,
  async run({ tx, note, actor }, { alert_class: alertClass, enabled }) {
    const mode = await putShadowMode(tx, { alertClass, enabled, setBy: idOf(actor) })
    assert(mode !== null, 'a flag that is put is there')
    note({ resource: 'shadow_mode', resourceId: mode.alertClass, changes: { enabled: mode.enabled } })
    return mode
  },
})

const agreement = operation({
  name: 'autonomy.agreement',
  summary: 'Agreement between the agent and the later verdicts of analysts',
  permission: 'settings:read',
  path: 'GET /autonomy-policy/agreement',
  query: Type.Object({ window_days: Type.Integer({ minimum: 1, maximum: 365, default: WINDOW_DAYS }) }, closed),
  output: named(
    'Agreement',
    Type.Object({
      window_days: Type.Integer(),
      window: figuresSchema,
      trailing: Type.Intersect([figuresSchema], { description: 'figures over the most recent 50 decisions' }),
      unlabeled: Type.Integer({
        description: 'closed with a disposition that is neither true nor false positive; excluded from the rates',
      }),
      open: Type.Integer({ description: 'alerts not closed yet' }),
      by_alert_class: Type.Array(keyed),
      by_rule: Type.Array(keyed),
      by_source: Type.Array(keyed),
      by_model: Type.Array(keyed),
    }),
  ),
  async run({ tx, nowMs, deps }, { window_days }) {
    await labelFromAlerts(tx)
    await recheckGrants(tx, deps, nowMs)
    const all = await labelledSince(tx, new Date(nowMs - window_days * DAY_MS), null)
    return {
      window_days,
      window: shownFigures(figuresOf(all)),
      trailing: shownFigures(figuresOf(await trailing(tx, null))),
      unlabeled: all.filter(({ label }) => label === UNLABELED).length,
      open: await openDecisions(tx),
      by_alert_class: brokenDown(all, ({ alertClass }) => alertClass),
      by_rule: brokenDown(all, ({ ruleId }) => ruleId),
      by_source: brokenDown(all, ({ source }) => source),
      by_model: brokenDown(all, ({ model }) => model),
    }
  },
})

const reconciliation = operation({
  name: 'autonomy.reconciliation',
  summary: 'State of the connectors whose closed findings label shadow decisions',
  permission: 'settings:read',
  path: 'GET /health/shadow-reconciliation',
  output: named(
    'ShadowReconciliation',
    Type.Object({
      state: oneOf(OVERALL_STATES),
      connectors: Type.Array(
        named(
          'ShadowReconciliationConnector',
          Type.Object(
            {
              connector_id: uuid,
              name: Type.String(),
              type: Type.String(),
              state: nullable(oneOf(SWEEP_STATES)),
              reason: nullable(Type.String({ description: 'answer of the source, for blocked and transient' })),
              watermark: nullable(time),
              last_run_at: nullable(time),
              next_run_at: nullable(time),
              closures_read: Type.Integer({
                description: 'number of closed findings read; a finding in two read windows counts twice',
              }),
              closures_matched: Type.Integer({ description: 'number of closed findings that labelled a decision' }),
            },
            { description: 'state null: not read yet; watermark: source time up to which findings were read' },
          ),
        ),
      ),
    }),
  ),
  async run({ tx, deps }) {
    const { state, connectors } = await closuresHealth(tx, deps.readsClosures ?? false)
    return {
      state,
      connectors: connectors.map(({ connector: { id, name, type }, sweep }) => ({
        connectorId: id,
        name,
        type,
        state: sweep?.state ?? null,
        reason: sweep?.reason ?? null,
        watermark: sweep?.watermarkAt ?? null,
        lastRunAt: sweep?.lastRunAt ?? null,
        nextRunAt: sweep?.nextRunAt ?? null,
        closuresRead: sweep?.closuresRead ?? 0,
        closuresMatched: sweep?.closuresMatched ?? 0,
      })),
    }
  },
})

const listGrants = operation.list({
  name: 'autonomy.grants',
  summary: 'Grants of autonomous actions',
  permission: 'settings:read',
  path: 'GET /autonomy-policy/grants',
  item: grantSchema,
  async run({ tx, nowMs, deps }) {
    await recheckGrants(tx, deps, nowMs)
    return (await grants(tx)).map(grantView)
  },
})

const askGrant = operation({
  name: 'autonomy.ask_grant',
  summary: 'Request a grant',
  description:
    'A refusal is a normal answer: granted is false, and refusals names every failed check. An override, which passes the checks by, needs settings:write.',
  permission: 'soc:write',
  audit: ['autonomy:granted', 'autonomy:overridden'],
  path: 'POST /autonomy-policy/grants',
  body: sent('AutonomyGrantAsk', {
    scope_kind: oneOf(SCOPE_KINDS),
    scope_key: plainText(64),
    capability: oneOf(CAPABILITIES),
    override: Type.Optional(Type.Boolean()),
    override_reason: Type.Optional(nullable(plainText(500))),
  }),
  output: named(
    'AutonomyGrantAnswer',
    Type.Object({
      granted: Type.Boolean(),
      state: oneOf(['shadow', 'granted', 'demoted'] as const),
      source: nullable(oneOf(SOURCES)),
      is_override: Type.Boolean(),
      refusals: Type.Array(Type.String(), { description: 'each check that failed' }),
      evidence,
      changed: Type.Boolean(),
    }),
  ),
  async run({ tx, note, actor, nowMs }, { scope_kind, scope_key, capability, override = false, override_reason }) {
    if (override) requirePermission(actor, 'settings:write')
    const gated = scope_kind === 'action_verb' ? gatedVerb(scope_key) : null
    const scope = { scopeKind: scope_kind, scopeKey: scope_key, capability }
    const request = { ...scope, override, overrideReason: override_reason ?? null, by: idOf(actor) }
    const { grant, refusals, measured, isChanged } = await askForGrant(tx, request, gated, nowMs)
    const isOverride = grant?.source === 'operator_override'
    const about = grant && {
      action: isOverride ? 'autonomy:overridden' : 'autonomy:granted',
      resource: 'autonomy_grant',
      resourceId: grant.id,
      changes: { scope_kind, scope_key, capability, evidence: grant.evidence },
    }
    note(isChanged ? about : null)
    return {
      granted: refusals.length === 0 && grant?.state === 'granted',
      state: grant?.state ?? ('shadow' as const),
      source: grant?.source ?? null,
      isOverride,
      refusals,
      evidence: { ...(grant?.evidence ?? evidenceOf(measured, nowMs)) },
      changed: isChanged,
    }
  },
})

const withdraw = operation({
  name: 'autonomy.withdraw_grant',
  summary: 'Withdraw a grant, and the actions that it approved and nobody has begun',
  permission: 'soc:write',
  audit: 'autonomy:demoted',
  path: 'DELETE /autonomy-policy/grants/:id',
  removes: 'access',
  output: grantSchema,
  async run({ tx, note, actor, nowMs }, { id }) {
    const grant = requireFound(await withdrawGrant(tx, id, idOf(actor), nowMs), 'grant that holds')
    const { scopeKind: scope_kind, scopeKey: scope_key, capability, evidence } = grant
    const changes = { scope_kind, scope_key, capability, evidence }
    note({ resource: 'autonomy_grant', resourceId: grant.id, changes })
    return grantView(grant)
  },
})

export const AUTONOMY_POLICY_OPERATIONS = [modes, setMode, agreement, reconciliation, listGrants, askGrant, withdraw]

/** Throws 422 for a word that is no verb. */
function gatedVerb(verb: string): string | null {
  const type = actionTypeOf(verb)
  if (type === null) throw invalid('scope_key', `${verb} is no action`)
  return gatedBecause(type)
}

/** The most decisions first. */
function brokenDown(all: readonly LabelledDecision[], keyOf: (one: LabelledDecision) => string | null) {
  const groups = Map.groupBy(all, (one) => keyOf(one) ?? 'none')
  return [...groups]
    .map(([key, own]) => ({ key, ...shownFigures(figuresOf(own)) }))
    .sort((a, b) => b.decisions - a.decisions || a.key.localeCompare(b.key))
}

function grantView(grant: Grant) {
  const isOverride = grant.source === 'operator_override'
  return { ...grant, isOverride, isEnforced: grant.capability === 'auto_execute', evidence: { ...grant.evidence } }
}
