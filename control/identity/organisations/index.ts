/** Organisations of tenants, and delegations by which people of a provider work in the tenant of a customer. */
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
