/** Operations of events that could not be decoded. */
import { Type } from 'typebox'
import { refusedCursor } from '../../../platform/cursor.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageAfter } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, named, nullable, pageOf, pageQuery } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { idOf, noLake, operationsOf } from '../acting/index.ts'
import { letterRows, TEXT_BYTES_MAX } from './letters.ts'
import { cancelReplay, REPLAYS, replayById, replaysPage, startReplay } from './replays.ts'

type Deps = { readonly lake?: ((tenant: TenantId) => Reader) | undefined }
const operation = operationsOf<Deps>()

const source = Type.Optional(Type.String({ maxLength: 256, description: 'connector id' }))
const reason = Type.Optional(Type.String({ maxLength: 64, pattern: '^[a-z0-9_]+$' }))
const when = Type.Optional(Type.String({ format: 'date-time' }))

/** A letter is named as an event is, so that field rules about events hold for its text. */
const letter = named(
  'DeadLetter',
  Type.Object({
    letter_id: Type.String({ format: 'uuid', description: 'id of the newest letter' }),
    last_at: Type.String({ format: 'date-time', description: 'newest time of receipt' }),
    letters: Type.Integer({ description: 'number of letters with the same text and reason' }),
    source: Type.String({ description: 'connector id' }),
    source_format: Type.String(),
    reason: Type.String(),
    detail: Type.String(),
    bytes: Type.Integer({ description: 'size of the whole text' }),
    raw: nullable(Type.String({ description: `the first ${TEXT_BYTES_MAX} bytes; invalid UTF-8 is replaced` })),
  }),
)

const list = operation.outside({
  name: 'dead_letters.list',
  summary: 'Events that could not be decoded with the reasons, newest first, one row per text and reason',
  description:
    'Kept for 30 days. Times are times of receipt; without `from` the list reaches back as far as letters are kept.',
  permission: 'lake:query',
  path: 'GET /dead-letters',
  query: Type.Object({ ...pageQuery, source, reason, from: when, to: when }, closed),
  output: pageOf(letter),
  async run({ deps: { lake }, actor, nowMs }, { limit, cursor, source: of = '', reason: why = '', from, to }) {
    if (!lake) throw noLake()
    const span = {
      fromMs: from === undefined ? null : Date.parse(from),
      toMs: to === undefined ? nowMs + 1 : Date.parse(to),
    }
    if (span.fromMs !== null && span.fromMs >= span.toMs) throw invalid('from', 'is not before `to`')
    const scope = { ...span, source: of, reason: why, limit: limit + 1, after: placeOf(cursor) }
    const rows = await letterRows(lake(actor.tenantId), scope)
    const { items, ...next } = pageAfter(rows, limit, (last) => `${last.last_ms}.${last.letter_id}`)
    const shown = items.map(({ last_ms, letters, bytes, text, letter_id, detail, ...row }) => ({
      ...{ letter_id, detail, source: row.source, source_format: row.source_format, reason: row.reason },
      ...{ last_at: new Date(Number(last_ms)), letters: Number(letters), bytes: Number(bytes), raw: text },
    }))
    return { items: shown, ...next }
  },
})

const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [, lastMs, letterId] = CURSOR.exec(cursor) ?? []
  if (lastMs === undefined || letterId === undefined) throw refusedCursor()
  return { lastMs: Number(lastMs), letterId }
}

const replay = operation({
  name: 'dead_letters.replay',
  summary: 'Ingest dead letters again',
  description:
    'One letter per text, with its connector and format; an event stored in the meantime is recognised as a repeat, and one that fails again becomes a new dead letter. A tenant runs one replay at a time.',
  permission: 'connectors:write',
  audit: 'dead_letter:replayed',
  path: 'POST /dead-letters/replays',
  status: 201,
  body: named('DeadLetterReplayStart', Type.Object({ source, reason }, closed)),
  output: REPLAYS.schema,
  async run({ tx, actor, nowMs, note }, { source: of = '', reason: why = '' }) {
    const started = await startReplay(tx, {
      ...{ source: of, reason: why, until: new Date(nowMs), requestedBy: actor.email ?? idOf(actor) },
    })
    note({ resource: 'dead_letter_replay', resourceId: started.id, changes: { source: of, reason: why } })
    return started
  },
})

const replayList = operation.page({
  name: 'dead_letters.replays',
  summary: 'Replays of dead letters, newest first',
  permission: 'connectors:read',
  path: 'GET /dead-letters/replays',
  item: REPLAYS.schema,
  run: ({ tx }, _, { rows, after }) => replaysPage(tx, rows, after),
})

const one = operation({
  name: 'dead_letters.replay_get',
  summary: 'One replay of dead letters with its progress',
  permission: 'connectors:read',
  path: 'GET /dead-letters/replays/:id',
  output: REPLAYS.schema,
  async run({ tx }, { id }) {
    return requireFound(await replayById(tx, id), 'replay', id)
  },
})

const cancel = operation({
  name: 'dead_letters.replay_cancel',
  summary: 'Cancel a running replay; events already ingested stay',
  permission: 'connectors:write',
  audit: 'dead_letter:replay_cancelled',
  path: 'POST /dead-letters/replays/:id/cancel',
  output: REPLAYS.schema,
  async run({ tx, note }, { id }) {
    const cancelled = await cancelReplay(tx, id)
    if (cancelled === null) {
      const found = requireFound(await replayById(tx, id), 'replay', id)
      throw new AppError('conflict', `the replay is ${found.state} already`)
    }
    note({ resource: 'dead_letter_replay', resourceId: id, changes: { letters: cancelled.letters } })
    return cancelled
  },
})

export const DEAD_LETTER_OPERATIONS = [list, replay, replayList, one, cancel]
