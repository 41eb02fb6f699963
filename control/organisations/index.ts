/** The parts of organisations that other contexts, the API and the services may use. */
export {
  DELEGATION_HOURS_MAX,
  type DelegationInput,
  type EnteredTenant,
  enterTenant,
  giveDelegation,
  liveDelegate,
  providerUser,
  type RecordEntry,
  revokeDelegation,
} from './delegate.ts'
export {
  type Delegation,
  delegationById,
  delegationInto,
  delegationsInForce,
  delegationsPage,
  insertDelegation,
} from './delegation.ts'
export {
  addTenant,
  createOrganisation,
  kindOf,
  lookedAfter,
  type Organisation,
  type OrganisationKind,
  ownOrganisation,
  type RecordOrganisation,
  removeTenant,
} from './organisation.ts'
