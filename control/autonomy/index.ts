/** What other contexts, the API and the services may use of autonomy. */
export { type Figures, figuresOf, UNLABELED } from './figures.ts'
export { CAPABILITIES, type Grant, grants, SCOPE_KINDS } from './grant-store.ts'
export { askForGrant, evidenceOf, holdsNow, measured } from './grants.ts'
export {
  EVERY_CLASS,
  isInShadow,
  keepDecision,
  type LabelledDecision,
  labelFromAlerts,
  labelledSince,
  openDecisions,
  putShadowMode,
  type ShadowMode,
  shadowModes,
  trailing,
  UNCLASSIFIED,
} from './shadow-store.ts'
export { WINDOW_DAYS } from './thresholds.ts'
export { recheckGrants, watchGrants, watchGrantsOnce } from './watch-grants.ts'
