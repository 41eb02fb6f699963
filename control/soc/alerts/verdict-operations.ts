/** Operations of verdicts of people on alerts. */
import { Type } from 'typebox'
import { closed, named, nullable, oneOf, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { alertActor } from './actor.ts'
import { alertSchema, shownAlert, shownVerdict, verdictSchema } from './alert-wire.ts'
import { confirmLookAlikes, LOOK_ALIKES_MAX, overrideVerdict } from './override-verdict.ts'
import { undoVerdict } from './undo-verdict.ts'
import { reasonsOf } from './verdict-reasons.ts'
import { reasonText } from './wire.ts'
import { DISPOSITIONS, REASON_CODES } from './words.ts'

const operation = operationsOf<unknown>()

const reasons = operation({
  name: 'alerts.verdict_reasons',
  summary: 'Valid reasons for each verdict; any other is rejected with 422',
  permission: 'alerts:read',
  path: 'GET /alerts/verdict-reasons',
  query: Type.Object({}, closed),
  output: named(
    'VerdictReasons',
    Type.Object({
      items: Type.Array(Type.Object({ verdict: oneOf(DISPOSITIONS), reason_codes: Type.Array(oneOf(REASON_CODES)) })),
    }),
  ),
  run: async () => ({ items: DISPOSITIONS.map((verdict) => ({ verdict, reason_codes: reasonsOf(verdict) })) }),
})

const override = operation({
  name: 'alerts.override_verdict',
  summary: 'Set the verdict of an analyst on an alert; returns similar alerts that it may fit too',
  description: 'A reason that contradicts the verdict is rejected: `GET /alerts/verdict-reasons` lists the valid ones.',
  permission: 'alerts:write',
  audit: 'alert:verdict_overridden',
  path: 'POST /alerts/:id/verdict-override',
  body: sent('VerdictOverride', {
    ...{ corrected_verdict: oneOf(DISPOSITIONS), reason: reasonText, reason_code: oneOf(REASON_CODES) },
  }),
  output: named(
    'VerdictOverridden',
    Type.Object({
      alert: alertSchema,
      verdict: verdictSchema,
      look_alikes: Type.Array(alertSchema, { maxItems: LOOK_ALIKES_MAX }),
      look_alikes_total: Type.Integer({
        description: `total number of look-alikes; the newest ${LOOK_ALIKES_MAX} at most are shown`,
      }),
      confirmation_token: nullable(
        Type.String({ description: 'token that confirms exactly the shown look-alikes, once' }),
      ),
      confirmation_expires_at: nullable(time),
    }),
  ),
  async run({ tx, note, actor, nowMs }, { id, ...body }) {
    note({ resource: 'alert', resourceId: id, changes: body })
    const { corrected_verdict: correctedVerdict, reason, reason_code: reasonCode } = body
    const by = alertActor(actor)
    const done = await overrideVerdict(tx, by, id, { correctedVerdict, reason, reasonCode }, nowMs)
    return {
      alert: shownAlert(done.alert),
      verdict: shownVerdict(done.verdict),
      lookAlikes: done.lookAlikes.map(shownAlert),
      lookAlikesTotal: done.lookAlikesTotal,
      confirmationToken: done.confirmation?.token ?? null,
      confirmationExpiresAt: done.confirmation?.expiresAt ?? null,
    }
  },
})

const repeat = operation({
  name: 'alerts.repeat_verdict',
  summary: 'Apply the same verdict to exactly the look-alikes shown with it',
  permission: 'alerts:write',
  audit: 'alert:verdict_repeated',
  path: 'POST /alerts/:id/verdict-override/look-alikes',
  body: sent('VerdictConfirm', {
    confirmation_token: Type.String({ minLength: 1, maxLength: 100 }),
    alert_ids: Type.Array(uuid, { minItems: 1, maxItems: LOOK_ALIKES_MAX }),
  }),
  output: named('VerdictsConfirmed', Type.Object({ verdicts: Type.Array(verdictSchema) })),
  async run({ tx, note, actor, nowMs }, { id, confirmation_token: token, alert_ids: alertIds }) {
    note({ resource: 'alert', resourceId: id, changes: { alert_ids: alertIds } })
    const verdicts = await confirmLookAlikes(tx, alertActor(actor), id, { token, alertIds }, nowMs)
    return { verdicts: verdicts.map(shownVerdict) }
  },
})

const undo = operation({
  name: 'alerts.undo_verdict',
  summary: 'Undo a verdict, together with its copies on look-alikes',
  permission: 'alerts:write',
  audit: 'alert:verdict_undone',
  path: 'POST /alerts/:id/verdict-override/undo',
  body: sent('VerdictUndo', { verdict_id: uuid }),
  output: named(
    'VerdictUndone',
    Type.Object({
      restored: Type.Array(uuid, { description: 'alerts with their previous verdict restored' }),
      kept_later: Type.Array(uuid, { description: 'alerts with a later verdict, which they keep' }),
    }),
  ),
  run({ tx, note, actor }, { id, verdict_id }) {
    note({ resource: 'alert', resourceId: id, changes: { verdict_id } })
    return undoVerdict(tx, alertActor(actor), id, verdict_id)
  },
})

export const VERDICT_OPERATIONS = [reasons, override, repeat, undo]
