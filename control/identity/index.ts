/** What other contexts, the API and the services may use of identities. */
export type { ApiKey } from './api-key.ts'
export { keysPage } from './api-key-store.ts'
export { type Bootstrap, type Bootstrapped, bootstrapAdmin } from './bootstrap-admin.ts'
export { changePassword, preparePassword } from './change-password.ts'
export { type EffectivePermissions, effectivePermissions, permissionsOfUser } from './effective-permissions.ts'
export { type ErasedIdentity, eraseIdentity } from './erase-identity.ts'
export {
  type Delegate,
  type IdentifyDeps,
  identifyBearer,
  identifyKey,
  identifyKnownKey,
  identifyService,
  identifySession,
  isServiceToken,
  type SessionClaims,
} from './identify.ts'
export { inProcessThrottle } from './in-process-throttle.ts'
export {
  type LoginDeps,
  type Proof,
  provePassword,
  type SessionDeps,
  signIn,
  type TokenPair,
  wrongPassword,
} from './login.ts'
export { changeApiKey, createApiKey, revokeApiKey } from './manage-api-keys.ts'
export { assignRole, createRole, removeRole, replaceRole, unassignRole } from './manage-roles.ts'
export {
  changeUser,
  createUser,
  getUser,
  mergePreferences,
  type PreparedUser,
  prepareUser,
  type UserInput,
  type UserPatch,
} from './manage-users.ts'
export { type HashSlots, openHashSlots, PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'
export {
  holds,
  isPermission,
  missingFrom,
  PERMISSIONS,
  type Permission,
  type PermissionSet,
  type PermissionView,
  permissionSet,
  permissionViews,
  viewOf,
} from './permissions.ts'
export { type Principal, requireHeld } from './principal.ts'
export { FRESH_MS, openPrincipalCache, type PrincipalCache } from './principal-cache.ts'
export { redisThrottle } from './redis-throttle.ts'
export { logout, type Refreshed, readRefresh, refreshSession } from './refresh.ts'
export { type CustomRole, rolesOfUser, rolesPage } from './role-store.ts'
export { insertDelegatedSession } from './session-store.ts'
export { ACCESS_SECONDS, type Claims, refused, signToken } from './session-tokens.ts'
export { openSigningKeys, rotateSigningKey, type SigningKeys } from './signing-keys.ts'
export {
  GRANTABLE_ROLES,
  type GrantableRole,
  isGrantable,
  isStaticRole,
  listedPermissions,
  NEVER_GRANTED,
  permissionsOfRole,
  STATIC_ROLES,
  type StaticRole,
  staticRoleId,
} from './static-roles.ts'
export type { LoginThrottle } from './throttle.ts'
export { normalEmail, type Preferences, type User } from './user.ts'
export { type Placed, type Position, usersByIds, usersPage } from './user-store.ts'
