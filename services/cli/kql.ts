/**
 * `svc kql 'QUERY' --tenant T`: runs a KQL query over the stored events of a tenant. Rows go to stdout, the amount read
 * of each table to stderr. An interrupt cancels it.
 */
import { readFileSync, statSync } from 'node:fs'
import { kqlSearchRule } from '../../control/detect/detections/index.ts'
import { fieldsOfCondition } from '../../control/soc/searches/index.ts'
import type { KqlFault } from '../../detections/kql/fault.ts'
import { KQL_LIMITS } from '../../detections/kql/limits.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { faultText } from '../../query/kql/fault-text.ts'
import { type KqlHuntResult, readSpan } from '../../query/kql/kql-hunt.ts'
import { KQL_HUNT_LIMITS } from '../../query/kql/limits.ts'
import { KQL_MEMORY_MB, KqlThread } from '../kql/thread.ts'
import { noteArchived } from './archive.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'
import { formatted } from './kql/formats.ts'
import { noteUse } from './note-use.ts'
import { numberOption } from './number-option.ts'
import { askBoth } from './over-both.ts'
import { timeSpan } from './time-span.ts'
import { writeOut } from './write-out.ts'

export type KqlOptions = {
  readonly tenant: string
  readonly file?: string
  /** ISO 8601; without `from` each table is read as far back as its conditions reach, or 30 days. */
  readonly from?: string
  readonly to?: string
  readonly format: string
  /** Seconds. */
  readonly timeout: string
}

const TIMEOUT_MAX_SECONDS = 3600

/** Exit status 1 when an event could not be read back. Throws `bad_request` for an invalid query. */
export async function runKqlQuery(query: string | undefined, options: KqlOptions): Promise<void> {
  const tenant = tenantId(options.tenant)
  const write = formatted(options.format)
  const timeoutSeconds = numberOption('--timeout', options.timeout, 1, TIMEOUT_MAX_SECONDS)
  const nowMs = Date.now()
  const span = timeSpan(options, nowMs)
  const text = textOf(query, options.file)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new AppError('bad_request', 'interrupted'))
  process.once('SIGINT', interrupt)
  const thread = new KqlThread({ clickhouseUrl: targets().clickhouseUrl, timeoutSeconds }, KQL_MEMORY_MB)
  try {
    const runOptions = { signal: stop.signal, timeoutSeconds, onProgress: progress }
    const answered = (found: KqlHuntResult | KqlFault): KqlHuntResult => {
      if ('reason' in found) throw new AppError('bad_request', inFile(faultText(found), options.file))
      return found
    }
    const hunt = { tenant, text, nowMs, ...span }
    const planned = answered(await thread.ask({ ...hunt, isPlan: true }, runOptions))
    const startedAt = performance.now()
    const both = await askBoth(tenant, readSpan(planned.reads), async (archive) =>
      answered(await thread.ask({ ...hunt, ...(archive && { archive }) }, runOptions)),
    )
    const result = both.answer
    if (result.reads.length > 0 && result.reads.every(({ scanned }) => scanned === 0)) await knownTenant(tenant)
    for (const piece of write(result.columns, result.rows)) await writeOut(piece)
    report(result)
    noteArchived(both)
    const fields = await fieldsOfQuery(tenant, text, result)
    if (both.isKnown)
      await noteUse(tenant, { language: 'kql', fields, ms: performance.now() - startedAt, isLate: false })
  } finally {
    process.off('SIGINT', interrupt)
    await thread.close()
  }
}

/** The fields of the conditions of a query that only chooses events; the tables of any other query. The API counts them so. */
async function fieldsOfQuery(tenant: TenantId, text: string, { reads }: KqlHuntResult): Promise<readonly string[]> {
  const read = await kqlSearchRule(tenant, text)
  return 'fault' in read ? reads.map(({ table }) => table) : fieldsOfCondition(read.rule.body.where)
}

function textOf(query: string | undefined, file: string | undefined): string {
  if ((query === undefined) === (file === undefined))
    throw new AppError('bad_request', 'give a query, or --file with one')
  if (file === undefined) return query ?? ''
  if (statSync(file).size > KQL_LIMITS.fileChars)
    throw new AppError('bad_request', `${file} is larger than ${KQL_LIMITS.fileChars} bytes`)
  return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
}

const inFile = (text: string, file: string | undefined) => (file === undefined ? text : `${file}: ${text}`)

function progress(count: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${count} events`)
}

function report({ reads, cut, unjudged }: KqlHuntResult): void {
  if (process.stderr.isTTY) process.stderr.write('\r')
  const time = (ms: number) => new Date(ms).toISOString()
  for (const { table, fromMs, toMs, scanned, events, fetched } of reads) {
    const counted = fetched < events ? `, counted by the lake in ${fetched} groups` : ''
    process.stderr.write(`${table}: ${events} of ${scanned} events, ${time(fromMs)} to ${time(toMs)}${counted}\n`)
  }
  for (const table of cut)
    process.stderr.write(`${table} has more than ${KQL_HUNT_LIMITS.columnsShown} columns: choose some with project\n`)
  if (unjudged === 0) return
  process.stderr.write(`${unjudged} events could not be decoded and are in no table\n`)
  process.exitCode = 1
}
