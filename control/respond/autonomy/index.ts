/** Autonomy: how much the automation may do by itself, measured by the verdicts of analysts. */
export type { ClosureSettings } from './closures/settings.ts'
export { closureWorkers, sweepClosuresOnce } from './closures/sweep-closures.ts'
export { grants } from './grant-store.ts'
export { holdsNow } from './grants.ts'
export { setKillSwitch, stoppedBecause, withdrawGranted } from './kill-switch.ts'
export { isInShadow, keepDecision, UNCLASSIFIED } from './shadow-store.ts'
export { WINDOW_DAYS } from './thresholds.ts'
export { type VerbMeasured, verbMeasured } from './verb-figures.ts'
export {
  isVerbInShadow,
  judgeVerbDecision,
  keepVerbDecision,
  labelVerbDecisions,
  noteUndone,
  putShadowVerb,
  shadowVerbs,
  VERB_DECISION,
  verbDecisionsPage,
} from './verb-store.ts'
export { drawClosureAudits, grantWorkers, watchGrantsOnce } from './watch-grants.ts'
