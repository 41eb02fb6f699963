/**
 * `svc rules hunt --tenant T --rules DIR | --rule ID`: shows what rules would have matched in the stored events of a
 * tenant. One line a match on stdout, counts and undecided rules on stderr. KQL rules that the stream cannot run
 * (joins, lists row by row) follow the others, one line for each row of theirs (`rules-hunt-queries.ts`). An interrupt
 * ends it after the current statement.
 */
import { rulesAsRun } from '../../control/detect/detections/index.ts'
import type { KqlQueryRule } from '../../detections/kql/load-queries.ts'
import type { Rule } from '../../detections/plan/plan.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import { type RetroHuntResult, type RetroMatch, retroHunt } from '../../query/retro-hunt.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { noteArchived } from './archive.ts'
import { targets } from './connect.ts'
import { faultLine } from './fault-line.ts'
import { knownTenant, requireTenant } from './known-tenant.ts'
import { askBoth } from './over-both.ts'
import { readCachedFolder } from './read-cached-folder.ts'
import { huntQueries, queriesIn, type RowMatch } from './rules-hunt-queries.ts'
import { timeSpan } from './time-span.ts'

export type RulesHuntOptions = {
  readonly tenant: string
  /** A folder of rules; without it the built-in rules and the tenant's own. */
  readonly rules?: string
  /** A file of the placeholder values for the rules of the folder. */
  readonly placeholders?: string
  /** Id of one rule. */
  readonly rule?: string
  /** ISO 8601; the last 30 days without them. */
  readonly from?: string
  readonly to?: string
  readonly json?: boolean
}

const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000
/** Time limit of one query. */
const QUERY_SECONDS_MAX = 300

/** Exit status 1 when a rule of the folder was left out, or an event could not be read back. */
export async function runRulesHunt(options: RulesHuntOptions): Promise<void> {
  const tenant = tenantId(options.tenant)
  const { fromMs, toMs } = timeSpan(options, Date.now())
  const span = { fromMs: fromMs ?? toMs - DAYS_DEFAULT * DAY_MS, toMs }
  const { wanted, all, queries } = await rulesOf(options, tenant)
  const { clickhouseUrl } = targets()
  const client = openClickhouse({ url: clickhouseUrl })
  const stop = new AbortController()
  const interrupt = () => stop.abort(new AppError('bad_request', 'interrupted'))
  process.once('SIGINT', interrupt)
  try {
    const onMatch = (match: RetroMatch) =>
      process.stdout.write(`${options.json ? JSON.stringify(match) : textOf(match)}\n`)
    const watch = { onMatch, onProgress: progress, signal: stop.signal }
    const hunt = { wanted, all, ...span, eventsMax: null }
    if (wanted.length > 0) {
      const both = await askBoth(tenant, span, (archive) =>
        retroHunt(tenantReader(client, tenant, archive && { archive }), lakeSources(), hunt, watch),
      )
      const result = both.answer
      if (result.events_scanned === 0) await knownTenant(tenant)
      report(result)
      noteArchived(both)
    }
    const onRow = (match: RowMatch) => process.stdout.write(`${options.json ? jsonOf(match) : rowText(match)}\n`)
    const huntOptions = { queries, ...span, signal: stop.signal, onMatch: onRow }
    if (queries.length > 0) {
      const both = await askBoth(tenant, span, (archive) => {
        const data = { clickhouseUrl, tenant, timeoutSeconds: QUERY_SECONDS_MAX }
        return huntQueries({ ...huntOptions, ...data, ...(archive && { archive }) })
      })
      const found = both.answer
      if (wanted.length === 0) noteArchived(both)
      if (found.scanned === 0 && wanted.length === 0) await knownTenant(tenant)
      reportRows(found.matches, queries.length)
    }
  } finally {
    process.off('SIGINT', interrupt)
    await client.close()
  }
}

async function rulesOf({ rules, rule, placeholders }: RulesHuntOptions, tenant: TenantId) {
  if (rules !== undefined) {
    const folder = await folderRules(rules, placeholders)
    return chosen(folder.rules, folder.queries, rule)
  }
  if (rule === undefined) throw new AppError('bad_request', 'give a folder with --rules or a rule with --rule')
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1, log: openLog('cli', 'error') })
  try {
    await requireTenant(pool, tenant)
    return { ...(await withTenant(pool, tenant, (tx) => rulesAsRun(tx, rule))), queries: [] }
  } finally {
    await pool.end()
  }
}

async function folderRules(dir: string, placeholders: string | undefined) {
  const set = await readCachedFolder(dir, { placeholders })
  set.save()
  const { queries, faults } = await queriesIn(dir, set)
  for (const fault of faults) process.stderr.write(`${faultLine(fault)}\n`)
  if (faults.length > 0) process.exitCode = 1
  return { rules: set.rules, queries }
}

function chosen(all: readonly Rule[], queries: readonly KqlQueryRule[], id: string | undefined) {
  const wanted = id === undefined ? all : all.filter((rule) => rule.id === id || rule.name === id)
  const question = id === undefined ? queries : queries.filter((rule) => rule.id === id)
  if (wanted.length + question.length === 0)
    throw new AppError('not_found', id === undefined ? 'no rules found' : `no rule ${id} found`)
  return { wanted, all, queries: question }
}

/** The row's columns become a member among the others. */
function jsonOf({ row, ...match }: RowMatch): string {
  return JSON.stringify(match).replace(/\}$/, () => `,"row":${row}}`)
}

function rowText({ time, rule_id, row }: RowMatch): string {
  return [time ?? '-', rule_id, '', row].join('\t')
}

function textOf({ rule_id, time, event_uids, group }: RetroMatch): string {
  return [time, rule_id, event_uids.join(','), ...group].join('\t')
}

function progress(scanned: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${scanned} events`)
}

function reportRows(matches: number, queries: number): void {
  process.stderr.write(`${matches} matches of ${queries} queries\n`)
}

function report({ events_scanned, would_fire, judged, unjudged, reasons }: RetroHuntResult): void {
  if (process.stderr.isTTY) process.stderr.write('\r')
  process.stderr.write(
    `${events_scanned} events, ${would_fire} matches; ${judged} events were read, the others were decided in SQL\n`,
  )
  for (const reason of reasons) process.stderr.write(`not decided in SQL: ${reason}\n`)
  if (unjudged === 0) return
  process.stderr.write(`${unjudged} events could not be decoded, and no rule was tried on them\n`)
  process.exitCode = 1
}
