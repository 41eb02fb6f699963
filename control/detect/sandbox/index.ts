/** Sandboxes: files and URLs that are looked up or sent there for analysis, with the consent of the tenant. */
export { lookUp } from './analyse.ts'
export { type Offered, offeredProviders, type SandboxSettings } from './providers/registry.ts'
export { keepSubmission } from './sandbox-store.ts'
