/** Usage of several tenants by month. A value that was not measured is null, never 0. */
import { csvCell } from '../parts/csv.ts'

type Values = Readonly<Record<string, number>>
export type TenantUsage = {
  readonly tenant: string
  /** Totals of meters by month; a month that could not be read is missing. */
  readonly months: Readonly<Record<string, Values>>
  /** The reasons for which figures are missing. */
  readonly why?: string
}

/** Sums days to months. */
export function monthlyOf(daily: readonly { readonly date: string; readonly values: Values }[]): TenantUsage['months'] {
  const months: Record<string, Record<string, number>> = {}
  for (const { date, values } of daily) {
    const month = date.slice(0, 7)
    const totals = (months[month] ??= {})
    for (const [meter, value] of Object.entries(values)) totals[meter] = (totals[meter] ?? 0) + value
  }
  return months
}

/** Six months are at most 184 days, the longest range of one request. */
const MONTHS_BACK = 5

/** The given month and the `MONTHS_BACK` before it, oldest first. */
export function monthsOf(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: MONTHS_BACK + 1 }, (_, at) =>
    new Date(Date.UTC(year, number - 1 - MONTHS_BACK + at, 1)).toISOString().slice(0, 7),
  )
}

/** Null when the month has no value for the meter. */
export function sumOf({ months }: TenantUsage, month: string, meter: string): number | null {
  return months[month]?.[meter] ?? null
}

/** Null when a tenant has no value, because the sum would be too low. */
export function sumOfAll(tenants: readonly TenantUsage[], month: string, meter: string): number | null {
  const sums = tenants.map((tenant) => sumOf(tenant, month, meter))
  return sums.reduce<number | null>((all, sum) => (all === null || sum === null ? null : all + sum), 0)
}

export const metersOf = (tenants: readonly TenantUsage[]): readonly string[] =>
  [...new Set(tenants.flatMap(({ months }) => Object.values(months).flatMap((values) => Object.keys(values))))].sort()

/** A row for each tenant, month and meter; an unknown value is empty. */
export function usageCsvOf(tenants: readonly TenantUsage[], month: string): string {
  const rows = tenants.flatMap((tenant) =>
    monthsOf(month).flatMap((of) =>
      metersOf(tenants).map((meter) => [tenant.tenant, of, meter, sumOf(tenant, of, meter)]),
    ),
  )
  return [['tenant', 'month', 'meter', 'value'], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')
}
