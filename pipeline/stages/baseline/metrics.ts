/** The metrics that are learned for each type of entity, per hour. */
import type { EntityType } from '../../../schemas/entity-observation.ts'

/**
 * `count`: a sum. `distinct`: the number of different items. `novel`: the number of items never seen before for the
 * entity. `ratio`: failures per hundred attempts; an hour with few attempts has no ratio, which differs from zero.
 */
export type MetricKind = 'count' | 'distinct' | 'novel' | 'ratio'

export type Metric = {
  readonly name: string
  readonly kind: MetricKind
  /** Name in `observe` of the observation that it is computed from. */
  readonly from: string
  /** A value below this is never an anomaly, however rare. */
  readonly min: number
  /** The logarithm is taken of value / unit: byte counts below some thousands then look alike. */
  readonly unit: number
  /**
   * For a metric that appears for the first time: hours in which this other metric was learned count as hours with the
   * value zero.
   */
  readonly impliedBy: string | null
  readonly title: string
  readonly tactics: readonly string[]
  readonly techniques: readonly string[]
}

type Rest = Partial<Omit<Metric, 'name' | 'kind' | 'from'>> & Pick<Metric, 'title'>

function metric(name: string, kind: MetricKind, from: string, rest: Rest): Metric {
  return { name, kind, from, min: 5, unit: 1, impliedBy: null, tactics: [], techniques: [], ...rest }
}

const ACCESS = { tactics: ['credential-access'], techniques: ['T1110'] }
const MOVES = { tactics: ['lateral-movement'], techniques: ['T1021'] }
const RUNS = { tactics: ['execution'], techniques: ['T1059'] }
const KEYS = { tactics: ['lateral-movement'], techniques: ['T1550.001'] }
const SENDS = { tactics: ['exfiltration'], techniques: ['T1048'] }

const ACTIVITY = metric('activity', 'count', 'activity', { title: 'Unusually many events', min: 50 })
const BYTES_OUT = metric('bytes_out', 'count', 'bytes_out', {
  ...{ title: 'Unusually many bytes sent', min: 10e6, unit: 1e5, ...SENDS },
})
const LOGONS = metric('logons', 'count', 'logons', { title: 'Unusually many logons', min: 10 })
const FAILED = metric('failed_logons', 'count', 'failed_logons', {
  ...{ title: 'Unusually many failed logons', min: 5, impliedBy: 'logons', ...ACCESS },
})
const FAILED_RATIO = metric('failed_ratio', 'ratio', 'failed_logons', {
  ...{ title: 'Unusually large share of failed logons', min: 50, ...ACCESS },
})

/** Stored state refers to a metric by its index here, so add new ones at the end. */
export const METRICS: Readonly<Record<EntityType, readonly Metric[]>> = {
  user: [
    ACTIVITY,
    BYTES_OUT,
    LOGONS,
    FAILED,
    FAILED_RATIO,
    metric('distinct_hosts', 'distinct', 'hosts', {
      ...{ title: 'Logons at unusually many hosts', min: 3, impliedBy: 'logons', ...MOVES },
    }),
    metric('new_hosts', 'novel', 'hosts', { title: 'Logons at hosts never used before', min: 2, ...MOVES }),
    metric('distinct_countries', 'distinct', 'countries', {
      ...{ title: 'Logons from unusually many countries', min: 2, tactics: ['initial-access'], techniques: ['T1078'] },
    }),
    metric('new_countries', 'novel', 'countries', {
      ...{
        title: 'Logon from a country never seen before',
        min: 1,
        tactics: ['initial-access'],
        techniques: ['T1078'],
      },
    }),
    metric('key_calls', 'count', 'key_calls', { title: 'Unusually many calls with access keys', ...KEYS }),
    // For a key that only one program uses, a second program is already unusual.
    metric('new_key_agents', 'novel', 'key_agents', {
      ...{ title: 'Access key used by a program never seen with it', min: 1, unit: 0.1, ...KEYS },
    }),
    metric('new_key_countries', 'novel', 'key_countries', {
      ...{ title: 'Access key used from a country never seen with it', min: 1, unit: 0.1, ...KEYS },
    }),
  ],
  host: [
    ACTIVITY,
    BYTES_OUT,
    LOGONS,
    FAILED,
    FAILED_RATIO,
    metric('distinct_users', 'distinct', 'users', {
      ...{ title: 'Logons of unusually many users', min: 5, impliedBy: 'logons', ...ACCESS },
    }),
    metric('new_processes', 'novel', 'processes', { title: 'Programs never run before', min: 2, ...RUNS }),
    metric('new_parent_pairs', 'novel', 'parent_pairs', {
      ...{ title: 'Programs started by parents that never started them', min: 3, ...RUNS },
    }),
    metric('rare_commands', 'novel', 'commands', { title: 'Command lines never seen before', min: 5, ...RUNS }),
  ],
  ip: [
    ACTIVITY,
    BYTES_OUT,
    LOGONS,
    FAILED,
    metric('distinct_users', 'distinct', 'users', {
      ...{ title: 'Logons of unusually many users', min: 5, impliedBy: 'logons', ...ACCESS },
    }),
    metric('distinct_hosts', 'distinct', 'hosts', {
      ...{ title: 'Logons at unusually many hosts', min: 3, impliedBy: 'logons', ...MOVES },
    }),
  ],
  domain: [
    ACTIVITY,
    metric('distinct_hosts', 'distinct', 'askers', {
      ...{ title: 'Asked for by unusually many hosts', min: 5, impliedBy: 'activity' },
    }),
  ],
}

/** Smallest number of attempts in an hour for a failure ratio. */
export const ATTEMPTS_MIN = 10
