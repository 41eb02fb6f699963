/** Routes of one change of many alerts, and of its undo. */
import { Type } from 'typebox'
import {
  actorOf,
  BULK_ALERTS_MAX,
  changeAlerts,
  DISPOSITIONS,
  REASON_CODES,
  SNOOZE_MINUTES_MAX,
  STATUSES,
  undoBulk,
} from '../../../control/soc/alerts/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { closed, oneOf, reason, tagList, tags } from './inputs.ts'

const bulkBody = named(
  'AlertBulkChange',
  Type.Object(
    {
      alert_ids: Type.Array(uuid, {
        ...{ minItems: 1, maxItems: BULK_ALERTS_MAX, uniqueItems: true },
        description: 'exactly these, and none when one of them is not there',
      }),
      change: Type.Object(
        {
          status: Type.Optional(oneOf(STATUSES)),
          reason: Type.Optional(reason),
          priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
          assigned_to_id: Type.Optional(nullable(uuid)),
          add_tags: Type.Optional(tagList),
          verdict: Type.Optional(
            Type.Object(
              { corrected_verdict: oneOf(DISPOSITIONS), reason, reason_code: oneOf(REASON_CODES) },
              { ...closed, description: 'on each of them; one that contradicts its reason is refused' },
            ),
          ),
          snooze_minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: SNOOZE_MINUTES_MAX }))),
        },
        { ...closed, minProperties: 1 },
      ),
    },
    closed,
  ),
)
const doneSchema = named(
  'AlertBulkDone',
  Type.Object({
    bulk_id: Type.String({ format: 'uuid', description: 'takes the change back, for a day' }),
    changed: Type.Integer(),
    refused: Type.Array(Type.Object({ alert_id: uuid, reason: Type.String() })),
  }),
)
const undoneSchema = named(
  'AlertBulkUndone',
  Type.Object({
    restored: Type.Array(uuid),
    kept: Type.Array(uuid, { description: 'somebody changed them since' }),
  }),
)

export const bulkRoutes: Routes = (app, deps) => {
  app.post(
    '/alerts/bulk',
    {
      config: { permission: 'alerts:write', audit: 'alert:bulk_changed' },
      schema: { ...{ tags, summary: 'Change many alerts as one', body: bulkBody, response: { 200: doneSchema } } },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { alert_ids: ids, change } = request.body
        const { status, priority, assigned_to_id: assignedToId, add_tags: addTags, snooze_minutes: minutes } = change
        const snoozedUntil =
          minutes === undefined ? undefined : minutes === null ? null : new Date(deps.nowMs() + minutes * 60_000)
        const verdict = change.verdict && {
          correctedVerdict: change.verdict.corrected_verdict,
          reason: change.verdict.reason,
          reasonCode: change.verdict.reason_code,
        }
        const changes = { status, priority, assignedToId, addTags, snoozedUntil, verdict, reason: change.reason }
        const { id, results } = await changeAlerts(tx, actorOf(principalOf(request)), ids, changes, deps.nowMs())
        const refused = results.flatMap(({ alertId, error }) =>
          error === null ? [] : [{ alert_id: alertId, reason: error }],
        )
        note({
          ...{ resource: 'alert_bulk', resourceId: id },
          changes: { ...change, alert_ids: ids, refused: refused.length },
        })
        return { bulk_id: id, changed: results.length - refused.length, refused }
      }),
  )

  app.post(
    '/alert-bulk-changes/:bulk_id/undo',
    {
      config: { permission: 'alerts:write', audit: 'alert:bulk_undone' },
      schema: {
        ...{ tags, summary: 'Take a change of many alerts back', params: Type.Object({ bulk_id: uuid }) },
        response: { 200: undoneSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { bulk_id: id } = request.params
        const { restored, kept } = await undoBulk(tx, actorOf(principalOf(request)), id, deps.nowMs())
        note({ resource: 'alert_bulk', resourceId: id, changes: { restored: restored.length, kept: kept.length } })
        return { restored: [...restored], kept: [...kept] }
      }),
  )
}
