/** The portfolio of a provider: its customers, their figures, and templates that are applied to them. */
export { ONBOARD_LIMITS, onboardTenant } from './onboard.ts'
export { invitationPath } from './onboard-operation.ts'
