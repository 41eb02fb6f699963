/** Routes of changes in the fields of a tenant's sources, from the lake. */
import { Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { type DriftFilter, driftPage } from '../../query/schema-drift.ts'
import { named } from '../plugins/named-schemas.ts'
import { pageOf, pageQuery } from '../plugins/paging.ts'
import { principalOf } from '../route-config.ts'
import type { Routes } from './api-app.ts'
import { nullable, time, uuid } from './views.ts'

const LATEST_MS = Date.UTC(2200, 0, 1)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const kind = Type.Union([Type.Literal('new'), Type.Literal('vanished'), Type.Literal('untracked')], {
  description: 'untracked: the source has more fields than are followed, and no more is said of it',
})
const driftSchema = named(
  'SchemaDrift',
  Type.Object({
    id: uuid,
    source: Type.String({ description: 'connector_id' }),
    mapping: Type.String({ description: 'the table that reads the source, with its version' }),
    kind,
    path: Type.String({ description: 'names joined by dots, [] behind a list; empty where the whole source is meant' }),
    noticed_at: time,
    event_uid: Type.String({ description: 'the event at which it was noticed' }),
    last_seen_before: nullable(time),
  }),
)
const query = Type.Object({
  ...pageQuery,
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  kind: Type.Optional(kind),
  since: Type.Optional(time),
  until: Type.Optional(time),
})

export const schemaDriftRoutes: Routes = (app, deps) => {
  app.get(
    '/schema-drift',
    {
      config: { permission: 'connectors:read' },
      schema: {
        tags: ['sources'],
        summary: 'Fields of sources that came or went, those noticed last first',
        querystring: query,
        response: { 200: pageOf(driftSchema) },
      },
    },
    async (request) => {
      if (!deps.lake) throw new AppError('unavailable', 'no lake is configured here')
      const { limit, cursor, source = '', kind: wanted = '', since, until } = request.query
      const span = { fromMs: since ? Date.parse(since) : 0, untilMs: until ? Date.parse(until) : LATEST_MS }
      const filter: DriftFilter = { source, kind: wanted, ...span, before: positionOf(cursor) }
      const found = await driftPage(deps.lake(principalOf(request).tenantId), limit + 1, filter)
      const items = found.slice(0, limit)
      const last = items.at(-1)
      if (found.length <= limit || last === undefined) return { items }
      return { items, next_cursor: Buffer.from(`${Date.parse(last.noticed_at)}|${last.id}`).toString('base64url') }
    },
  )
}

/** Time and id of the last report seen. Throws 422. */
function positionOf(cursor: string | undefined): DriftFilter['before'] {
  if (cursor === undefined) return null
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (!/^\d{1,13}$/.test(ms) || !UUID.test(id))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return { timeMs: Number(ms), id }
}
