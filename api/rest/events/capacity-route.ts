/** Route of the volume that the tenant has stored, and of its growth. */
import { Type } from 'typebox'
import { tenantCapacity } from '../../../query/lake-capacity.ts'
import { named } from '../../plugins/named-schemas.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'
import type { AskLake } from './turns.ts'

const DAYS_MAX = 400

const capacitySchema = named(
  'LakeCapacity',
  Type.Object({
    events: Type.Integer(),
    raw_bytes: Type.Integer({ description: 'of the events as they were received' }),
    bytes_per_event: nullable(Type.Integer()),
    growth: nullable(
      Type.Object(
        { events_per_day: Type.Integer(), raw_bytes_per_day: Type.Integer() },
        {
          description: 'mean of the last seven whole days, or as many as there are; null without any',
        },
      ),
    ),
    days: Type.Array(
      Type.Object({ date: Type.String({ format: 'date' }), events: Type.Integer(), raw_bytes: Type.Integer() }),
      { description: 'of receipt, in UTC, oldest first; those without events are not there' },
    ),
    unmeasured: Type.Array(Type.Object({ figure: Type.String(), reason: Type.String() })),
  }),
)

/** Sizes on disk of a tenant alone are nowhere recorded, and those of the table would tell of others (decision 40). */
const SHARED = 'rows of all tenants lie packed together: the operator sees sizes on disk with svc lake'
const UNMEASURED = ['bytes_on_disk', 'compression', 'cost_per_gb_day'].map((figure) => ({ figure, reason: SHARED }))

export const capacityRoute =
  (askLake: AskLake): Routes =>
  (app, deps) => {
    app.get(
      '/lake/capacity',
      {
        config: { permission: 'lake:read_schema' },
        schema: { tags: ['lake'], summary: 'Events and bytes by day, and growth', response: { 200: capacitySchema } },
      },
      async (request, reply) => {
        const question = { nowMs: deps.nowMs(), daysMax: DAYS_MAX }
        const found = await askLake(request, reply, ({ reader, gone }) => tenantCapacity(reader, question, gone))
        const { growth } = found
        return {
          events: found.events,
          raw_bytes: found.rawBytes,
          bytes_per_event: found.bytesAnEvent,
          growth: growth && { events_per_day: growth.eventsADay, raw_bytes_per_day: growth.rawBytesADay },
          days: found.days.map(({ date, events, rawBytes }) => ({ date, events, raw_bytes: rawBytes })),
          unmeasured: UNMEASURED,
        }
      },
    )
  }
