/** `svc tail 'QUERY' --tenant T`: prints events that match a query as they are stored, until it is interrupted. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { DEFAULT_FIELDS } from '../../query/search/shown-fields.ts'
import { tailEvents, tailStart } from '../../query/search/tail-events.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'
import { formatted } from './kql/formats.ts'
import { cellText, conditionOf } from './search.ts'

export type TailOptions = { readonly tenant: string; readonly fields?: string; readonly format: string }

const FORMATS: Readonly<Record<string, string>> = { tsv: 'TSV', csv: 'CSV', json: 'JSONEachRow' }
const LOOK_MS = 1_000
const LIMITS = { timeoutSeconds: 20, memoryMb: 1000, rowsMax: 0 }

/** Throws `bad_request` for an invalid query, and `not_found` for an unknown tenant. */
export async function runTail(text: string, options: TailOptions): Promise<void> {
  const format = FORMATS[options.format]
  if (format === undefined) throw new AppError('bad_request', `formats are tsv, csv, json, not ${options.format}`)
  const write = formatted(format)
  const tenant = tenantId(options.tenant)
  const condition = conditionOf(text, Date.now())
  const fields = options.fields?.split(',') ?? DEFAULT_FIELDS
  const columns = ['event_uid', ...fields].map((name) => ({ name, type: 'string' }) as const)
  const columnNames = columns.map(({ name }) => name).join(', ')
  await knownTenant(tenant)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const reader = tenantReader(client, tenant, LIMITS)
    let position = await tailStart(reader, Date.now(), stop.signal)
    process.stderr.write(`events from ${new Date().toISOString()} on (stop with Ctrl+C): ${columnNames}\n`)
    while (!stop.signal.aborted) {
      const look = await tailEvents(reader, { condition, fields }, position, stop.signal)
      position = look.position
      const rows = look.events
        .toReversed()
        .map((event) => [event.event_uid, ...fields.map((name) => cellText(event, name))])
      for (const piece of write(columns, rows)) process.stdout.write(piece)
      if (look.dropped > 0) process.stderr.write(`${look.dropped} further events are not shown: add a condition\n`)
      if (look.late > 0)
        process.stderr.write(`${look.late} events were stored too late to be shown: find them with svc search\n`)
      await delay(LOOK_MS, undefined, { signal: stop.signal })
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    await client.close()
  }
}
