/** The parts of the watch over sources that the API and the services may use. */
export { ALARM_KINDS, alarmsOf, type SourceAlarm } from './alarm-store.ts'
export { sourceWorkers, type WatchDeps, watchTenant } from './watch-sources.ts'
