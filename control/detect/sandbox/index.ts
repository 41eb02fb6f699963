/** The parts of sandboxes that the API may use. */
export { lookUp } from './analyse.ts'
export { type Offered, offeredProviders, type SandboxSettings } from './providers/registry.ts'
export { keepSubmission } from './sandbox-store.ts'
