/** Enrichment: asks sources of knowledge about the entities of alerts, and keeps the answers. */
export { type Enrichment, openEnrichment } from './fan-out.ts'
export type { Provider } from './provider.ts'
export { dnsProvider, rdapProvider, sandboxProvider } from './providers/external.ts'
export { geoProvider } from './providers/geo.ts'
export {
  alertsProvider,
  assetsProvider,
  identitiesProvider,
  indicatorsProvider,
  sightingsProvider,
} from './providers/tenant-data.ts'
export { enrichmentWorkers } from './run-enrichment.ts'
