/** Threat intelligence: indicators of tenants, the feeds that bring them, sightings, and pushes to MISP. */

export { knownOf } from './enrich.ts'
export { feedsOf } from './feeds/feed-store.ts'
export { type InstallationFeeds, registerInstallationFeeds, sharedKeysOf } from './feeds/installation-feeds.ts'
export { feedWorkers } from './feeds/run-feeds.ts'
export { runSync, type SyncDeps, startSync } from './feeds/sync-feed.ts'
export { ImportBatches } from './import-indicators.ts'
export { changedIndicators, SHARED, type StoredIndicator } from './indicator-store.ts'
export {
  addIndicators,
  addSharedIndicators,
  INTEL_KIND,
  requireRoom,
  settleIndicators,
  settleSharedIndicators,
} from './manage-indicators.ts'
export { mispWorkers } from './misp-push.ts'
export { recordSightings } from './sightings/sighting-store.ts'
export { collectionId, type PlacedStix, refuseHiddenIndicators, STIX_TYPES, stixPage } from './stix-objects.ts'
