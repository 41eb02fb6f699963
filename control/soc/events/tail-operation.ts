/** Events that a query holds for as they are stored: each answer waits for some, and its cursor is that of the next. */
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Condition } from '../../../query/search/compile.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import { TAIL_LIMITS, type TailPosition, tailEvents, tailStart } from '../../../query/search/tail-events.ts'
import { closed, named } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { askLake } from '../../platform/archive/index.ts'
import { readBeside } from '../../platform/governance/index.ts'
import { askerOf, type EventCall, type EventDeps } from './event-deps.ts'
import { conditionOf, fieldName, foundEventSchema, questionMembers } from './inputs.ts'

const operation = operationsOf<EventDeps>()

/** Tails that wait in this process, and those of one tenant; past them `unavailable`. */
const WAITING_MAX = 32
/**
 * @bound waiting requests of the live tail, of a tenant and of a process = {} and {WAITING_MAX} -> 503 with Retry-After
 */
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
          description: `default: ${DEFAULT_FIELDS.join(', ')}`,
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 65_536,
          description: 'cursor of the previous answer; default: from now on',
        }),
      ),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_SECONDS_MAX,
          default: WAIT_SECONDS_MAX,
          description: 'seconds to wait for an event before answering',
        }),
      ),
    },
    closed,
  ),
)
const resultSchema = named(
  'EventTailPage',
  Type.Object({
    events: Type.Array(foundEventSchema, {
      description: `newest first by their time of receipt, ${TAIL_LIMITS.events} at most`,
    }),
    dropped: Type.Integer({ description: 'number of further matching events, which are not shown' }),
    late: Type.Integer({
      description: 'number of events, matching or not, stored too late to be examined',
    }),
    cursor: Type.String(),
  }),
)

const places = tailPlaces()

const tail = operation.outside({
  name: 'events.tail',
  summary: 'Follow events as they are stored',
  permission: 'lake:query',
  isRead: true,
  path: 'POST /events/tail',
  body,
  output: resultSchema,
  async run(call, { query, fields = DEFAULT_FIELDS, cursor, wait_seconds = WAIT_SECONDS_MAX }) {
    const { actor, nowMs } = call
    const condition = conditionOf({ query }, nowMs, 'body', actor.hidden)
    const watched = { condition, fields: [...fields, ...readBeside(actor.hidden, fields)] }
    const leave = places.enter(actor.tenantId)
    try {
      const from = cursor === undefined ? null : readPosition(cursor)
      return await newsOf(call, watched, from, performance.now() + wait_seconds * 1000)
    } finally {
      leave()
    }
  },
})

export const TAIL_OPERATIONS = [tail]

type Watched = { readonly condition: Condition; readonly fields: readonly string[] }

/** The first look with news in it, or the last one before `untilMs`. A tail that begins is answered at once. */
async function newsOf(call: EventCall, watched: Watched, cursor: TailPosition | null, untilMs: number) {
  let position = cursor
  let [late, isFirst] = [0, true]
  for (;;) {
    const isBeginning = position === null
    const look = await lookOnce(call, watched, position, isFirst)
    isFirst = false
    position = look?.position ?? position
    late += look?.late ?? 0
    const isNews = look !== null && (look.events.length > 0 || late > 0 || isBeginning)
    if (position !== null && (isNews || performance.now() + LOOK_MS > untilMs))
      return { events: look?.events ?? [], dropped: look?.dropped ?? 0, late, cursor: positionText(position) }
    await delay(LOOK_MS, undefined, { signal: call.gone })
  }
}

/** Null when another question holds the place at the lake: a tail that waits already waits on. */
async function lookOnce(call: EventCall, watched: Watched, position: TailPosition | null, isFirst: boolean) {
  const { deps, nowMs, gone } = call
  try {
    return await askLake(deps, askerOf(call), async (reader) =>
      tailEvents(reader, watched, position ?? (await tailStart(reader, nowMs, gone)), gone),
    )
  } catch (error) {
    if (isFirst || !(error instanceof AppError) || error.code !== 'unavailable' || gone.aborted) throw error
    return null
  }
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
