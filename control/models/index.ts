/** What other contexts, the API and the services may use of models. */
export { modelCredential } from './credential-store.ts'
export { type ModelCredential, PROVIDERS } from './model-credential.ts'
export { type Gate, type InstallationModel, type ModelStatus, modelStatus } from './model-status.ts'
export { type CredentialInput, deleteCredential, putCredential } from './put-credential.ts'
