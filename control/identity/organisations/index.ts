/** The parts of organisations that other contexts, the API and the services may use. */
export { DELEGATION_HOURS_MAX, liveDelegate, providerUser } from './delegate.ts'
export { type Delegation, delegationById, delegationInto, delegationsInForce, insertDelegation } from './delegation.ts'
export {
  addTenant,
  createOrganisation,
  kindOf,
  ownOrganisation,
  type RecordOrganisation,
  removeTenant,
} from './organisation.ts'
