/**
 * Runs one query over every source at once. Sources are not trusted: each answer is bounded, mapped to our field names,
 * filtered again where the source was sent a wider condition, and gets a verdict. The whole answer is only as complete
 * as its worst part, and says so.
 */
import { withDeadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { SearchQuery } from '../search/ast.ts'
import type { Dialect, Span } from './dialect.ts'
import { type FederatedFields, holds } from './holds.ts'
import { FEDERATED_LIMITS } from './limits.ts'
import { type Translation, translate } from './translate.ts'

export const SOURCE_VERDICTS = ['complete', 'truncated', 'timed_out', 'refused', 'untranslatable', 'failed'] as const
export type SourceVerdict = (typeof SOURCE_VERDICTS)[number]

export type FederatedRow = {
  /** Unix milliseconds; null when the row has no time. */
  readonly timeMs: number | null
  readonly fields: FederatedFields
  readonly raw: string | null
}

export type Found = { readonly rows: readonly FederatedRow[]; readonly partial: string | null }

export type Target = {
  readonly id: string
  readonly name: string
  readonly type: string
} & (
  | {
      readonly dialect: Dialect
      readonly settings: Readonly<Record<string, string>>
      /** Has the signature of `Search` in `connectors`. */
      readonly ask: (statement: string) => Promise<{
        readonly rows: readonly Readonly<Record<string, unknown>>[]
        readonly partial: string | null
      }>
    }
  /** Our own lake, which runs the query itself. */
  | { readonly dialect: null; readonly find: () => Promise<Found & { readonly hasMore: boolean }> }
)

export type SourceResult = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly verdict: SourceVerdict
  readonly rows: number
  readonly durationMs: number
  /** Why the part is incomplete, and what the source cannot search. */
  readonly reasons: readonly string[]
  readonly translation: Translation | null
}

export type FederatedAnswer = {
  /** Newest first, then rows without a time. */
  readonly rows: readonly (FederatedRow & { readonly source: number })[]
  readonly sources: readonly SourceResult[]
  readonly isTruncated: boolean
}

export type FederatedQuery = {
  readonly query: SearchQuery
  readonly targets: readonly Target[]
  readonly span: Span
  readonly limit: number
  readonly timeoutMs: number
  readonly nowMs: number
}

/** Never rejects because of a source. */
export async function askAll(
  federatedQuery: FederatedQuery,
  clock: () => number = performance.now.bind(performance),
): Promise<FederatedAnswer> {
  const answers = await Promise.all(federatedQuery.targets.map((target) => askOne(federatedQuery, target, clock)))
  const rows = answers.flatMap(({ found }, source) => found.map((row) => ({ ...row, source })))
  rows.sort((a, b) => (b.timeMs ?? Number.NEGATIVE_INFINITY) - (a.timeMs ?? Number.NEGATIVE_INFINITY))
  return {
    rows: rows.slice(0, federatedQuery.limit),
    sources: answers.map(({ result }) => result),
    isTruncated: rows.length > federatedQuery.limit,
  }
}

type Answered = { readonly result: SourceResult; readonly found: readonly FederatedRow[] }

async function askOne(federatedQuery: FederatedQuery, target: Target, clock: () => number): Promise<Answered> {
  const { id, name, type } = target
  const began = clock()
  const ended = (
    verdict: SourceVerdict,
    reasons: readonly string[],
    translation: Translation | null,
    found: readonly FederatedRow[] = [],
  ): Answered => ({
    result: {
      id,
      name,
      type,
      verdict,
      rows: found.length,
      durationMs: Math.round(clock() - began),
      reasons,
      translation,
    },
    found,
  })
  const translation = target.dialect === null ? null : translationOf(federatedQuery, target.dialect, target.settings)
  if (translation !== null && translation.statement === null) {
    const cannot = translation.predicates.filter(({ verdict }) => verdict === 'untranslatable')
    if (cannot.length > 0) {
      const reasons = cannot.map(({ text, reason }) => `${text}: ${reason}`)
      return ended('untranslatable', reasons, translation)
    }
    return ended('complete', translation.notes, translation)
  }
  try {
    const late = () => new AppError('unavailable', LATE)
    const work = target.dialect === null ? target.find() : translatedFound(federatedQuery, target, translation)
    const { rows, partial, hasMore } = await withDeadline(work, federatedQuery.timeoutMs, late)
    const reasons = [
      ...(partial === null ? [] : [partial]),
      ...(hasMore ? [`there are more than ${federatedQuery.limit} rows`] : []),
      ...(translation?.notes ?? []),
    ]
    return ended(partial !== null || hasMore ? 'truncated' : 'complete', reasons, translation, rows)
  } catch (error) {
    if (!(error instanceof AppError)) return ended('failed', ['the source answered what cannot be read'], translation)
    return ended(verdictOf(error), [error.message], translation)
  }
}

const LATE = 'no answer in time'

function verdictOf({ code, message }: AppError): SourceVerdict {
  if (message === LATE) return 'timed_out'
  return code === 'bad_credential' || code === 'rate_limited' || code === 'forbidden' ? 'refused' : 'failed'
}

function translationOf(federatedQuery: FederatedQuery, dialect: Dialect, settings: Readonly<Record<string, string>>) {
  const { query, span, limit, nowMs } = federatedQuery
  return translate({ query, dialect, settings, span, limit, nowMs })
}

async function translatedFound(
  { query, span, limit, nowMs }: FederatedQuery,
  target: Extract<Target, { dialect: Dialect }>,
  translation: Translation | null,
): Promise<Found & { readonly hasMore: boolean }> {
  const { rows, partial } = await target.ask(translation?.statement ?? '')
  // Some sources send more rows than requested; the surplus is ignored.
  const rowsRead = rows.slice(0, limit + 1).map((row) => rowOf(target.dialect, row))
  const inSpan = rowsRead.filter(({ timeMs }) => timeMs === null || (timeMs >= span.fromMs && timeMs < span.toMs))
  const kept = translation?.isWider ? inSpan.filter(({ fields }) => holds(query, fields, nowMs)) : inSpan
  return { rows: kept.slice(0, limit), partial, hasMore: rows.length > limit }
}

function rowOf(dialect: Dialect, row: Readonly<Record<string, unknown>>): FederatedRow {
  const { time, raw, ...fields } = dialect.fields(row)
  const text = typeof raw === 'string' ? raw : JSON.stringify(row._source ?? row)
  return {
    timeMs: typeof time === 'number' ? time : null,
    fields: { ...fields, ...(raw === undefined ? {} : { raw }), ...(time === undefined ? {} : { time }) },
    raw: text.slice(0, FEDERATED_LIMITS.rawChars),
  }
}
