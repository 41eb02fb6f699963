/** The parts of autonomy that other contexts, the API and the services may use. */
export { type ClosuresHealth, closuresHealth, OVERALL_STATES } from './closures/health.ts'
export type { ClosureSettings } from './closures/settings.ts'
export { type ClosureSweepDeps, closureWorkers, sweepClosuresOnce } from './closures/sweep-closures.ts'
export { SWEEP_STATES } from './closures/sweep-store.ts'
export { type Figures, figuresOf, UNLABELED } from './figures.ts'
export { CAPABILITIES, type Grant, grants, SCOPE_KINDS } from './grant-store.ts'
export { askForGrant, evidenceOf, holdsNow, measured } from './grants.ts'
export { setKillSwitch, stoppedBecause, withdrawGranted } from './kill-switch.ts'
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
export { type VerbMeasured, verbMeasured } from './verb-figures.ts'
export {
  isVerbInShadow,
  judgeVerbDecision,
  keepVerbDecision,
  labelVerbDecisions,
  noteTakenBack,
  putShadowVerb,
  SHADOW_VERB,
  shadowVerbs,
  VERB_DECISION,
  verbDecisions,
} from './verb-store.ts'
export { drawClosureAudits, grantWorkers, recheckGrants, watchGrantsOnce } from './watch-grants.ts'
