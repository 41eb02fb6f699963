import { Type } from 'typebox'
import {
  actorOf,
  confirmLookAlikes,
  DISPOSITIONS,
  LOOK_ALIKES_MAX,
  overrideVerdict,
  REASON_CODES,
  reasonsOf,
  undoVerdict,
} from '../../../control/soc/alerts/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { alertId, closed, oneOf, reason, tags } from './inputs.ts'
import { alertSchema, alertView, verdictSchema, verdictView } from './views.ts'

const overrideBody = named(
  'VerdictOverride',
  Type.Object({ corrected_verdict: oneOf(DISPOSITIONS), reason, reason_code: oneOf(REASON_CODES) }, closed),
)
const overriddenSchema = named(
  'VerdictOverridden',
  Type.Object({
    alert: alertSchema,
    verdict: verdictSchema,
    look_alikes: Type.Array(alertSchema, { maxItems: LOOK_ALIKES_MAX }),
    look_alikes_total: Type.Integer({ description: `of which the newest ${LOOK_ALIKES_MAX} at most are shown` }),
    confirmation_token: nullable(Type.String({ description: 'confirms exactly the look-alikes shown, once' })),
    confirmation_expires_at: nullable(time),
  }),
)
const confirmBody = named(
  'VerdictConfirm',
  Type.Object(
    {
      confirmation_token: Type.String({ minLength: 1, maxLength: 100 }),
      alert_ids: Type.Array(uuid, { minItems: 1, maxItems: LOOK_ALIKES_MAX }),
    },
    closed,
  ),
)
const reasonsSchema = named(
  'VerdictReasons',
  Type.Object({
    items: Type.Array(Type.Object({ verdict: oneOf(DISPOSITIONS), reason_codes: Type.Array(oneOf(REASON_CODES)) })),
  }),
)
const confirmedSchema = named('VerdictsConfirmed', Type.Object({ verdicts: Type.Array(verdictSchema) }))

const undoBody = named('VerdictUndo', Type.Object({ verdict_id: uuid }, closed))
const undoneSchema = named(
  'VerdictUndone',
  Type.Object({
    restored: Type.Array(uuid, { description: 'alerts whose verdict is again what it was before' }),
    kept_later: Type.Array(uuid, { description: 'alerts that somebody decided anew since: theirs stays' }),
  }),
)

export const verdictRoutes: Routes = (app, deps) => {
  app.get(
    '/alerts/verdict-reasons',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'The reasons that each verdict may have; any other is refused with 422',
        querystring: Type.Object({}, closed),
        response: { 200: reasonsSchema },
      },
    },
    async () => ({ items: DISPOSITIONS.map((verdict) => ({ verdict, reason_codes: reasonsOf(verdict) })) }),
  )

  app.post(
    '/alerts/:id/verdict-override',
    {
      config: { permission: 'alerts:write', audit: 'alert:verdict_overridden' },
      schema: {
        tags,
        summary: "The analyst's verdict on an alert; shows the alerts that it may also fit",
        description:
          'A reason that contradicts the verdict is refused: `GET /alerts/verdict-reasons` lists those that fit.',
        params: alertId,
        body: overrideBody,
        response: { 200: overriddenSchema },
      },
    },
    (request) => {
      const { id } = request.params
      const { corrected_verdict: correctedVerdict, reason, reason_code: reasonCode } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'alert', resourceId: id, changes: request.body })
        const override = { correctedVerdict, reason, reasonCode }
        const done = await overrideVerdict(tx, actorOf(principalOf(request)), id, override, deps.nowMs())
        return {
          alert: alertView(done.alert),
          verdict: verdictView(done.verdict),
          look_alikes: done.lookAlikes.map(alertView),
          look_alikes_total: done.lookAlikesTotal,
          confirmation_token: done.confirmation?.token ?? null,
          confirmation_expires_at: done.confirmation?.expiresAt.toISOString() ?? null,
        }
      })
    },
  )

  app.post(
    '/alerts/:id/verdict-override/look-alikes',
    {
      config: { permission: 'alerts:write', audit: 'alert:verdict_repeated' },
      schema: {
        tags,
        summary: 'The same verdict for exactly the look-alikes that were shown with it',
        params: alertId,
        body: confirmBody,
        response: { 200: confirmedSchema },
      },
    },
    (request) => {
      const { id } = request.params
      const { confirmation_token: token, alert_ids: alertIds } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'alert', resourceId: id, changes: { alert_ids: alertIds } })
        const actor = actorOf(principalOf(request))
        return {
          verdicts: (await confirmLookAlikes(tx, actor, id, { token, alertIds }, deps.nowMs())).map(verdictView),
        }
      })
    },
  )

  app.post(
    '/alerts/:id/verdict-override/undo',
    {
      config: { permission: 'alerts:write', audit: 'alert:verdict_undone' },
      schema: {
        tags,
        summary: 'Take a verdict back, with those that repeat it on look-alikes',
        params: alertId,
        body: undoBody,
        response: { 200: undoneSchema },
      },
    },
    (request) => {
      const { id } = request.params
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'alert', resourceId: id, changes: request.body })
        const undone = await undoVerdict(tx, actorOf(principalOf(request)), id, request.body.verdict_id)
        return { restored: [...undone.restored], kept_later: [...undone.keptLater] }
      })
    },
  )
}
