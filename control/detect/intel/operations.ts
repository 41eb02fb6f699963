/** Operations of threat intelligence. */
import { Type } from 'typebox'
import { closed } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { CHECK_OPERATIONS } from './check-values.ts'
import { feedValues, feedValuesSchema } from './feed-value.ts'
import { FEED_OPERATIONS } from './feeds/operations.ts'
import { IOC_OPERATIONS } from './ioc-operations.ts'
import { SIGHTING_OPERATIONS, type SightingDeps } from './sightings/operations.ts'
import { WARNING_LIST_OPERATIONS } from './warning-lists/operations.ts'

const operation = operationsOf<SightingDeps>()
const DAY_MS = 86_400_000

const value = operation({
  name: 'intel.feed_values',
  summary: 'Value of each indicator source: alerts, confirmed alerts, unique indicators, lead time',
  permission: 'threat_intel:read',
  path: 'GET /intel/feed-values',
  query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 90 })) }, closed),
  output: feedValuesSchema,
  async run({ tx, nowMs }, { days = 90 }) {
    const from = new Date(nowMs - days * DAY_MS)
    const { sources, isWhole } = await feedValues(tx, from)
    return { sources, from: from.toISOString(), is_whole: isWhole }
  },
})

export const INTEL_OPERATIONS = [
  ...[...IOC_OPERATIONS, ...FEED_OPERATIONS],
  ...[value, ...CHECK_OPERATIONS, ...WARNING_LIST_OPERATIONS, ...SIGHTING_OPERATIONS],
]
