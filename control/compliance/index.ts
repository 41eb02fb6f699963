/** What the API may use of compliance. */
export {
  CONTROL_STATES,
  type Dashboard,
  gatherFramework,
  type JudgedControl,
  judgeFramework,
} from './dashboard.ts'
export {
  attachEvidence,
  DECISIONS,
  EVIDENCE_KINDS,
  EVIDENCE_STATES,
  type Evidence,
  evidencePage,
  reviewEvidence,
} from './evidence.ts'
export { FRAMEWORKS, frameworkById } from './frameworks/catalogue.ts'
export { measureSources } from './measures/logs.ts'
export { MEASURE_IDS, MEASURE_STATES, unknown as unmeasured } from './measures/measure.ts'
