/** Exports of threat intelligence for the API and the services. */

export { type KnownOf, knownOf } from './enrich.ts'
export { SYNC_LIMITS } from './feeds/feed.ts'
export { feedsOf } from './feeds/feed-store.ts'
export { type InstallationFeeds, registerInstallationFeeds, sharedKeysOf } from './feeds/installation-feeds.ts'
export { feedSchema, shownFeed } from './feeds/operations.ts'
export { feedWorkers } from './feeds/run-feeds.ts'
export { runSync, type SyncDeps, startSync } from './feeds/sync-feed.ts'
export { ImportBatches, type ImportCounts } from './import-indicators.ts'
export {
  changedIndicators,
  type GivenIndicator,
  INTERNAL,
  type IndicatorChange,
  type IndicatorFilter,
  indicatorId,
  indicatorsPage,
  SHARED,
  type StoredIndicator,
} from './indicator-store.ts'
export {
  addIndicators,
  addSharedIndicators,
  changeIndicators,
  createIndicator,
  deleteIndicator,
  getIndicator,
  INDICATORS_AT_ONCE_MAX,
  INTEL_KIND,
  type IntelDocument,
  patchIndicator,
  requireRoom,
  settleIndicators,
  settleSharedIndicators,
  type WrittenIndicator,
} from './manage-indicators.ts'
export { type MispPushDeps, mispWorkers } from './misp-push.ts'
export { MISP_PUSH_STATES, type MispPush, pushesOf, requestPush } from './misp-push-store.ts'
export { recordSightings } from './sightings/sighting-store.ts'
export {
  collectionId,
  type PlacedStix,
  refuseHiddenIndicators,
  STIX_TYPES,
  stixBundle,
  stixPage,
} from './stix-objects.ts'
export { knownGoodOf } from './warning-lists/known-good.ts'
