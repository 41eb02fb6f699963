/**
 * The part of `svc rules hunt` for KQL rules that no plan can express (`detections/kql/load-queries.ts`): each query
 * runs once over the span, as if scheduled at its end, and its rows are the matches.
 */
import type { FolderRules } from '../../detections/content/read-folder.ts'
import { readTexts } from '../../detections/content/read-texts.ts'
import type { SourceFault } from '../../detections/content/rule-source.ts'
import { parseKqlRules } from '../../detections/kql/load.ts'
import { type KqlQueryRule, parseKqlQueries } from '../../detections/kql/load-queries.ts'
import type { Column, Row } from '../../detections/kql/run/value.ts'
import { duplicateIdReason } from '../../detections/sigma/fault.ts'
import { meets } from '../../detections/window/measure.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { KqlHuntResult } from '../../query/kql/kql-hunt.ts'
import type { ArchivedEvents } from '../../stores/clickhouse/archived-events.ts'
import { KQL_MEMORY_MB, KqlThread, type ThreadData } from '../kql/thread.ts'
import { faultLine } from './fault-line.ts'
import { objectOf, timeIn } from './kql/formats.ts'

/** Field names are the same as in other matches. */
export type RowMatch = {
  readonly rule_id: string
  /** RFC 3339, UTC, as precise as the row; null when it has none. */
  readonly time: string | null
  readonly event_uids: readonly []
  readonly group: readonly []
  readonly raw: null
  /** The columns of the row as a JSON object in text, `null` where the rule fires on the absence of rows. */
  readonly row: string
}

export type QueryHunt = ThreadData & {
  readonly tenant: TenantId
  /** Files of the archive whose events are among those of the lake. */
  readonly archive?: ArchivedEvents
  readonly queries: readonly KqlQueryRule[]
  readonly fromMs: number
  readonly toMs: number
  readonly signal: AbortSignal
  readonly onMatch: (match: RowMatch) => void
}

/** The queries of a folder, and the faults that are left when the queries run. */
export async function queriesIn(
  dir: string,
  { rules, faults }: Pick<FolderRules, 'rules' | 'faults'>,
): Promise<{ readonly queries: readonly KqlQueryRule[]; readonly faults: readonly SourceFault[] }> {
  const faulty = new Set(faults.map(({ file }) => file))
  const queries: KqlQueryRule[] = []
  const settled = new Set<string>()
  const byId = new Map<string, Pick<KqlQueryRule, 'file' | 'line'>>(rules.map((rule) => [rule.id, rule]))
  const others: SourceFault[] = []
  await readTexts(dir, ({ language, file, text }) => {
    if (language !== 'kql' || !faulty.has(file)) return
    const found = parseKqlQueries(text, file)
    others.push(...found.faults)
    for (const query of found.queries) {
      const other = byId.get(query.id)
      if (other === undefined) queries.push(query)
      else others.push({ ...query, column: 1, reason: duplicateIdReason(query.id, other) })
      byId.set(query.id, other ?? query)
    }
    for (const fault of parseKqlRules(text, file).faults) settled.add(faultLine(fault))
  })
  return { queries, faults: [...faults.filter((fault) => !settled.has(faultLine(fault))), ...others] }
}

export type RowsFound = { readonly matches: number; readonly scanned: number }

/**
 * Prints on stderr how much each query read, and why one failed; a failure makes the exit status 1 and the other
 * queries still run. Returns the number of matches and of events in them. Rejects when the lake is unreachable, and
 * with the signal's reason when it is aborted.
 */
export async function huntQueries({
  queries,
  fromMs,
  toMs,
  signal,
  onMatch,
  tenant,
  archive,
  ...data
}: QueryHunt): Promise<RowsFound> {
  const found = { matches: 0, scanned: 0 }
  let thread: KqlThread | null = null
  try {
    for (const rule of queries) {
      thread ??= new KqlThread(data, KQL_MEMORY_MB)
      const options = { signal, timeoutSeconds: data.timeoutSeconds, onProgress: () => undefined }
      const result = await thread
        .ask({ tenant, ...(archive && { archive }), text: rule.query, nowMs: toMs, fromMs, toMs }, options)
        .catch((error: unknown) => {
          const isItsOwn = error instanceof AppError && error.code === 'too_large'
          if (!isItsOwn || signal.aborted) throw error
          return { line: 0, column: 0, reason: error.message }
        })
      if ('reason' in result) {
        complain(faultLine(rule.faultOf(result)))
        // The query may have been ended halfway.
        await thread.close()
        thread = null
        continue
      }
      found.matches += reportMatches(rule, result, onMatch)
      for (const { scanned } of result.reads) found.scanned += scanned
    }
  } finally {
    await thread?.close()
  }
  return found
}

function reportMatches(rule: KqlQueryRule, result: KqlHuntResult, onMatch: (match: RowMatch) => void): number {
  const { columns, rows, unjudged } = result
  const fires = meets(rows.length, [rule.trigger])
  process.stderr.write(`${rule.id}: ${rows.length} rows${fires ? '' : ', which is no match'}; ${readsOf(result)}\n`)
  if (unjudged > 0) complain(`${rule.id}: ${unjudged} events could not be decoded and are in no table`)
  if (!fires) return 0
  const matches = rows.length > 0 ? rows.map((row) => matchOf(rule, columns, row)) : [matchOf(rule, columns, null)]
  for (const match of matches) onMatch(match)
  return matches.length
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

function readsOf({ reads }: KqlHuntResult): string {
  const time = (ms: number) => new Date(ms).toISOString()
  const lines = reads.map(({ table, events, scanned, fromMs, toMs }) => {
    return `${table} ${events} of ${scanned} events, ${time(fromMs)} to ${time(toMs)}`
  })
  return lines.length === 0 ? 'the query reads no table' : lines.join('; ')
}

function matchOf({ id }: KqlQueryRule, columns: readonly Column[], row: Row | null): RowMatch {
  const of = row === null ? { time: null, row: 'null' } : { time: timeIn(columns, row), row: objectOf(columns, row) }
  return { rule_id: id, event_uids: [], group: [], raw: null, ...of }
}
