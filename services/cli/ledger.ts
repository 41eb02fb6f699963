import { openLog } from '../../platform/log.ts'
import { tenantId } from '../../platform/tenant.ts'
import { isBalanced, type LedgerRow, ledgerRows } from '../../query/ledger.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { backlogOf } from '../health/backlog.ts'
import { totalLag } from '../metrics/pipeline-metrics.ts'
import { openBackbone } from '../stream/backbone.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'
import { reasonsOf } from './ledger-change.ts'

/** Status 1 when nothing is on its way any more and still something does not balance. */
export async function runLedger(options: { tenant?: string; json?: boolean }): Promise<void> {
  const { rows, isDrained } = await readLedger(options.tenant)
  if (rows.length === 0 && options.tenant !== undefined) await knownTenant(tenantId(options.tenant))
  console.log(options.json ? JSON.stringify(rows) : tableWithReasons(rows))
  if (isDrained && !isBalanced(rows)) {
    process.stderr.write('the ledger does not balance\n')
    process.exitCode = 1
  }
}

export async function readLedger(tenant: string | undefined): Promise<{ rows: LedgerRow[]; isDrained: boolean }> {
  const { config, clickhouseUrl } = targets()
  const client = openClickhouse({ url: clickhouseUrl })
  const driver = await openBackbone(config, [], openLog('ledger', 'warn'))
  try {
    const isDrained = (await totalLag(driver)) === 0
    const backlog = (await backlogOf(driver)).filter((waiting) => tenant === undefined || waiting.tenant_id === tenant)
    const reader = tenant === undefined ? operatorReader(client) : tenantReader(client, tenantId(tenant))
    return { rows: await ledgerRows(reader, backlog), isDrained }
  } finally {
    await driver.close()
    await client.close()
  }
}

const COLUMNS = [
  'tenant_id',
  'source',
  'received',
  'stored',
  'duplicate',
  'rejected',
  'dead_lettered',
  'in_flight',
] as const

export function table(rows: readonly LedgerRow[]): string {
  const lines = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => String(row[column])))]
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)))
  return lines
    .map((line) =>
      line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join('  '),
    )
    .join('\n')
}

/** Adds a line below the table for each source that has rejected events (with the reasons) or events without a time. */
export function tableWithReasons(rows: readonly LedgerRow[]): string {
  const lines = rows.flatMap((row) => {
    const why = reasonsOf([row])
    const name = `${row.tenant_id} ${row.source}`
    return [
      ...(why === '' ? [] : [`rejected from ${name}: ${why}`]),
      ...(row.time_missing === 0
        ? []
        : [`no event time from ${name}: ${row.time_missing}, stored with the time of receipt`]),
    ]
  })
  return [table(rows), ...lines].join('\n')
}
