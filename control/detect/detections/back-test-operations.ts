/** The operation that runs a rule over the tenant's stored events. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { backTestSpan, RETRO_HUNT_LIMITS, type RetroHunt, type RetroHuntResult } from '../../../query/retro-hunt.ts'
import { named, nullable, oneOf, time } from '../../../schemas/wire.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { noLake, operationsOf } from '../../platform/acting/index.ts'
import { archiveUseSchema, overBoth } from '../../platform/archive/index.ts'
import { refuseTables } from '../../platform/governance/index.ts'
import { huntOverlays } from './hunt-overlays.ts'
import { readerFor } from './read-texts.ts'
import { rulesAsRun } from './rules-as-run.ts'

type Deps = {
  readonly pool: Postgres
  readonly archive?: { readonly store: ObjectStore } | undefined
  readonly backTest?:
    | ((
        tenant: TenantId,
        hunt: RetroHunt,
        gone: AbortSignal,
        archive: ArchivedEvents | undefined,
      ) => Promise<RetroHuntResult>)
    | undefined
}
const operation = operationsOf<Deps>({ tag: 'detections' })

/**
 * Back-tests of one process at the same time: each keeps a lane of the lake busy.
 * @bound concurrent back-tests of a process -> 503
 */
const RUNNING_MAX = 2
const BUSY_SECONDS = 5
let running = 0

const { windowDaysMax, windowDaysDefault, eventsMax, eventsDefault } = RETRO_HUNT_LIMITS

const body = named(
  'RuleBackTest',
  Type.Object(
    {
      window_days: Type.Optional(Type.Integer({ minimum: 1, maximum: windowDaysMax, default: windowDaysDefault })),
      limit: Type.Optional(
        Type.Integer({
          ...{ minimum: 1, maximum: eventsMax, default: eventsDefault },
          description: 'maximum number of events, newest first; from and complete show the covered span',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)
const resultSchema = named(
  'RuleBackTestResult',
  Type.Object({
    from: Type.String({ format: 'date-time', description: 'start of the event time evaluated' }),
    to: time,
    complete: Type.Boolean({
      description: 'false: older events were left out because of limit, or archive files were not searched',
    }),
    events_in_window: Type.Integer(),
    events_scanned: Type.Integer(),
    would_fire: Type.Integer({ description: 'number of matching events and completed windows' }),
    would_raise: nullable(Type.Integer({ description: 'number of signals left after the tenant’s present overlays' })),
    hit_rate: nullable(
      Type.Number({ description: 'would_fire divided by events_scanned; null when no event was scanned' }),
    ),
    sample_matches: Type.Array(
      Type.Object({
        rule_id: Type.String(),
        time,
        event_uids: Type.Array(Type.String()),
        group: Type.Array(Type.String(), { description: 'values shared by the events of a window' }),
        raw: nullable(Type.String({ description: 'text of the event, truncated when long' })),
        suppressed: nullable(
          Type.String({
            description:
              'reason why it would not be a signal: disabled, severity_floor, suppress_when, allowlist; events: some events of the window do not count',
          }),
        ),
      }),
      { description: 'newest matches' },
    ),
    unjudged: Type.Integer({ description: 'number of events that cannot be read back and were not evaluated' }),
    reasons: Type.Array(Type.String(), {
      description: 'reasons why some events were not evaluated in the lake or are not kept',
    }),
    archived: Type.Array(Type.Object({ from: time, to: time, reason: oneOf(['archived', 'lost']) }), {
      description:
        'parts of the time span with events in archive files that were not searched; lost: these files are gone or damaged',
    }),
    archive: archiveUseSchema,
  }),
)

const backTest = operation.outside({
  name: 'rules.back_test',
  summary: 'Test a rule against the events of the last days',
  permission: 'rules:read',
  audit: 'rule:backtested',
  path: 'POST /rules/:id/backtest',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) }),
  body,
  output: resultSchema,
  async run({ actor, deps, nowMs, work, read, gone }, { id, window_days: windowDays, limit }) {
    // Rules name fields by any vendor's name, and even the count of hits reveals a hidden value.
    refuseTables(actor.hidden)
    const { tenantId } = actor
    const { wanted, all, overlays } = await read(async (tx) => {
      const rules = await rulesAsRun(tx, id, readerFor(tenantId))
      return { ...rules, overlays: await huntOverlays(tx, rules) }
    })
    const { backTest } = deps
    if (!backTest) throw noLake()
    const span = backTestSpan(nowMs, windowDays ?? windowDaysDefault, limit ?? eventsDefault)
    const { answer, archived, archive } = await inTurn(() =>
      overBoth({ pool: deps.pool, store: deps.archive?.store }, tenantId, span, (files) =>
        backTest(tenantId, { wanted, all, ...span, overlays }, gone, files),
      ),
    )
    await work(async (_, note) => {
      const { events_scanned, would_fire, would_raise } = answer
      const changes = { window_days: windowDays, limit, events_scanned, would_fire, would_raise }
      note({ resource: 'rule', resourceId: id, changes })
    })
    return {
      ...answer,
      complete: answer.complete && archived.length === 0,
      archived: archived.map(({ fromMs, toMs, reason }) => ({ from: new Date(fromMs), to: new Date(toMs), reason })),
      archive,
      sample_matches: answer.sample_matches.map((match) => ({ ...match, suppressed: match.suppressed ?? null })),
    }
  },
})

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX)
    throw new AppError('unavailable', 'other back-tests are running', { retryAfterSeconds: BUSY_SECONDS })
  running++
  try {
    return await work()
  } finally {
    running--
  }
}

export const BACK_TEST_OPERATIONS = [backTest]
