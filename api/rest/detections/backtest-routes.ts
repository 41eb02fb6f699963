/** A rule over what the tenant has stored. */
import { Type } from 'typebox'
import { huntOverlays, readerFor, rulesAsRun } from '../../../control/detect/detections/index.ts'
import { overBoth } from '../../../control/platform/archive/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { backTestSpan, RETRO_HUNT_LIMITS } from '../../../query/retro-hunt.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { archiveUse } from '../events/inputs.ts'
import { nullable, time } from '../views.ts'

/** Back-tests of one process at the same time: each keeps a lane of the lake busy. */
const RUNNING_MAX = 2
const BUSY_SECONDS = 5
const { windowDaysMax, windowDaysDefault, eventsMax, eventsDefault } = RETRO_HUNT_LIMITS

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) })
const body = named(
  'RuleBackTest',
  Type.Object(
    {
      window_days: Type.Optional(Type.Integer({ minimum: 1, maximum: windowDaysMax, default: windowDaysDefault })),
      limit: Type.Optional(
        Type.Integer({
          ...{ minimum: 1, maximum: eventsMax, default: eventsDefault },
          description: 'the newest of so many events of the window are looked at; from and complete say which',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)
const resultSchema = named(
  'RuleBackTestResult',
  Type.Object({
    from: Type.String({ format: 'date-time', description: 'of the event time that was looked at' }),
    to: time,
    complete: Type.Boolean({
      description:
        'false: older events of the window were left out, being more than limit, or files of the archive were not read',
    }),
    events_in_window: Type.Integer(),
    events_scanned: Type.Integer(),
    would_fire: Type.Integer({ description: 'events that match, and windows that come true' }),
    would_raise: nullable(
      Type.Integer({ description: "signals of them that the tenant's overlays, as they are now, would have left" }),
    ),
    hit_rate: nullable(Type.Number({ description: 'would_fire of events_scanned; null when there were none' })),
    sample_matches: Type.Array(
      Type.Object({
        rule_id: Type.String(),
        time,
        event_uids: Type.Array(Type.String()),
        group: Type.Array(Type.String(), { description: 'values that the events of a window share' }),
        raw: nullable(Type.String({ description: 'text of the event, cut when it is long' })),
        suppressed: nullable(
          Type.String({
            description:
              'why it would be no signal: disabled, severity_floor, suppress_when, allowlist; of a window events: some do not count',
          }),
        ),
      }),
      { description: 'the newest matches' },
    ),
    unjudged: Type.Integer({ description: 'events that cannot be read back, so that the rule was not tried on them' }),
    reasons: Type.Array(Type.String(), { description: 'what was not decided in the lake, or not kept' }),
    archived: Type.Array(Type.Object({ from: time, to: time }), {
      description: 'event time of which events are in files of the archive that were not read',
    }),
    archive: archiveUse,
  }),
)

export const backTestRoutes: Routes = (app, deps) => {
  let running = 0
  app.post(
    '/rules/:id/backtest',
    {
      config: { permission: 'rules:read', audit: 'rule:backtested' },
      schema: {
        tags: ['detections'],
        summary: 'What a rule would have found in the events of the last days',
        params,
        body,
        response: { 200: resultSchema },
      },
    },
    async (request, reply) => {
      const { window_days: windowDays = windowDaysDefault, limit = eventsDefault } = request.body
      const { id } = request.params
      const { tenantId } = principalOf(request)
      const { wanted, all, overlays } = await withTenant(deps.pool, tenantId, async (tx) => {
        const rules = await rulesAsRun(tx, id, readerFor(tenantId))
        return { ...rules, overlays: await huntOverlays(tx, rules) }
      })
      const backTest = backTestOf(deps)
      if (running >= RUNNING_MAX)
        throw new AppError('unavailable', 'other back-tests are running', { retryAfterSeconds: BUSY_SECONDS })
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new AppError('unavailable', 'nobody waits for the answer')))
      running++
      try {
        const span = backTestSpan(deps.nowMs(), windowDays, limit)
        const both = await overBoth({ pool: deps.pool, store: deps.archive?.store }, tenantId, span, (archive) =>
          backTest(tenantId, { wanted, all, ...span, overlays }, gone.signal, archive),
        )
        const found = both.answer
        const { judged: _, ...shown } = found
        await tenantWork(deps, request, async (_tx, note) => {
          const { events_scanned, would_fire, would_raise } = found
          const changes = { window_days: windowDays, limit, events_scanned, would_fire, would_raise }
          note({ resource: 'rule', resourceId: id, changes })
        })
        return {
          ...shown,
          complete: found.complete && both.archived.length === 0,
          archived: both.archived.map(({ fromMs, toMs }) => ({ from: iso(fromMs), to: iso(toMs) })),
          archive: { ...both.archive },
          reasons: [...found.reasons],
          sample_matches: found.sample_matches.map((match) => {
            const { event_uids: uids, group, suppressed = null } = match
            return { ...match, suppressed, event_uids: [...uids], group: [...group] }
          }),
        }
      } finally {
        running--
      }
    },
  )
}

const iso = (ms: number) => new Date(ms).toISOString()

function backTestOf({ backTest }: ApiDeps): NonNullable<ApiDeps['backTest']> {
  if (!backTest) throw new AppError('unavailable', 'no lake is configured here')
  return backTest
}
