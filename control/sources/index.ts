/** What the API and the services may use of the watch over sources. */
export { ALARM_KINDS, alarmsOf, type SourceAlarm } from './alarm-store.ts'
export { sourceWorkers, type WatchDeps, watchTenant } from './watch-sources.ts'
