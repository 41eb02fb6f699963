/** The parts of sandboxes that the API may use. */
export { type Analysed, analyseFile, analyseUrl, analysisOf, lookUp } from './analyse.ts'
export { PROVIDER_NAMES, type ProviderName, REPORT_STATES, REPORT_VERDICTS, type Report } from './provider.ts'
export { type Offered, offeredProviders, type SandboxSettings } from './providers/registry.ts'
export {
  type Consent,
  consentsOf,
  isOwnAnalysis,
  keepSubmission,
  OUTCOMES,
  putConsent,
  type Submission,
  submissionsOf,
} from './sandbox-store.ts'
