/**
 * `svc intel import FILE --tenant T | --shared`: imports indicators while it reads the file. Invalid lines are skipped,
 * with line and reason on stderr.
 */
import { createReadStream } from 'node:fs'
import {
  addIndicators,
  addSharedIndicators,
  ImportBatches,
  requireRoom,
  settleIndicators,
  settleSharedIndicators,
} from '../../control/detect/intel/index.ts'
import type { Indicator } from '../../intel/indicator.ts'
import { FORMATS, type Format, readIndicators } from '../../intel/read/read-file.ts'
import type { Settled } from '../../intel/read/reading.ts'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'
import { operatorAudit } from './operator-audit.ts'

export type IntelImportOptions = {
  readonly tenant?: string
  /** True imports the indicators for all tenants. */
  readonly shared?: boolean
  readonly format?: string
  /** Name of the source at the indicators; that of the file when left out. */
  readonly source?: string
  readonly json?: boolean
}

const SOURCE_LENGTH_MAX = 200

/** Exit status 1 when nothing of the file was an indicator. */
export async function runIntelImport(file: string, options: IntelImportOptions): Promise<void> {
  const format = formatOf(options.format)
  if ((options.tenant === undefined) === (options.shared !== true))
    throw new AppError('bad_request', 'give --tenant or --shared')
  const source = (options.source ?? file.replace(/^.*\//, '')).slice(0, SOURCE_LENGTH_MAX)
  const { config, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  try {
    const tenant = options.tenant === undefined ? null : tenantId(options.tenant)
    if (tenant !== null) {
      await requireTenant(pool, tenant)
      const audited = operatorAudit(config)
      await withTenant(pool, tenant, async (tx) => {
        await requireRoom(tx)
        await audited(tx, 'ioc:imported', { resource: 'ioc', changes: { file, source } })
      })
    }
    const store = (batch: readonly Indicator[]) =>
      tenant === null
        ? withOperator(pool, 'intel import', (tx) => addSharedIndicators(tx, source, batch, Date.now()))
        : withTenant(pool, tenant, (tx) => addIndicators(tx, source, batch, Date.now()))
    const settle = (settled: readonly Settled[]) =>
      tenant === null
        ? withOperator(pool, 'intel import', (tx) => settleSharedIndicators(tx, source, settled))
        : withTenant(pool, tenant, (tx) => settleIndicators(tx, source, settled))
    const batches = new ImportBatches()
    const pieces = async function* () {
      for await (const piece of createReadStream(file)) {
        yield piece as Buffer
        for (const batch of batches.batches(false)) await store(batch)
      }
    }
    const read = await readIndicators(pieces(), format, batches)
    for (const batch of batches.batches(true)) await store(batch)
    for (const settled of batches.settled()) await settle(settled)
    report(file, read, batches, options.json === true)
  } finally {
    await pool.end()
  }
}

function formatOf(name: string | undefined): Format | undefined {
  const format = FORMATS.find((known) => known === name)
  if (name !== undefined && format === undefined)
    throw new AppError('bad_request', `--format must be one of ${FORMATS.join(', ')}`)
  return format
}

function report(file: string, format: Format, { counts }: ImportBatches, isJson: boolean): void {
  const { indicators, skipped, reasons, examples } = counts
  if (isJson) process.stdout.write(`${JSON.stringify({ file, format, indicators, skipped, reasons, examples })}\n`)
  else process.stdout.write(`${indicators} indicators of ${file} (${format}), ${skipped} entries skipped\n`)
  for (const { line, reason, text } of examples)
    process.stderr.write(`${file}${line === null ? '' : `:${line}`}: ${reason}: ${JSON.stringify(text)}\n`)
  if (skipped > examples.length)
    process.stderr.write(`and ${skipped - examples.length} more: ${JSON.stringify(reasons)}\n`)
  if (indicators === 0) process.exitCode = 1
}
