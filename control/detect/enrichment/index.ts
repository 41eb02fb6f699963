/** Exports of enrichment for the API and the services. */
export { type Enrichment, openEnrichment } from './fan-out.ts'
export type { Provider } from './provider.ts'
export { geoProvider } from './providers/geo.ts'
export { dnsProvider, rdapProvider, sandboxProvider } from './providers/outside.ts'
export {
  alertsProvider,
  assetsProvider,
  identitiesProvider,
  indicatorsProvider,
  sightingsProvider,
} from './providers/own.ts'
export { enrichmentWorkers } from './run-enrichment.ts'
