/** The parts of the watch over sources that the API and the services may use. */
export { alarmsOf, type SourceAlarm } from './alarm-store.ts'
export { sourceWorkers, watchTenant } from './watch-sources.ts'
