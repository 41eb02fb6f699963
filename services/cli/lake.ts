/**
 * `svc lake`: shows how much is stored, how well it is compressed and how fast it grows, for all tenants or for one.
 */
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import {
  type InstallationCapacity,
  installationCapacity,
  type TenantCapacity,
  tenantCapacity,
} from '../../query/lake-capacity.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'

/** `price` is the monthly price of a GB, in any currency. */
export type LakeOptions = { tenant?: string; price?: string; json?: boolean }

const DAYS_MAX = 400
const GB = 1e9
const DAYS_OF_A_MONTH = 30

export async function runLake({ tenant, price, json }: LakeOptions): Promise<void> {
  const priceOfGb = price === undefined ? null : Number(price)
  if (priceOfGb !== null && !(priceOfGb >= 0 && priceOfGb < 1e6))
    throw new AppError('bad_request', `--price must be the price of a GB per month, not ${price}`)
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    if (tenant === undefined) {
      const found = await installationCapacity(operatorReader(client))
      console.log(json ? JSON.stringify(found) : installationText(found, priceOfGb))
      return
    }
    const id = tenantId(tenant)
    const found = await tenantCapacity(tenantReader(client, id), { nowMs: Date.now(), daysMax: DAYS_MAX })
    if (found.events === 0) await knownTenant(id)
    console.log(json ? JSON.stringify(found) : tenantText(found))
  } finally {
    await client.close()
  }
}

function installationText({ tables, columns, days }: InstallationCapacity, priceOfGb: number | null): string {
  const events = tables.find(({ table }) => table === 'events')
  const each = (bytes: number) => (events && events.rows > 0 ? `${(bytes / events.rows).toFixed(1)} B an event` : '-')
  const ratio = (plain: number, packed: number) => (packed === 0 ? '-' : `${(plain / packed).toFixed(1)} times`)
  const costs = days.map(({ bytesOnDisk }) => (bytesOnDisk / GB) * ((priceOfGb ?? 0) / DAYS_OF_A_MONTH))
  return [
    'table\trows\tparts\ton disk\tpacked',
    ...tables.map((one) =>
      [one.table, one.rows, one.parts, size(one.bytesOnDisk), ratio(one.bytesUncompressed, one.bytesOnDisk)].join('\t'),
    ),
    '',
    ...(columns.length === 0
      ? ['columns of events: unknown, parts below 512 MB hold all columns in one file']
      : ['column of events\ton disk\tpacked\tan event']),
    ...columns.map((one) =>
      [one.name, size(one.bytesOnDisk), ratio(one.bytesUncompressed, one.bytesOnDisk), each(one.bytesOnDisk)].join(
        '\t',
      ),
    ),
    '',
    `day of receipt\tevents\ton disk\tan event${priceOfGb === null ? '' : '\tcosts a day'}`,
    ...days.map(({ date, events: count, bytesOnDisk }, at) => {
      const cost = priceOfGb === null ? '' : `\t${(costs[at] ?? 0).toFixed(4)}`
      return `${date}\t${count}\t${size(bytesOnDisk)}\t${(bytesOnDisk / Math.max(1, count)).toFixed(1)} B${cost}`
    }),
  ].join('\n')
}

function tenantText({ days, events, rawBytes, bytesAnEvent, growth }: TenantCapacity): string {
  return [
    `${events} events, ${size(rawBytes)} of text as received, ${bytesAnEvent ?? '-'} B an event`,
    growth === null
      ? 'growth: unknown, there is no whole day in the last week'
      : `growth: ${growth.eventsADay} events, ${size(growth.rawBytesADay)} of text a day`,
    'day of receipt\tevents\ttext',
    ...days.map(({ date, events: count, rawBytes: bytes }) => `${date}\t${count}\t${size(bytes)}`),
  ].join('\n')
}

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${(bytes / 1000 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}
