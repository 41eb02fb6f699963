/** Operations that answer with the usage of a month as a file. */
import { Type } from 'typebox'
import { ownOrganisation } from '../../identity/organisations/index.ts'
import { type FileAnswer, type OutsideCall, operationsOf } from '../acting/index.ts'
import { type Exported, requireExport, SIGNATURE_HEADER, signed, signedBundle, zipFile } from '../exports/index.ts'
import type { Vault } from '../vault/index.ts'
import { monthDays } from './days.ts'
import { meteredEvents, usageOf } from './usage.ts'
import { usageCsv } from './usage-csv.ts'
import { type UsageDeps, usageLake } from './usage-lake.ts'
import { usageParquet } from './usage-parquet.ts'

type Deps = UsageDeps & { readonly vault: Vault }
const operation = operationsOf<Deps>()
const audit = 'export:made'
const PARQUET = 'application/vnd.apache.parquet'
const monthQuery = Type.Object({ month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }) })

const bundle = operation.file({
  name: 'exports.usage',
  summary: 'Meters of a month as CSV, signed',
  permission: 'reports:read',
  audit,
  path: 'GET /exports/usage',
  query: monthQuery,
  file: zipFile,
  async run(call, { month }) {
    await requireExport(call, { holdsRecords: false })
    return signedBundle(call, await usageFile(call, month))
  },
})

const csv = operation.file({
  name: 'usage.export',
  summary: 'Meters of a month as CSV',
  permission: 'reports:read',
  path: 'GET /usage/export.csv',
  query: monthQuery,
  file: { content: { 'text/csv': { schema: Type.String() } } },
  async run(call, { month }) {
    await requireExport(call, { holdsRecords: false })
    return attachment(call, 'text/csv; charset=utf-8', await usageFile(call, month))
  },
})

const parquet = operation.file({
  name: 'usage.parquet',
  summary: 'Meters of a month as Parquet, a row for each day and meter',
  permission: 'reports:read',
  path: 'GET /usage/export.parquet',
  query: monthQuery,
  file: { content: { [PARQUET]: { schema: Type.String({ format: 'binary' }) } } },
  async run(call, { month }) {
    await requireExport(call, { holdsRecords: false })
    const { usage, header } = await usageOfMonth(call, month)
    const made = await usageParquet(usage, header)
    return attachment(call, PARQUET, { ...exportOf(header.tenant, month, 'parquet'), ...made })
  },
})

const exportOf = (tenant: string, month: string, ending: string) => {
  return { kind: 'usage' as const, file: `usage-${tenant}-${month}.${ending}`, isWhole: true, query: { month } }
}

/** The file as the answer, with the id of its signature in a header. */
async function attachment(call: OutsideCall<Deps>, type: string, made: Exported): Promise<FileAnswer> {
  const { id } = await signed(call, made)
  const headers = { [SIGNATURE_HEADER]: id, 'content-disposition': `attachment; filename="${made.file}"` }
  return { type, body: made.content, headers }
}

async function usageFile(call: OutsideCall<Deps>, month: string): Promise<Exported> {
  const { usage, header } = await usageOfMonth(call, month)
  const made = { content: usageCsv(usage, header), rows: usage.daily.length }
  return { ...exportOf(header.tenant, month, 'csv'), ...made }
}

async function usageOfMonth({ actor: { tenantId }, deps, nowMs, read }: OutsideCall<Deps>, month: string) {
  const days = monthDays(month)
  const events = await meteredEvents(usageLake(deps, tenantId), days)
  return read(async (tx) => {
    const usage = await usageOf(tx, events, days)
    const organisation = (await ownOrganisation(tx))?.name ?? null
    const header = { tenant: tenantId as string, organisation, generatedAt: new Date(nowMs).toISOString() }
    return { usage, header }
  })
}

export const USAGE_FILE_OPERATIONS = [bundle, csv, parquet]
