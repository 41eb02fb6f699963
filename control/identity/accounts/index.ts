/** The parts of identities that other contexts, the API and the services may use. */
export { type ApiKey, isRawKey } from './api-key.ts'
export { ownerOfKey } from './api-key-store.ts'
export { type Bootstrapped, bootstrapAdmin } from './bootstrap-admin.ts'
export { changePassword, preparePassword } from './change-password.ts'
export { CUSTOM_NAME, CUSTOM_NAME_MAX } from './custom-permission.ts'
export { permissionCatalogue } from './custom-permission-store.ts'
export { DEVICE_TOKEN_MAX } from './device-token.ts'
export {
  accessOfUser,
  type EffectivePermissions,
  effectivePermissions,
  hiddenFromReceiver,
  permissionsOfUser,
} from './effective-permissions.ts'
export { EndedCredential } from './ended-credential.ts'
export { type ErasedIdentity, eraseIdentity } from './erase-identity.ts'
export {
  type Delegate,
  type IdentifyDeps,
  identifyBearer,
  identifyKey,
  identifyKnownKey,
  identifyService,
  identifySession,
  serviceOf,
} from './identify.ts'
export { inProcessThrottle } from './in-process-throttle.ts'
export {
  acceptInvitation,
  type Invited,
  invite,
  inviteAgain,
  prepareFirstAdministrator,
  prepareInvited,
  tenantOfLink,
} from './invite-user.ts'
export {
  type Proof,
  type ProvenUser,
  provePassword,
  type SessionDeps,
  signIn,
  type TokenPair,
  wrongPassword,
} from './login.ts'
export { createApiKey } from './manage-api-keys.ts'
export { changePermission, createPermission, DESCRIPTION_MAX, removePermission } from './manage-permissions.ts'
export { assignRole, createRole, removeRole, replaceRole, unassignRole } from './manage-roles.ts'
export {
  changeUser,
  createUser,
  getUser,
  mergePreferences,
  type PreparedUser,
  prepareUser,
  type UserPatch,
} from './manage-users.ts'
export {
  beginPasskeySignIn,
  beginRegistration,
  CHALLENGE_MS,
  type PasskeyDeps,
  type PasskeySignIn,
  passkeyOwner,
  type Registration,
  register,
  signInByPasskey,
} from './passkeys/ceremonies.ts'
export { deletePasskeyOf, type Passkey, passkeysOf } from './passkeys/passkey-store.ts'
export { type HashSlots, openHashSlots, PASSWORD_MAX } from './passwords.ts'
export { fullName, peopleByIds, peopleSql, requireWorker } from './people.ts'
export {
  holds,
  missingFrom,
  PERMISSIONS,
  type Permission,
  type PermissionSet,
  type PermissionView,
  permissionSet,
  permissionViews,
} from './permissions.ts'
export { type Holder, type Principal, requireHeld } from './principal.ts'
export { FRESH_MS, openPrincipalCache, type PrincipalCache } from './principal-cache.ts'
export { redisThrottle } from './redis-throttle.ts'
export { logout, readRefresh, refreshSession } from './refresh.ts'
export {
  finishReset,
  makeOneTimePassword,
  openPasswordLink,
  PASSWORD_RESET_MS,
  prepareReset,
  resetPassword,
  spendOneTimePassword,
} from './reset-password.ts'
export { type CustomRole, roleNames, rolesOfTenant, rolesPage } from './role-store.ts'
export type { Attribute, ResourceKind, Schema } from './scim/attribute.ts'
export type { Deprovisioned } from './scim/deprovision.ts'
export { ScimFault, type ScimType } from './scim/fault.ts'
export { CORE_GROUP, GROUP_KIND, SVC_GROUP } from './scim/group-schema.ts'
export { identifyProvisioner, refusedToken } from './scim/identify-token.ts'
export { type Listed, type ListQuery, listDirectoryGroups, listDirectoryUsers, PAGE_MAX } from './scim/list.ts'
export { GRACE_HOURS_MAX, mintToken, revokeToken, rotateToken } from './scim/manage-tokens.ts'
export {
  type ChangedGroup,
  createDirectoryGroup,
  deleteDirectoryGroup,
  directoryGroupById,
  type GroupWithMembers,
  patchDirectoryGroup,
  replaceDirectoryGroup,
} from './scim/provision-groups.ts'
export {
  type ChangedUser,
  type Check,
  createDirectoryUser,
  type DeletedUser,
  deleteDirectoryUser,
  directoryUserById,
  patchDirectoryUser,
  replaceDirectoryUser,
} from './scim/provision-users.ts'
export { isActive as isActiveToken, type ScimToken } from './scim/token.ts'
export { tokensPage } from './scim/token-store.ts'
export { type DirectoryUser, documentOf as directoryDocument } from './scim/user-document.ts'
export { CORE_USER, ENTERPRISE_USER, USER_KIND } from './scim/user-schema.ts'
export { insertDelegatedSession, isFreshSession, sessionsRevokedAt } from './session-store.ts'
export { ACCESS_SECONDS, type Claims, refused, signToken } from './session-tokens.ts'
export { openSigningKeys, rotateSigningKey, type SigningKeys } from './signing-keys.ts'
export type { Admission } from './sso/admit.ts'
export { beginSignIn, signInRefused } from './sso/begin-sign-in.ts'
export { MAPPING_MAX, METADATA_LENGTH_MAX, type SsoConnection, type SsoProvider } from './sso/connection.ts'
export { connectionsPage } from './sso/connection-store.ts'
export { openProviderDocuments, type ProviderDocuments } from './sso/documents.ts'
export { inProcessStates } from './sso/in-process-states.ts'
export { changeConnection, createConnection, getConnection, removeConnection } from './sso/manage-connections.ts'
export type { Person } from './sso/person.ts'
export {
  type Entered,
  enter,
  proveOidc,
  proveSaml,
  type SsoProof,
  type Tested,
  type TestRefused,
} from './sso/prove-sign-in.ts'
export { redisStates } from './sso/redis-states.ts'
export { serviceProviderMetadata } from './sso/saml/sign-in.ts'
export { type SignInStates, STATE_MS } from './sso/sign-in-states.ts'
export { callbackUrl, type SsoDeps, serviceProvider } from './sso/sso-deps.ts'
export { beginTest, rehearse } from './sso/try-sign-in.ts'
export {
  GRANTABLE_ROLES,
  type GrantableRole,
  isGrantable,
  listedPermissions,
  NEVER_GRANTED,
  permissionsOfRole,
  STATIC_ROLES,
  staticRoleId,
} from './static-roles.ts'
export type { LoginThrottle } from './throttle.ts'
export { checkEmail, normalEmail, type Preferences, type User } from './user.ts'
export { type Placed, type Position, usersByIds, usersPage } from './user-store.ts'
