/** Reads the signals of one tenant's rules from the lake. `reader` is bound to that tenant. */
import type { MomentPosition } from '../../../platform/cursor.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'

export type Detection = {
  readonly id: string
  /** RFC 3339, of the event. */
  readonly time: string
  readonly ingest_time: string
  readonly rule_id: string
  readonly rule_title: string
  readonly language: string
  readonly severity_id: number
  readonly source: string
  readonly class_uid: number
  readonly host: string
  readonly user: string
  readonly src_ip: string | null
  readonly event_uids: readonly string[]
  readonly techniques: readonly string[]
  readonly tactics: readonly string[]
  readonly matched: readonly { readonly field: string; readonly value: string }[]
}

export type DetectionFilter = {
  /** '' for any. */
  readonly ruleId: string
  readonly severityMin: number
  /** Unix milliseconds of the event; later than all for no end. */
  readonly fromMs: number
  readonly untilMs: number
  /** The last one of the page before. */
  readonly before: MomentPosition | null
}

const LATEST_MS = Date.UTC(2200, 0, 1)
const FIRST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const COLUMNS = `toString(signal_id) AS id, toString(toUnixTimestamp64Milli(time)) AS time_ms,
  toString(toUnixTimestamp64Milli(ingest_time)) AS ingest_ms, rule_id, rule_title, language,
  severity_id, source, class_uid, host, user, toString(src_ip) AS src_ip_text,
  arrayMap(uid -> toString(uid), event_uids) AS uids, techniques, tactics,
  matched.field AS fields, matched.value AS field_values`

/** Returns null for an unknown id. */
export async function detectionById(reader: Reader, id: string): Promise<Detection | null> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM signals WHERE signal_id = toUUID({id:String}) LIMIT 1`
  const [found] = await reader.query<SignalRow>(sql, { id })
  return found ? toDetection(found) : null
}

/** Newest first. */
export function detectionsPage(reader: Reader, limit: number, filter: DetectionFilter): Promise<Detection[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS}
    FROM signals
    WHERE ({rule:String} = '' OR rule_id = {rule:String}) AND severity_id >= {severity:UInt8}
      AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({until:Int64})
      AND (time, signal_id) < (fromUnixTimestamp64Milli({before:Int64}), toUUID({before_id:String}))
    ORDER BY time DESC, signal_id DESC LIMIT {limit:UInt32}`
  const params = {
    rule: filter.ruleId,
    severity: filter.severityMin,
    from: filter.fromMs,
    until: filter.untilMs,
    before: filter.before?.timeMs ?? LATEST_MS,
    before_id: filter.before?.id ?? FIRST_ID,
    limit,
  }
  return reader.query<SignalRow>(sql, params).then((rows) => rows.map(toDetection))
}

type SignalRow = Omit<Detection, 'time' | 'ingest_time' | 'src_ip' | 'event_uids' | 'matched'> & {
  readonly time_ms: string
  readonly ingest_ms: string
  readonly src_ip_text: string
  readonly uids: readonly string[]
  readonly fields: readonly string[]
  readonly field_values: readonly string[]
}

function toDetection(row: SignalRow): Detection {
  const { time_ms, ingest_ms, src_ip_text, uids, fields, field_values, ...same } = row
  return {
    ...same,
    time: stamp(time_ms),
    ingest_time: stamp(ingest_ms),
    src_ip: src_ip_text === '::' ? null : src_ip_text.replace(/^::ffff:(?=\d+\.)/, ''),
    event_uids: uids,
    matched: fields.map((field, at) => ({ field, value: field_values[at] ?? '' })),
  }
}

/** Unix milliseconds as the lake writes them. */
const stamp = (ms: string): string => new Date(Number(ms)).toISOString()

export type DetectionStats = {
  readonly total: number
  readonly rules_total: number
  readonly by_severity: readonly { readonly severity_id: number; readonly hits: number }[]
  /** The rules with the most hits, at most `RULES_SHOWN`; `rules_total` is the number of all. */
  readonly by_rule: readonly ({
    readonly rule_id: string
    readonly rule_title: string
    readonly hits: number
    readonly last_hit: string
  } & Readonly<RuleCost>)[]
  /** The tenant's own rules that cost most, with hits or without, `RULES_SHOWN` at most. */
  readonly by_cost: readonly ({ readonly rule_id: string } & Readonly<RuleCost>)[]
}

