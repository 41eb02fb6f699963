/** Routes of targets of alerts by severity, and of the records that missed theirs. */

import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../control/soc/alerts/index.ts'
import {
  changeSlaConfig,
  SLA_EVENTS,
  type SlaConfig,
  type SlaEvent,
  slaConfigs,
  slaEventsPage,
} from '../../../control/soc/cases/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { pageOfList, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { closed, oneOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['sla']
const target = (description: string) => nullable(Type.Integer({ minimum: 1, maximum: 10_080, description }))
const targets = {
  mttd_target: target('minutes from the first event of an alert to the alert'),
  mttr_target: target('minutes from the alert to its resolution'),
  mttc_target: target('minutes from the alert to its closing'),
}
const configBody = named('SlaConfigUpdate', Type.Partial(Type.Object(targets), { ...closed, minProperties: 1 }))
const configSchema = named(
  'SlaConfig',
  Type.Object({ id: uuid, severity: oneOf(SEVERITIES), ...targets, updated_at: nullable(time) }),
)
const eventSchema = named(
  'SlaEvent',
  Type.Object({
    id: Type.String(),
    alert_id: nullable(uuid),
    case_id: nullable(uuid),
    severity: oneOf(SEVERITIES),
    event_type: oneOf(SLA_EVENTS),
    occurred_at: Type.String({ format: 'date-time', description: 'when the target was missed' }),
    metadata: Type.Object({ met_at: nullable(time) }),
  }),
)

export const slaRoutes: Routes = (app, deps) => {
  app.get(
    '/sla/configs',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Targets of alerts, one for each severity; null where none is set',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(configSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await slaConfigs(tx), request.query, ({ severity }) => severity, configView),
      ),
  )

  app.put(
    '/sla/configs/:config_id',
    {
      config: { permission: 'settings:write', audit: 'sla_config:updated' },
      schema: {
        tags,
        summary: 'Set the targets of a severity; by the id of its configuration or its name',
        params: Type.Object({ config_id: Type.String({ minLength: 1, maxLength: 40 }) }),
        body: configBody,
        response: { 200: configSchema },
      },
    },
    (request) => {
      const { config_id: ref } = request.params
      const { mttd_target = null, mttr_target = null, mttc_target = null } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const to = { mttdTarget: mttd_target, mttrTarget: mttr_target, mttcTarget: mttc_target }
        const config = await changeSlaConfig(tx, ref, to, deps.nowMs())
        note({ resource: 'sla_config', resourceId: config.id, changes: { severity: config.severity, ...request.body } })
        return configView(config)
      })
    },
  )

  app.get(
    '/sla/events',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Targets that were missed, by alerts and by cases, newest first',
        querystring: Type.Object(
          {
            ...pageQuery,
            severity: Type.Optional(oneOf(SEVERITIES)),
            event_type: Type.Optional(oneOf(SLA_EVENTS)),
          },
          closed,
        ),
        response: { 200: pageOf(eventSchema) },
      },
    },
    (request) => {
      const { limit, cursor, severity, event_type: type } = request.query
      const after = eventPosition(cursor)
      return tenantWork(deps, request, async (tx) => {
        const rows = await slaEventsPage(tx, { severity, type, nowMs: deps.nowMs() }, limit + 1, after)
        const last = rows.length > limit ? rows[limit - 1] : undefined
        const items = rows.slice(0, limit).map(eventView)
        return last === undefined
          ? { items }
          : { items, next_cursor: Buffer.from(last.position.join('|')).toString('base64url') }
      })
    },
  )
}

/** A position of other lists with the kind of event before its id. Throws 422. */
function eventPosition(cursor: string | undefined): readonly [string, string] | null {
  if (cursor === undefined) return null
  const [at = '', key = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  const [type = '', id = ''] = key.split(':')
  if (!SLA_EVENTS.some((known) => known === type))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  const position = positionOf(Buffer.from(`${at}|${id}`).toString('base64url'))
  return position && [position[0], `${type}:${position[1]}`]
}

function configView(config: SlaConfig): Static<typeof configSchema> {
  return {
    id: config.id,
    severity: config.severity,
    mttd_target: config.mttdTarget,
    mttr_target: config.mttrTarget,
    mttc_target: config.mttcTarget,
    updated_at: config.updatedAt?.toISOString() ?? null,
  }
}

function eventView(event: SlaEvent): Static<typeof eventSchema> {
  return {
    id: event.id,
    alert_id: event.alertId,
    case_id: event.caseId,
    severity: event.severity,
    event_type: event.type,
    occurred_at: event.at.toISOString(),
    metadata: { met_at: event.metAt?.toISOString() ?? null },
  }
}
