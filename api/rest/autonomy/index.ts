/** Shadow mode, how often the agent was right, and what automation may do by itself. */
import { type Static, Type } from 'typebox'
import {
  askForGrant,
  closuresHealth,
  EVERY_CLASS,
  evidenceOf,
  figuresOf,
  grants,
  labelFromAlerts,
  labelledSince,
  openDecisions,
  putShadowMode,
  recheckGrants,
  type ShadowMode,
  shadowModes,
  trailing,
  UNLABELED,
  WINDOW_DAYS,
} from '../../../control/autonomy/index.ts'
import { actionTypeOf, gatedBecause } from '../../../control/response/index.ts'
import { assert } from '../../../platform/assert.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import {
  agreementSchema,
  brokenDown,
  closuresHealthSchema,
  closuresHealthView,
  figuresView,
  grantAnswerSchema,
  grantBody,
  grantSchema,
  grantView,
  shadowModeBody,
  shadowModeSchema,
} from './views.ts'

const tags = ['autonomy']
const DAY_MS = 86_400_000
const ALERT_CLASS = '^(\\*|[A-Za-z0-9][A-Za-z0-9 ._:/-]{0,63})$'

export const autonomyRoutes: Routes = (app, deps) => {
  app.get(
    '/autonomy-policy/shadow-mode',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'Classes of alerts with a flag', querystring: Type.Object(pageQuery, closed) },
        response: { 200: pageOf(shadowModeSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await shadowModes(tx), request.query, ({ alertClass }) => alertClass, modeView),
      ),
  )

  app.put(
    '/autonomy-policy/shadow-mode/:alert_class',
    {
      config: { permission: 'settings:write', audit: 'autonomy:shadow_mode_set' },
      schema: {
        ...{ tags, summary: 'Decide alerts of a class in the shadow, or not' },
        description: `In shadow mode triage is written to the alert and to svc_shadow_decisions, and nothing is closed. ${EVERY_CLASS}: every class without a flag of its own; unclassified: alerts without a category.`,
        params: Type.Object({ alert_class: Type.String({ pattern: ALERT_CLASS }) }),
        body: shadowModeBody,
        response: { 200: shadowModeSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const setting = { alertClass: request.params.alert_class, enabled: request.body.enabled }
        const mode = await putShadowMode(tx, { ...setting, setBy: principalOf(request).id })
        assert(mode !== null, 'a flag that is put is there')
        note({ resource: 'shadow_mode', resourceId: mode.alertClass, changes: { enabled: mode.enabled } })
        return modeView(mode)
      }),
  )

  app.get(
    '/autonomy-policy/agreement',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'How often the agent said what analysts said afterwards' },
        querystring: Type.Object(
          { window_days: Type.Integer({ minimum: 1, maximum: 365, default: WINDOW_DAYS }) },
          closed,
        ),
        response: { 200: agreementSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { window_days } = request.query
        await labelFromAlerts(tx)
        await recheckGrants(tx, deps, deps.nowMs())
        const all = await labelledSince(tx, new Date(deps.nowMs() - window_days * DAY_MS), null)
        return {
          ...{
            window_days,
            window: figuresView(figuresOf(all)),
            trailing: figuresView(figuresOf(await trailing(tx, null))),
          },
          unlabeled: all.filter(({ label }) => label === UNLABELED).length,
          open: await openDecisions(tx),
          by_alert_class: brokenDown(all, ({ alertClass }) => alertClass),
          by_rule: brokenDown(all, ({ ruleId }) => ruleId),
          by_source: brokenDown(all, ({ source }) => source),
          by_model: brokenDown(all, ({ model }) => model),
        }
      }),
  )

  app.get(
    '/health/shadow-reconciliation',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'Whether closed findings of the tenant’s connectors are read for shadow mode' },
        response: { 200: closuresHealthSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        closuresHealthView(await closuresHealth(tx, deps.readsClosures ?? false)),
      ),
  )

  app.get(
    '/autonomy-policy/grants',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'What automation may do by itself', querystring: Type.Object(pageQuery, closed) },
        response: { 200: pageOf(grantSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        await recheckGrants(tx, deps, deps.nowMs())
        return pageOfList(await grants(tx), request.query, ({ id }) => id, grantView)
      }),
  )

  app.post(
    '/autonomy-policy/grants',
    {
      config: { permission: 'settings:write', audit: ['autonomy:granted', 'autonomy:overridden'] },
      schema: {
        ...{ tags, summary: 'Ask for a grant', body: grantBody, response: { 200: grantAnswerSchema } },
        description: 'A refusal is an answer: granted is false, and refusals names every check that failed.',
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { scope_kind: scopeKind, scope_key: scopeKey, capability } = request.body
        const { override = false, override_reason: overrideReason = null } = request.body
        const by = principalOf(request).id
        const gated = scopeKind === 'action_verb' ? gatedVerb(scopeKey) : null
        const grantRequest = { scopeKind, scopeKey, capability, override, overrideReason, by }
        const { grant, refusals, measured, isChanged } = await askForGrant(tx, grantRequest, gated, deps.nowMs())
        const isOverride = grant?.source === 'operator_override'
        note(
          grant === null || !isChanged
            ? null
            : {
                action: isOverride ? 'autonomy:overridden' : 'autonomy:granted',
                ...{ resource: 'autonomy_grant', resourceId: grant.id },
                changes: { scope_kind: scopeKind, scope_key: scopeKey, capability, evidence: grant.evidence },
              },
        )
        const answer: Static<typeof grantAnswerSchema> = {
          granted: refusals.length === 0 && grant?.state === 'granted',
          ...{ state: grant?.state ?? 'shadow', source: grant?.source ?? null, is_override: isOverride },
          ...{ refusals: [...refusals], changed: isChanged },
          evidence: { ...(grant?.evidence ?? evidenceOf(measured, deps.nowMs())) },
        }
        return answer
      }),
  )
}

/** Throws 422 for a word that is no verb. */
function gatedVerb(verb: string): string | null {
  const type = actionTypeOf(verb)
  if (type === null) throw invalid('scope_key', `${verb} is no action`)
  return gatedBecause(type)
}

function modeView({ alertClass, enabled, setBy, setAt }: ShadowMode): Static<typeof shadowModeSchema> {
  return { alert_class: alertClass, enabled, set_by: setBy, set_at: setAt.toISOString() }
}
