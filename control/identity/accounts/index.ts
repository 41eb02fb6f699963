/** Accounts: users, roles, permissions, API keys, passkeys, sign-ins, sessions and directories (SCIM). */

export { type AccessChange, type AccessChanges, checkAtEndMs, openAccessChanges } from './access-changes.ts'
export { isRawKey } from './api-key.ts'
export { ownerOfKey } from './api-key-store.ts'
export { type Bootstrapped, bootstrapAdmin } from './bootstrap-admin.ts'
export { CUSTOM_NAME, CUSTOM_NAME_MAX } from './custom-permission.ts'
export { permissionCatalogue } from './custom-permission-store.ts'
export { accessOfUser, effectivePermissions, hiddenFromReceiver, permissionsOfUser } from './effective-permissions.ts'
export { EndedCredential } from './ended-credential.ts'
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
export { invite, prepareFirstAdministrator } from './invite-user.ts'
export { type SessionDeps, signIn } from './login.ts'
export { createApiKey } from './manage-api-keys.ts'
export { changePermission, createPermission, DESCRIPTION_MAX, removePermission } from './manage-permissions.ts'
export { assignRole, createRole, removeRole, replaceRole, unassignRole } from './manage-roles.ts'
export { changeUser, createUser, getUser, type PreparedUser, prepareUser } from './manage-users.ts'
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
export { openPrincipalCache, type PrincipalCache } from './principal-cache.ts'
export { redisThrottle } from './redis-throttle.ts'
export { type CustomRole, roleNames, rolesOfTenant, rolesPage } from './role-store.ts'

export type { ResourceKind, Schema } from './scim/attribute.ts'
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
export { ACCESS_SECONDS, signToken } from './session-tokens.ts'
export { openSigningKeys, rotateSigningKey, type SigningKeys } from './signing-keys.ts'
export { openProviderDocuments, type ProviderDocuments } from './sso/documents.ts'
export { inProcessStates } from './sso/in-process-states.ts'
export { proveOidc, proveSaml } from './sso/prove-sign-in.ts'
export { redisStates } from './sso/redis-states.ts'
export { serviceProviderMetadata } from './sso/saml/sign-in.ts'
export type { SignInStates } from './sso/sign-in-states.ts'
export { serviceProvider } from './sso/sso-deps.ts'
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
export { checkEmail, normalEmail, type User } from './user.ts'
export { type Placed, type Position, usersByIds, usersPage } from './user-store.ts'
