/** The parts of the portfolio that the services may use. */
export { ONBOARD_LIMITS, onboardTenant } from './onboard.ts'
export { invitationPath } from './onboard-operation.ts'
