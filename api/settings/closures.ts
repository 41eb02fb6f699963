/** How often and how far back findings that analysts closed elsewhere are read. */
import type { ClosureSettings } from '../../control/respond/autonomy/index.ts'
import { flag, integer, type readConfig } from '../../platform/config.ts'

export const CLOSURE_SETTINGS = {
  closuresEnabled: flag(
    'SVC_SHADOW_RECONCILE_ENABLED',
    'read which findings analysts closed in their own SIEM, and label decisions of shadow mode with the result',
  ),
  closuresIntervalSeconds: integer(
    'SVC_SHADOW_RECONCILE_INTERVAL_SECONDS',
    900,
    10,
    86_400,
    'seconds between two reads',
  ),
  closuresConnectorIntervalSeconds: integer(
    'SVC_SHADOW_RECONCILE_MIN_CONNECTOR_INTERVAL_SECONDS',
    3600,
    10,
    86_400,
    'seconds between two reads of one connector',
  ),
  /** @bound connectors in a round of closed findings -> the next round continues */
  closuresConnectorsPerTick: integer(
    'SVC_SHADOW_RECONCILE_MAX_CONNECTORS_PER_TICK',
    10,
    1,
    1000,
    'connectors per read',
  ),
  closuresWindowHoursMax: integer('SVC_SHADOW_RECONCILE_MAX_WINDOW_HOURS', 24, 1, 744, 'hours that one read covers'),
  /** @bound age of closed findings -> older ones are not read */
  closuresLookbackHoursMax: integer(
    'SVC_SHADOW_RECONCILE_MAX_LOOKBACK_HOURS',
    168,
    1,
    8784,
    'hours that a read may go back',
  ),
  closuresOverlapSeconds: integer(
    'SVC_SHADOW_RECONCILE_OVERLAP_SECONDS',
    900,
    0,
    86_400,
    'overlap with the previous window, in seconds',
  ),
  /** @bound closed findings in a time window -> the next window continues */
  closuresLimit: integer(
    'SVC_SHADOW_RECONCILE_LIMIT',
    1000,
    1,
    100_000,
    'closed findings per window; the rest is read next',
  ),
} as const

type ClosureValues = ReturnType<typeof readConfig<typeof CLOSURE_SETTINGS>>

export function closuresOf(values: ClosureValues): ClosureSettings {
  return {
    enabled: values.closuresEnabled,
    intervalSeconds: values.closuresIntervalSeconds,
    connectorIntervalSeconds: values.closuresConnectorIntervalSeconds,
    connectorsPerTick: values.closuresConnectorsPerTick,
    windowHoursMax: values.closuresWindowHoursMax,
    lookbackHoursMax: values.closuresLookbackHoursMax,
    overlapSeconds: values.closuresOverlapSeconds,
    limit: values.closuresLimit,
  }
}
