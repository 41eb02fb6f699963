/** Operations of one change of many alerts, and of its undo. */
import { Type } from 'typebox'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { alertActor } from './actor.ts'
import { BULK_ALERTS_MAX, changeAlerts, undoBulk } from './bulk.ts'
import { SNOOZE_MINUTES_MAX } from './change-alert.ts'
import { reasonText, tagList } from './wire.ts'
import { DISPOSITIONS, REASON_CODES, STATUSES } from './words.ts'

const operation = operationsOf<unknown>()

const change = operation({
  name: 'alerts.bulk_change',
  summary: 'Apply one change to many alerts',
  permission: 'alerts:write',
  audit: 'alert:bulk_changed',
  path: 'POST /alerts/bulk',
  body: sent('AlertBulkChange', {
    alert_ids: Type.Array(uuid, {
      ...{ minItems: 1, maxItems: BULK_ALERTS_MAX, uniqueItems: true },
      description: 'ids of the alerts; the change applies to all of them, or to none when one does not exist',
    }),
    change: Type.Object(
      {
        status: Type.Optional(oneOf(STATUSES)),
        reason: Type.Optional(reasonText),
        priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
        assigned_to_id: Type.Optional(nullable(uuid)),
        add_tags: Type.Optional(tagList),
        verdict: Type.Optional(
          Type.Object(
            { corrected_verdict: oneOf(DISPOSITIONS), reason: reasonText, reason_code: oneOf(REASON_CODES) },
            { ...closed, description: 'verdict for each alert; refused when it contradicts its reason' },
          ),
        ),
        snooze_minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: SNOOZE_MINUTES_MAX }))),
      },
      { ...closed, minProperties: 1 },
    ),
  }),
  output: named(
    'AlertBulkDone',
    Type.Object({
      bulk_id: Type.String({ format: 'uuid', description: 'id for undoing the change, valid for a day' }),
      changed: Type.Integer(),
      refused: Type.Array(Type.Object({ alert_id: uuid, reason: Type.String() })),
    }),
  ),
  async run({ tx, note, actor, nowMs }, { alert_ids: ids, change }) {
    const { snooze_minutes: minutes, verdict, ...members } = change
    const snoozedUntil = typeof minutes === 'number' ? new Date(nowMs + minutes * 60_000) : minutes
    const changes = { ...camelMembers(members), snoozedUntil, verdict: verdict && camelMembers(verdict) }
    const { id, results } = await changeAlerts(tx, alertActor(actor), ids, changes, nowMs)
    const refused = results.flatMap(({ alertId, error }) =>
      error === null ? [] : [{ alert_id: alertId, reason: error }],
    )
    const noted = { ...change, alert_ids: ids, refused: refused.length }
    note({ resource: 'alert_bulk', resourceId: id, changes: noted })
    return { bulk_id: id, changed: results.length - refused.length, refused }
  },
})

const undo = operation({
  name: 'alerts.undo_bulk_change',
  summary: 'Undo a change of many alerts',
  permission: 'alerts:write',
  audit: 'alert:bulk_undone',
  tag: 'alerts',
  path: 'POST /alert-bulk-changes/:bulk_id/undo',
  output: named(
    'AlertBulkUndone',
    Type.Object({
      restored: Type.Array(uuid),
      kept: Type.Array(uuid, { description: 'alerts changed since, which keep their present state' }),
    }),
  ),
  async run({ tx, note, actor, nowMs }, { bulk_id: id }) {
    const undone = await undoBulk(tx, alertActor(actor), id, nowMs)
    const changes = { restored: undone.restored.length, kept: undone.kept.length }
    note({ resource: 'alert_bulk', resourceId: id, changes })
    return undone
  },
})

export const BULK_OPERATIONS = [change, undo]
