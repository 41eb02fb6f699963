/** The operation that shows the volume a tenant has stored, and its growth. */
import { Type } from 'typebox'
import { tenantCapacity } from '../../../query/lake-capacity.ts'
import { named, nullable } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { askLake } from '../../platform/archive/index.ts'
import { askerOf, type EventDeps } from './event-deps.ts'

const operation = operationsOf<EventDeps>()

const DAYS_MAX = 400

const capacitySchema = named(
  'LakeCapacity',
  Type.Object({
    events: Type.Integer(),
    raw_bytes: Type.Integer({ description: 'size of the events as received' }),
    bytes_per_event: nullable(Type.Integer()),
    growth: nullable(
      Type.Object(
        { events_per_day: Type.Integer(), raw_bytes_per_day: Type.Integer() },
        {
          description: 'mean bytes per day of the last seven whole days, or of fewer if there are fewer; null: none',
        },
      ),
    ),
    days: Type.Array(
      Type.Object({ date: Type.String({ format: 'date' }), events: Type.Integer(), raw_bytes: Type.Integer() }),
      { description: 'days of receipt in UTC, oldest first; days without events are left out' },
    ),
    unmeasured: Type.Array(Type.Object({ figure: Type.String(), reason: Type.String() })),
  }),
)

/** Sizes on disk are not recorded per tenant, and those of the whole table would reveal other tenants (decision 40). */
const SHARED = 'rows of all tenants lie packed together: the operator sees sizes on disk with svc lake'
const UNMEASURED = ['bytes_on_disk', 'compression', 'cost_per_gb_day'].map((figure) => ({ figure, reason: SHARED }))

const capacity = operation.outside({
  name: 'lake.capacity',
  summary: 'Events and bytes by day, and growth',
  permission: 'lake:read_schema',
  path: 'GET /lake/capacity',
  output: capacitySchema,
  async run(call) {
    const { deps, nowMs, gone } = call
    const found = await askLake(deps, askerOf(call), (reader) =>
      tenantCapacity(reader, { nowMs, daysMax: DAYS_MAX }, gone),
    )
    const { growth, bytesAnEvent } = found
    return {
      ...found,
      bytesPerEvent: bytesAnEvent,
      growth: growth && { eventsPerDay: growth.eventsADay, rawBytesPerDay: growth.rawBytesADay },
      unmeasured: UNMEASURED,
    }
  },
})

export const CAPACITY_OPERATIONS = [capacity]
