/**
 * Usage of a month as Parquet, for the data warehouse of a provider's finance department: a row for each day and meter,
 * so that files of several tenants and months can be read as one table, whatever meters they have. A figure that was
 * not measured is null, with the reason in another column.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlText, withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import type { Usage } from './usage.ts'
import type { UsageFileHeader } from './usage-csv.ts'

const MEMORY_MB = 128
const COLUMNS = 'tenant, organisation, date, meter, value, not_measured, generated_at'

type Line = { readonly date: string; readonly meter: string; readonly value: number | null; readonly reason?: string }

export async function usageParquet(usage: Usage, header: UsageFileHeader): Promise<{ content: Buffer; rows: number }> {
  const lines = usageLines(usage)
  const folder = await mkdtemp(join(tmpdir(), 'svc-usage-'))
  try {
    const file = join(folder, 'usage.parquet')
    await withDuckdb({ memoryMb: MEMORY_MB, tempFolder: folder }, (duck) => duck.run(copySql(lines, header, file)))
    return { content: await readFile(file), rows: lines.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A meter without any figure still has a row for each day: a missing row would be read as zero usage. */
export function usageLines({ daily, totals, unmeasured }: Usage): Line[] {
  const reasons = new Map(unmeasured.map(({ meter, reason }) => [meter, reason]))
  const meters = [...Object.keys(totals), ...[...reasons.keys()].filter((meter) => !(meter in totals))]
  return daily.flatMap(({ date, values }) =>
    meters.map((meter) => {
      const reason = reasons.get(meter)
      const value = meter in totals ? (values[meter] ?? 0) : null
      return { date, meter, value, ...(reason === undefined ? {} : { reason }) }
    }),
  )
}

function copySql(lines: readonly Line[], header: UsageFileHeader, file: string): string {
  const text = (value: string | null | undefined) => (value == null ? 'NULL' : sqlText(value))
  const own = [text(header.tenant), text(header.organisation)]
  const values = lines.map(({ date, meter, value, reason }) => {
    return `(${[...own, `DATE ${text(date)}`, text(meter), value ?? 'NULL', text(reason), text(header.generatedAt)].join(', ')})`
  })
  return `COPY (
    SELECT tenant, organisation::VARCHAR AS organisation, date, meter, value::DOUBLE AS value,
      not_measured::VARCHAR AS not_measured, generated_at::TIMESTAMPTZ AS generated_at
    FROM (VALUES ${values.join(',\n')}) AS rows (${COLUMNS})
    ORDER BY date, meter
  ) TO ${sqlText(file)} (FORMAT parquet, COMPRESSION zstd)`
}
