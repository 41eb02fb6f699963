/** Usage: events and bytes of each tenant by day, checked against the rows behind them. */
export { USAGE_DAYS_MAX, usageDays } from './days.ts'
export { setEntitlement } from './entitlements.ts'
export { METERS } from './meters.ts'
export { headroomDays, headroomOf, meteredEvents, type Usage, usageOf } from './usage.ts'
export { usageCsv } from './usage-csv.ts'
