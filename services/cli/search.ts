/**
 * `svc search 'QUERY' --tenant T`: prints the newest matching events on stdout, and the searched time span on stderr.
 */
import { fieldsIn } from '../../control/platform/governance/index.ts'
import { AppError } from '../../platform/errors.ts'
import { isoTime } from '../../platform/iso-time.ts'
import { tenantId } from '../../platform/tenant.ts'
import { compileSearch } from '../../query/search/compile.ts'
import { SearchFault } from '../../query/search/fault.ts'
import { SEARCH_LIMITS } from '../../query/search/limits.ts'
import { parseSearch } from '../../query/search/parse.ts'
import { type EventPosition, type FoundEvent, type FoundPage, searchEvents } from '../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../query/search/shown-fields.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { noteArchived } from './archive.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'
import { formatted } from './kql/formats.ts'
import { noteUse } from './note-use.ts'
import { numberOption } from './number-option.ts'
import { askBoth } from './over-both.ts'
import { timeSpan } from './time-span.ts'

export type SearchOptions = {
  readonly tenant: string
  /** ISO 8601. */
  readonly from?: string
  readonly to?: string
  /** Names with commas between them. */
  readonly fields?: string
  readonly limit: string
  readonly format: string
}

const FORMATS: Readonly<Record<string, string>> = { table: 'table', csv: 'CSVWithNames', json: 'JSONEachRow' }
const LIMIT_MAX = 100_000
const DAY_MS = 86_400_000
const LIMITS = { timeoutSeconds: 60, memoryMb: 1000, rowsMax: 0 }

/** Exit status 1 when a part of the time span could not be searched. Throws `bad_request` for an invalid query. */
export async function runSearch(text: string, options: SearchOptions): Promise<void> {
  const format = FORMATS[options.format]
  if (format === undefined) throw new AppError('bad_request', `formats are table, json, csv, not ${options.format}`)
  const tenant = tenantId(options.tenant)
  const limit = numberOption('--limit', options.limit, 1, LIMIT_MAX)
  const nowMs = Date.now()
  const timeRange = timeSpan(options, nowMs)
  const span = {
    toMs: timeRange.toMs,
    fromMs: timeRange.fromMs ?? timeRange.toMs - SEARCH_LIMITS.rangeDaysDefault * DAY_MS,
  }
  if (span.toMs - span.fromMs > SEARCH_LIMITS.rangeDays * DAY_MS)
    throw new AppError('bad_request', `a search covers at most ${SEARCH_LIMITS.rangeDays} days`)
  const condition = conditionOf(text, nowMs)
  const fields = options.fields?.split(',') ?? DEFAULT_FIELDS
  const stop = new AbortController()
  const interrupt = () => stop.abort(new AppError('bad_request', 'interrupted'))
  process.once('SIGINT', interrupt)
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const startedAt = performance.now()
    const both = await askBoth(tenant, span, async (archive) => {
      const reader = tenantReader(client, tenant, { ...LIMITS, ...(archive && { archive }) })
      const events: FoundEvent[] = []
      let after: EventPosition | null = null
      let missing: FoundPage['missing'] = []
      do {
        const page = Math.min(SEARCH_LIMITS.rows, limit - events.length)
        const found = await searchEvents(reader, { condition, span, fields, limit: page, after }, { gone: stop.signal })
        events.push(...found.events)
        after = found.next
        missing = found.missing
      } while (after !== null && missing.length === 0 && events.length < limit)
      return { events, after, missing }
    })
    const { events, after, missing } = both.answer
    if (events.length === 0 && !both.isKnown) await knownTenant(tenant)
    if (both.isKnown) {
      const isLate = missing.some(({ reason }) => reason === 'time' || reason === 'memory')
      const ms = performance.now() - startedAt
      const cost = { language: 'lucene', fields: fieldsIn(parseSearch(text)), ms, isLate } as const
      await noteUse(tenant, cost)
    }
    print(events, fields, format)
    const more = after === null ? '' : '; there are more (--limit)'
    process.stderr.write(`${events.length} events, ${isoTime(span.fromMs)} to ${isoTime(span.toMs)}${more}\n`)
    for (const { fromMs, toMs, reason } of missing)
      process.stderr.write(`not searched: ${isoTime(fromMs)} to ${isoTime(toMs)}, because of ${reason}\n`)
    noteArchived(both)
    if (missing.length > 0) process.exitCode = 1
  } finally {
    process.off('SIGINT', interrupt)
    await client.close()
  }
}

/** Throws `bad_request` with the place of a fault. */
export function conditionOf(text: string, nowMs: number) {
  try {
    return compileSearch(parseSearch(text), text, nowMs)
  } catch (error) {
    if (error instanceof SearchFault) throw new AppError('bad_request', error.text(), { cause: error })
    throw error
  }
}

/** Shows the columns in which at least one event has a value. */
function print(events: readonly FoundEvent[], fields: readonly string[], format: string): void {
  const isShown = (name: string) => format !== 'table' || events.some((event) => event.fields[name] !== null)
  const names = fields.filter(isShown)
  const columns = ['event_uid', ...names].map((name) => ({ name, type: 'string' }) as const)
  const rows = events.map((event) => [event.event_uid, ...names.map((name) => cellText(event, name))])
  for (const piece of formatted(format)(columns, rows)) process.stdout.write(piece)
}

export function cellText({ fields, cut }: FoundEvent, name: string): string {
  const value = fields[name]
  if (cut.includes(name)) return '(longer than is shown)'
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
