/** The watch over sources: alarms when one stops sending, and changes in the fields of its events. */
export { alarmsPage, type SourceAlarm } from './alarm-store.ts'
export { sourceWorkers, watchTenant } from './watch-sources.ts'
