/** The parts of sandboxes that the API may use. */
export { lookUp } from './analyse.ts'
export type { ProviderName, Report } from './provider.ts'
export { type Offered, offeredProviders, type SandboxSettings } from './providers/registry.ts'
export { keepSubmission, OUTCOMES, type Submission } from './sandbox-store.ts'
