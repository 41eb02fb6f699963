/** Operations of the rules' detections, which the lake holds. */
import { isIP } from 'node:net'
import { Type } from 'typebox'
import { momentCursor, momentPosition } from '../../../platform/cursor.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { named, nullable, pageOf, pageQueryOf, time, uuid } from '../../../schemas/wire.ts'
import { type LakeDeps, lakeOf, operationsOf } from '../../platform/acting/index.ts'
import { newDetection, recordDetection } from './record-detection.ts'
import { detectionStats, detectionsPage } from './signals.ts'

const operation = operationsOf<LakeDeps>()
const HOUR_MS = 3_600_000
const HOURS_MAX = 100_000
const LATEST_MS = Date.UTC(2200, 0, 1)

const texts = Type.Array(Type.String())
const detectionSchema = named(
  'Detection',
  Type.Object({
    id: Type.String(),
    time,
    ingest_time: time,
    rule_id: Type.String(),
    rule_title: Type.String(),
    language: Type.String(),
    severity_id: Type.Integer({ description: 'OCSF: 1 informational to 5 critical' }),
    source: Type.String(),
    class_uid: Type.Integer(),
    host: Type.String(),
    user: Type.String(),
    src_ip: nullable(Type.String()),
    event_uids: texts,
    techniques: texts,
    tactics: texts,
    matched: Type.Array(Type.Object({ field: Type.String(), value: Type.String() })),
  }),
)
const BODY_BYTES_MAX = 256 * 1024
const short = Type.String({ maxLength: 256 })
const some = (items: ReturnType<typeof Type.String>, maxItems: number) => Type.Optional(Type.Array(items, { maxItems }))
const recordBody = named(
  'DetectionRecord',
  Type.Object(
    {
      rule_id: Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'name of the rule in the tool that detected it',
      }),
      rule_title: Type.String({ minLength: 1, maxLength: 300 }),
      severity_id: Type.Integer({ minimum: 1, maximum: 5, description: 'OCSF: 1 informational to 5 critical' }),
      time,
      source: Type.Optional(short),
      class_uid: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 })),
      host: Type.Optional(short),
      user: Type.Optional(short),
      src_ip: Type.Optional(nullable(Type.String({ maxLength: 45 }))),
      event_uids: some(uuid, 128),
      techniques: some(Type.String({ maxLength: 16 }), 32),
      tactics: some(Type.String({ maxLength: 40 }), 32),
      matched: Type.Optional(
        Type.Array(
          Type.Object({ field: Type.String({ maxLength: 200 }), value: short }, { additionalProperties: false }),
          { maxItems: 16 },
        ),
      ),
    },
    { additionalProperties: false },
  ),
)
const DEFAULTS = {
  ...{ source: '', class_uid: 0, host: '', user: '', event_uids: [], techniques: [], tactics: [], matched: [] },
}
const ruleId = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }))
const query = pageQueryOf({
  rule_id: ruleId,
  severity_min: Type.Integer({ minimum: 0, maximum: 5, default: 0 }),
  since: Type.Optional(time),
  until: Type.Optional(time),
})
const statsQuery = Type.Object({
  hours: Type.Integer({ minimum: 1, maximum: HOURS_MAX, default: 24 }),
  rule_id: ruleId,
})
const known = (description: string) => nullable(Type.Number({ description }))
const cost = {
  evaluations: nullable(Type.Integer({ description: 'number of events the rule was evaluated on' })),
  mean_us: known('mean microseconds per evaluation, sampled'),
  cost_ms: known('total milliseconds of the evaluations'),
}
const statsSchema = named(
  'DetectionStats',
  Type.Object({
    total: Type.Integer(),
    rules_total: Type.Integer({ description: 'number of rules with hits; by_rule shows the first 100' }),
    by_severity: Type.Array(Type.Object({ severity_id: Type.Integer(), hits: Type.Integer() })),
    by_rule: Type.Array(
      Type.Object({
        ...{ rule_id: Type.String(), rule_title: Type.String(), hits: Type.Integer(), last_hit: time },
        ...cost,
      }),
    ),
    by_cost: Type.Array(Type.Object({ rule_id: Type.String(), ...cost }), {
      description:
        'the tenant’s own rules by evaluation cost in these hours, with or without hits, the first 100; null: not known, as for built-in and YARA rules',
    }),
  }),
)

const list = operation.outside({
  name: 'detections.list',
  summary: 'Signals, newest first',
  permission: 'rules:read',
  path: 'GET /detections',
  query,
  output: pageOf(detectionSchema),
  async run(call, { limit, cursor, rule_id: ruleId = '', severity_min: severityMin, since, until }) {
    const span = { fromMs: since ? Date.parse(since) : 0, untilMs: until ? Date.parse(until) : LATEST_MS }
    const filter = { ruleId, severityMin, ...span, before: momentPosition(cursor) }
    const found = await detectionsPage(lakeOf(call), limit + 1, filter)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    if (found.length <= limit || last === undefined) return { items }
    return { items, next_cursor: momentCursor({ timeMs: Date.parse(last.time), id: last.id }) }
  },
})

const record = operation.outside({
  name: 'detections.record',
  summary: 'Record a detection of another tool; repeating it has no effect',
  description:
    'It goes to fusion and the lake like a match of a built-in rule: from severity 2 on it becomes an alert, fused with related signals. Listed some seconds later.',
  permission: 'rules:write',
  audit: 'detection:recorded',
  path: 'POST /detections',
  status: 201,
  bodyBytes: BODY_BYTES_MAX,
  body: recordBody,
  output: detectionSchema,
  async run(call, { time: at, src_ip: srcIp = null, ...sent }) {
    if (srcIp !== null && isIP(srcIp) === 0)
      throw new InvalidInput({ loc: ['body', 'src_ip'], msg: 'is not an IP address', type: 'ip' })
    const detection = { ...DEFAULTS, ...sent, time_ms: Date.parse(at), src_ip: srcIp ?? '' }
    const made = await newDetection(lakeOf(call), call.actor.tenantId, detection, call.nowMs)
    const one = made.detection
    await call.work(async (tx, note) => {
      await recordDetection(tx, made)
      note({ resource: 'detection', resourceId: one.id, changes: { rule_id: one.rule_id, time: one.time } })
    })
    return one
  },
})

const stats = operation.outside({
  name: 'detections.stats',
  summary: 'Signal counts of the last hours by rule and severity, for all rules or one',
  permission: 'rules:read',
  path: 'GET /detections/stats',
  query: statsQuery,
  output: statsSchema,
  run: (call, { hours, rule_id: ruleId = '' }) =>
    detectionStats(lakeOf(call), { fromMs: call.nowMs - hours * HOUR_MS, untilMs: call.nowMs, ruleId }),
})

export const DETECTION_OPERATIONS = [list, record, stats]
