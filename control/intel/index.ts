/** What the API and the services may use of threat intelligence. */
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
  createIndicator,
  INTEL_KIND,
  type IntelDocument,
  patchIndicator,
  requireRoom,
} from './manage-indicators.ts'
