/**
 * Detection rules of tenants: their texts, versions, tests over stored events, overlays and suppressions. Rules run in
 * `detections/tenant`.
 */

export { authorNames, authorOf } from './authors.ts'
export { judgeYara, judgeYaraInTime, type RuleText } from './check-rules.ts'
export { coveredTechniques, ruleIdsNaming } from './coverage.ts'
export { extensionOf } from './extension.ts'
export { huntOverlays } from './hunt-overlays.ts'
export { type KqlCondition, kqlSearchRule } from './kql-search-rule.ts'
export {
  checkedAlone,
  createRule,
  deleteRule,
  findOwnRule,
  findRule,
  importRules,
  pruneRules,
  replaceRule,
  setRuleEnabled,
} from './manage-rules.ts'
export { deleteOverlay, findOverlay, isBuiltIn, overlaysPage, putOverlay, setBuiltInEnabled } from './overlays.ts'
export { placeholdersOf, putPlaceholders } from './placeholders.ts'
export { type ReadText, readerFor, readTexts } from './read-texts.ts'
export { LANGUAGES, RULE_LIMITS, type StoredRule } from './rule.ts'
export { ruleNotes, withoutCauses } from './rule-notes.ts'
export { lockRules, rulesByFile, rulesPage, ruleTexts, versionsOf } from './rule-store.ts'
export { rulesAsRun, textAsRun } from './rules-as-run.ts'
export { type DetectionStats, detectionStats } from './signals.ts'
export { stoppedOfRows } from './stopped-rules.ts'
export { expireSuppressionsOnce, suppressionWorkers } from './suppressions/expire.ts'
export {
  type RuleExplanation,
  rulesToTry,
  type ShownExpr,
  type Tried,
  textToTry,
  triedOf,
  tryRules,
} from './try-rule.ts'
