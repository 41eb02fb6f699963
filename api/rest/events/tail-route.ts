/** Events that a query holds for as they are stored: each answer waits for some, and its cursor is that of the next. */
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { readBeside } from '../../../control/platform/governance/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import { TAIL_LIMITS, type TailPosition, tailEvents, tailStart } from '../../../query/search/tail-events.ts'
import { named } from '../../plugins/named-schemas.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { conditionOf, fieldName, foundEventSchema, questionMembers } from './inputs.ts'
import type { AskLake } from './turns.ts'

/** Tails that wait in this process, and those of one tenant; past them `unavailable`. */
const WAITING_MAX = 32
const TENANT_WAITING_MAX = 8
const BUSY_SECONDS = 5
const WAIT_SECONDS_MAX = 20
/** Between two looks of one that waits. */
const LOOK_MS = 2_000

const body = named(
  'EventTail',
  Type.Object(
    {
      query: questionMembers.query,
      fields: Type.Optional(
        Type.Array(fieldName, {
          maxItems: SEARCH_LIMITS.fields,
          description: `${DEFAULT_FIELDS.join(', ')} without it`,
        }),
      ),
      cursor: Type.Optional(
        Type.String({ minLength: 1, maxLength: 65_536, description: 'of the answer before; from now on without it' }),
      ),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_SECONDS_MAX,
          default: WAIT_SECONDS_MAX,
          description: 'time that an answer may wait for an event',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)
const resultSchema = named(
  'EventTailPage',
  Type.Object({
    events: Type.Array(foundEventSchema, {
      description: `newest first by their time of receipt, ${TAIL_LIMITS.events} at most`,
    }),
    dropped: Type.Integer({ description: 'further events that the query holds for, which are not shown' }),
    late: Type.Integer({
      description: 'events, of whatever kind, that were stored too long after others to be looked at',
    }),
    cursor: Type.String(),
  }),
)

export const tailRoute =
  (askLake: AskLake): Routes =>
  (app, deps) => {
    const places = tailPlaces()
    app.post(
      '/events/tail',
      {
        config: { permission: 'lake:query' },
        schema: { tags: ['events'], summary: 'Events as they are stored', body, response: { 200: resultSchema } },
      },
      async (request, reply) => {
        const { query, fields: names = DEFAULT_FIELDS, cursor, wait_seconds: seconds = WAIT_SECONDS_MAX } = request.body
        const { tenantId, hidden } = principalOf(request)
        const condition = conditionOf({ query }, deps.nowMs(), 'body', hidden)
        const fields = [...names, ...readBeside(hidden, names)]
        const leave = places.enter(tenantId)
        const gone = new AbortController()
        const end = () => gone.abort(new AppError('unavailable', 'nobody waits for the answer'))
        reply.raw.once('close', end)
        try {
          let position = cursor === undefined ? null : readPosition(cursor)
          const untilMs = performance.now() + seconds * 1000
          let [late, isFirst] = [0, true]
          for (;;) {
            // A tail that begins is answered at once: whoever asks knows from when on nothing is missed.
            const isBeginning = position === null
            const look = await askLake(request, reply, async (turn) => {
              const from = position ?? (await tailStart(turn.reader, deps.nowMs(), turn.gone))
              return tailEvents(turn.reader, { condition, fields }, from, turn.gone)
            }).catch((error: unknown) => {
              // Between two looks the place at the lake may be another's: the tail waits on.
              if (isFirst || !(error instanceof AppError) || error.code !== 'unavailable' || gone.signal.aborted)
                throw error
              return null
            })
            isFirst = false
            if (look !== null) {
              position = look.position
              late += look.late
              const isNews = look.events.length > 0 || late > 0 || isBeginning
              if (isNews || performance.now() + LOOK_MS > untilMs) {
                const events = look.events.map((event) => ({
                  ...event,
                  fields: { ...event.fields },
                  cut: [...event.cut],
                }))
                return { events, dropped: look.dropped, late, cursor: positionText(position) }
              }
            } else if (position !== null && performance.now() + LOOK_MS > untilMs)
              return { events: [], dropped: 0, late, cursor: positionText(position) }
            await delay(LOOK_MS, undefined, { signal: gone.signal })
          }
        } finally {
          reply.raw.off('close', end)
          leave()
        }
      },
    )
  }

/** Tails that wait, by tenant. `enter` throws `unavailable` past the bounds, and gives what leaves again. */
function tailPlaces() {
  const waiting = new Map<TenantId, number>()
  const leave = (tenant: TenantId) => {
    const left = (waiting.get(tenant) ?? 1) - 1
    if (left === 0) waiting.delete(tenant)
    else waiting.set(tenant, left)
  }
  return {
    enter(tenant: TenantId): () => void {
      const own = waiting.get(tenant) ?? 0
      const all = [...waiting.values()].reduce((sum, one) => sum + one, 0)
      if (own >= TENANT_WAITING_MAX || all >= WAITING_MAX)
        throw new AppError('unavailable', 'too many searches are live', { retryAfterSeconds: BUSY_SECONDS })
      waiting.set(tenant, own + 1)
      return () => leave(tenant)
    },
  }
}

const ms = Type.Integer({ minimum: 0, maximum: Date.UTC(2200, 0, 1) })
const UUID = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const positionSchema = Type.Object({
  afterMs: ms,
  newestMs: ms,
  stored: Type.Integer({ minimum: 0 }),
  seen: Type.Array(Type.Object({ uid: Type.String({ pattern: UUID }), ms }), { maxItems: TAIL_LIMITS.seen }),
})

const positionText = (position: TailPosition) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** It opens nothing that its bearer may not read: the look is at the caller's tenant. Throws 422. */
function readPosition(text: string): TailPosition {
  const refusal = new InvalidInput({ loc: ['body', 'cursor'], msg: 'is not a cursor of a tail', type: 'cursor' })
  let found: unknown
  try {
    found = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw refusal
  }
  if (!Check(positionSchema, found)) throw refusal
  return found
}
