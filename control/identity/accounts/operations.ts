/** Operations of identity. */
export { API_KEY_OPERATIONS } from './api-key-operations.ts'
export { ROLE_OPERATIONS } from './role-operations.ts'
export { SCIM_TOKEN_OPERATIONS } from './scim/token-operations.ts'
export { USER_OPERATIONS, userMembers, userSchema } from './user-operations.ts'