/**
 * Null when the cost is unknown: for built-in rules, which are evaluated for all tenants together; for YARA, whose cost
 * is measured per file set; for detections of other products; and for the last minute.
 */
type RuleCost = {
  /** Events that the rule was a candidate for. */
  readonly evaluations: number | null
  readonly mean_us: number | null
  readonly cost_ms: number | null
}

const RULES_SHOWN = 100

/** Over events of a span, Unix milliseconds; of one rule, or of all with ''. */
export async function detectionStats(
  reader: Reader,
  { fromMs, untilMs, ruleId }: Pick<DetectionFilter, 'fromMs' | 'untilMs' | 'ruleId'>,
): Promise<DetectionStats> {
  const params = { from: fromMs, until: untilMs, rule: ruleId, shown: RULES_SHOWN }
  const [costs, rules, severities] = await Promise.all([
    costsOf(reader, params),
    reader.query<{ rule_id: string; title: string; hits: string; last_ms: string; rules: string; total: string }>(
      /* sql */ `
      SELECT rule_id, any(rule_title) AS title, toString(count()) AS hits,
        toString(toUnixTimestamp64Milli(max(time))) AS last_ms,
        toString(count() OVER ()) AS rules, toString(sum(count()) OVER ()) AS total
      FROM signals
      WHERE ({rule:String} = '' OR rule_id = {rule:String})
        AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({until:Int64})
      GROUP BY rule_id ORDER BY count() DESC, rule_id LIMIT {shown:UInt32}`,
      params,
    ),
    reader.query<{ severity_id: number; hits: string }>(
      /* sql */ `
      SELECT severity_id, toString(count()) AS hits FROM signals
      WHERE ({rule:String} = '' OR rule_id = {rule:String})
        AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({until:Int64})
      GROUP BY severity_id ORDER BY severity_id`,
      params,
    ),
  ])
  return {
    total: Number(rules[0]?.total ?? 0),
    rules_total: Number(rules[0]?.rules ?? 0),
    by_severity: severities.map(({ severity_id, hits }) => ({ severity_id, hits: Number(hits) })),
    by_rule: rules.map(({ rule_id, title, hits, last_ms }) => ({
      rule_id,
      rule_title: title,
      hits: Number(hits),
      last_hit: stamp(last_ms),
      ...(costs.get(rule_id) ?? NOT_KNOWN),
    })),
    by_cost: [...costs].slice(0, RULES_SHOWN).map(([rule_id, cost]) => ({ rule_id, ...cost })),
  }
}

const NOT_KNOWN: RuleCost = { evaluations: null, mean_us: null, cost_ms: null }

/** Cost by rule, the most expensive first, over the hours that overlap the span. */
async function costsOf(
  reader: Reader,
  params: Readonly<Record<'from' | 'until' | 'rule', number | string>>,
): Promise<ReadonlyMap<string, RuleCost>> {
  const sql = /* sql */ `
    SELECT rule_id, toString(sum(evaluations)) AS evaluations, toString(sum(timed)) AS timed, sum(cost_us) AS us
    FROM rule_costs
    WHERE ({rule:String} = '' OR rule_id = {rule:String})
      AND hour >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64})) AND hour < fromUnixTimestamp64Milli({until:Int64})
    GROUP BY rule_id ORDER BY us DESC, rule_id`
  const rows = await reader.query<{ rule_id: string; evaluations: string; timed: string; us: number }>(sql, {
    ...params,
  })
  return new Map(
    rows.map(({ rule_id, evaluations, timed, us }) => {
      const isTimed = Number(timed) > 0
      const known = { mean_us: isTimed ? us / Number(timed) : null, cost_ms: isTimed ? us / 1000 : null }
      return [rule_id, { evaluations: Number(evaluations), ...known }]
    }),
  )
}
