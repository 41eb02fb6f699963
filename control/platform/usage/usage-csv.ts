/**
 * Usage as CSV for a provider's finance department: a block with the tenant and the unmeasured meters, then one row a
 * day.
 */
import type { Usage } from './usage.ts'

/** The head of a file of usage: its tenant, its month and when it was made. */
export type UsageFileHeader = {
  readonly tenant: string
  /** Null: the tenant is in none. */
  readonly organisation: string | null
  /** RFC 3339. */
  readonly generatedAt: string
}

export function usageCsv({ daily, totals, now, unmeasured, start, end }: Usage, header: UsageFileHeader): string {
  const meters = Object.keys(totals)
  const rows: (readonly (string | number)[])[] = [
    ['# tenant', header.tenant],
    ['# operator organisation', header.organisation ?? 'none'],
    ['# generated', header.generatedAt],
    ['# days (UTC)', start, end],
    ...Object.entries(now).map(([name, count]) => [`# now ${name}`, count]),
    ...unmeasured.map(({ meter, reason }) => [`# not measured ${meter}`, reason]),
    ['date', ...meters],
    ...daily.map(({ date, values }) => [date, ...meters.map((name) => values[name] ?? 0)]),
    ['total', ...meters.map((name) => totals[name] ?? 0)],
  ]
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A spreadsheet would take a text that begins so for a formula. */
function cell(value: string | number): string {
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
