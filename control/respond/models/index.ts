/** Language models: which one a tenant uses, what may be sent to it, and what it may cost. */
export { type ModelDeps, modelAccess } from './access.ts'

export type { InTenant } from './ask.ts'
export { askJson, askShaped, type Checked, shapeOf } from './ask-json.ts'
export { askModel } from './ask-model.ts'
export { costOf } from './budget.ts'
export { total, usageOf } from './check-model.ts'
export { modelCredential } from './credential-store.ts'
export { gateOf, type ModelProcess, modelDepsOf } from './deps-of-process.ts'
export { type InstallationModel, modelStatus } from './model-status.ts'

export type { ModelAccess, Question } from './protocol.ts'
