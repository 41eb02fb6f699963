/** Inputs of questions about events: a query with its language and time, and the cursor of a page. */
import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { isoTime } from '../../../platform/iso-time.ts'
import { type Condition, compileSearch } from '../../../query/search/compile.ts'
import type { LeftInArchive, Missing, TimeSpan } from '../../../query/search/coverage.ts'
import { SearchFault } from '../../../query/search/fault.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import type { EventPosition } from '../../../query/search/search-events.ts'
import { isBeyondQuestions } from '../../../query/search/time-span.ts'
import { named, oneOf, time, uuid } from '../../../schemas/wire.ts'
import { type ArchiveUse, archiveUseSchema } from '../../platform/archive/index.ts'
import { EXPORT_LANGUAGES } from '../../platform/exports/index.ts'
import { fieldsIn, type HiddenFields, refuseHidden } from '../../platform/governance/index.ts'

const { queryChars, rangeDaysDefault } = SEARCH_LIMITS

/** Members of the body, or of the query, of every question about events. */
export const questionMembers = {
  query: Type.Optional(
    Type.String({
      maxLength: queryChars,
      description:
        'field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event',
    }),
  ),
  from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: `earliest event time; default: ${rangeDaysDefault} days before to`,
    }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'end of the span, exclusive; default: now' })),
}

export const exportLanguage = Type.Optional(
  oneOf(EXPORT_LANGUAGES, {
    description: 'default: lucene; kql: a table and where conditions select events, as in POST /events/search',
  }),
)

export type Question = {
  readonly query?: string | undefined
  readonly language?: 'lucene' | 'kql' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}
export type Place = 'body' | 'query'

export const fieldName = Type.String({ minLength: 1, maxLength: 256 })

/** Throws 422 with the place of the fault in the query, and `forbidden` for a field that is hidden. */
export function conditionOf({ query = '' }: Question, nowMs: number, place: Place, hidden: HiddenFields): Condition {
  try {
    const parsed = parseSearch(query)
    refuseHidden(hidden, fieldsIn(parsed))
    return compileSearch(parsed, query, nowMs)
  } catch (error) {
    if (!(error instanceof SearchFault)) throw error
    throw new InvalidInput({ loc: [place, 'query'], msg: error.text(), type: 'query' })
  }
}

/** Further pages keep the time span of the first one, whatever `now` means by then. */
export type SearchCursor = { readonly span: TimeSpan; readonly after: EventPosition }

export function cursorText(question: Question, { span, after }: SearchCursor): string {
  const parts = [span.fromMs, span.toMs, after.timeMs, after.uid, digestOf(question)]
  return Buffer.from(parts.join('|')).toString('base64url')
}

/** It opens nothing that its bearer may not read: the page is read in the caller's tenant. Throws 422. */
export function readCursor(text: string, question: Question): SearchCursor {
  const [, ...found] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  const [fromMs = '', toMs = '', timeMs = '', uid = '', digest] = found
  const span = { fromMs: Number(fromMs), toMs: Number(toMs) }
  const refuse = (msg: string) => new InvalidInput({ loc: ['body', 'cursor'], msg, type: 'cursor' })
  if (uid === '' || isBeyondQuestions(span)) throw refuse('is not a cursor of events')
  if (digest !== digestOf(question)) throw refuse('is of another question')
  return { span, after: { timeMs: Number(timeMs), uid } }
}

const CURSOR = /^(\d{1,13})\|(\d{1,13})\|(\d{1,13})\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|([0-9a-f]{16})$/

function digestOf({ query = '', language = 'lucene', from = '', to = '' }: Question): string {
  const text = JSON.stringify([query, language, from, to])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export const foundEventSchema = named(
  'FoundEvent',
  Type.Object({
    event_uid: uuid,
    time,
    fields: Type.Record(Type.String(), Type.Unknown(), {
      description: 'values by requested field name; null: no value',
    }),
    cut: Type.Array(Type.String(), {
      description: 'fields with values longer than the page shows: texts have their beginning, other values are null',
    }),
    archived: Type.Optional(Type.Boolean({ description: 'true when read from the archive' })),
  }),
)

const missingSchema = Type.Array(
  Type.Object({
    from: time,
    to: time,
    reason: Type.Union(
      [
        Type.Literal('time'),
        Type.Literal('memory'),
        Type.Literal('unreadable'),
        Type.Literal('archived'),
        Type.Literal('lost'),
        Type.Literal('rows'),
      ],
      {
        description:
          'time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit',
      },
    ),
  }),
  { description: 'parts of the time span that were not fully searched; empty when complete' },
)

/** Members of every answer about a span of events. */
export const coverageMembers = {
  from: time,
  to: time,
  complete: Type.Boolean({
    description: 'true when the whole time span was searched, in the lake and in the archive',
  }),
  missing: missingSchema,
  archive: archiveUseSchema,
}

/** The spans that an answer did not search, and those of them that are in the archive. */
export function withArchived(missing: readonly Missing[], archived: readonly LeftInArchive[]): readonly Missing[] {
  return [...missing, ...archived]
}

export function coverageOf({ fromMs, toMs }: TimeSpan, missing: readonly Missing[], archive: ArchiveUse) {
  const leftOut: Static<typeof missingSchema> = missing.map((one) => {
    return { from: isoTime(one.fromMs), to: isoTime(one.toMs), reason: one.reason }
  })
  return {
    from: isoTime(fromMs),
    to: isoTime(toMs),
    complete: missing.length === 0,
    missing: leftOut,
    archive: { ...archive },
  }
}
