/** Operations that answer with the usage of a month as a file. */
import { Type } from 'typebox'
import { ownOrganisation } from '../../identity/organisations/index.ts'
import { type OutsideCall, operationsOf } from '../acting/index.ts'
import { requireExport, SIGNATURE_HEADER, signed, signedBundle, zipFile } from '../exports/index.ts'
import type { Vault } from '../vault/index.ts'
import { monthDays } from './days.ts'
import { meteredEvents, usageOf } from './usage.ts'
import { usageCsv } from './usage-csv.ts'
import { type UsageDeps, usageLake } from './usage-lake.ts'

type Deps = UsageDeps & { readonly vault: Vault }
const operation = operationsOf<Deps>()
const audit = 'export:made'
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
    const made = await usageFile(call, month)
    const { id } = await signed(call, made)
    const headers = { [SIGNATURE_HEADER]: id, 'content-disposition': `attachment; filename="${made.file}"` }
    return { type: 'text/csv; charset=utf-8', body: made.content, headers }
  },
})

async function usageFile({ actor: { tenantId }, deps, nowMs, read }: OutsideCall<Deps>, month: string) {
  const days = monthDays(month)
  const events = await meteredEvents(usageLake(deps, tenantId), days)
  const { content, rows } = await read(async (tx) => {
    const usage = await usageOf(tx, events, days)
    const organisation = (await ownOrganisation(tx))?.name ?? null
    const header = { tenant: tenantId, organisation, generatedAt: new Date(nowMs).toISOString() }
    return { content: usageCsv(usage, header), rows: usage.daily.length }
  })
  const file = `usage-${tenantId}-${month}.csv`
  return { kind: 'usage' as const, file, content, rows, isWhole: true, query: { month } }
}

export const USAGE_FILE_OPERATIONS = [bundle, csv]
