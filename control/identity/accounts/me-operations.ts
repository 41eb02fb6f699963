/** Operations of signed-in users on their own account. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { sourceOf } from '../../../platform/http/source-address.ts'
import { closed, named, time, uuid } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, operationsOf } from '../../platform/acting/index.ts'
import { type Delegation, delegationById } from '../organisations/index.ts'
import { changePassword, preparePassword } from './change-password.ts'
import type { LoginDeps } from './login.ts'
import { getUser, mergePreferences } from './manage-users.ts'
import { PASSWORD_MAX } from './passwords.ts'
import type { PermissionSet } from './permissions.ts'
import type { PrincipalCache } from './principal-cache.ts'
import type { User } from './user.ts'
import { userMembers } from './user-operations.ts'

type Deps = LoginDeps & { readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'identity' })
const password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX })

const delegationSchema = named(
  'MeDelegation',
  Type.Object({
    id: uuid,
    home_tenant_id: Type.String({ description: 'tenant in which the person has an account' }),
    role: Type.String({ description: 'role that the delegation grants in this tenant' }),
    reason: Type.String(),
    granted_by: uuid,
    expires_at: time,
  }),
)
const meSchema = named(
  'Me',
  Type.Object({
    ...userMembers,
    password_expires_at: Type.Union([time, Type.Null()], { description: 'set while a one-time password is in use' }),
    permissions: Type.Array(Type.String(), {
      description: 'permissions of the credential of the request; * means all',
    }),
    delegation: Type.Union([delegationSchema, Type.Null()], {
      description: 'set while a user of a provider works in this tenant; tenant_id and role then belong to this tenant',
    }),
  }),
)

const meView = (user: User, permissions: PermissionSet) => ({
  ...user,
  permissions: [...permissions].sort(),
  delegation: null,
})

/** A user of a provider who works in the tenant that gave the delegation. */
const delegateView = (user: User, permissions: PermissionSet, by: Delegation) => ({
  ...meView(user, permissions),
  tenantId: by.tenantId,
  role: by.role,
  delegation: { ...by, homeTenantId: by.homeTenant },
})

const get = operation.outside({
  name: 'users.me',
  summary: 'The signed-in user; under a delegation with the user, the tenant and the delegation',
  permission: 'signed_in',
  path: 'GET /users/me',
  output: meSchema,
  async run({ actor, deps, read }) {
    const { personId, delegationId, permissions } = actor
    if (delegationId === null) return meView(await read((tx) => getUser(tx, personOf(actor))), permissions)
    const by = await read((tx) => delegationById(tx, delegationId))
    if (by === null || personId === null) throw new AppError('forbidden', 'the delegation of this session is over')
    // A person of a provider is a user of their own tenant only.
    return delegateView(await withTenant(deps.pool, by.homeTenant, (tx) => getUser(tx, personId)), permissions, by)
  },
})

const change = operation({
  name: 'users.change_me',
  summary: 'Merge preferences; null removes a member',
  permission: 'signed_in',
  ofPerson: true,
  recordsNothing: true,
  path: 'PATCH /users/me',
  body: named(
    'MePatch',
    Type.Object({ preferences: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()) }, closed),
  ),
  output: meSchema,
  async run({ tx, actor }, { preferences }) {
    return meView(await mergePreferences(tx, personOf(actor), preferences), actor.permissions)
  },
})

const setPassword = operation.outside({
  name: 'users.change_password',
  summary: 'Change the password of the caller',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'user:password_changed',
  path: 'PUT /users/me/password',
  body: named('PasswordChange', Type.Object({ current_password: password, new_password: password }, closed)),
  async run({ actor, deps, work }, { current_password: current, new_password: next }) {
    const { tenantId, personId, sessionId = null, ip } = actor
    const who = { tenantId, userId: personId, sessionId }
    const prepared = await preparePassword(deps, who, { current, next, source: sourceOf(ip ?? '') })
    await work(async (tx, note) => {
      await changePassword(tx, prepared, sessionId)
      note({ resource: 'user', resourceId: prepared.userId })
    })
    deps.principals.forget(({ userId, kind }) => userId === prepared.userId && kind === 'user')
  },
})

export const ME_OPERATIONS = [get, change, setPassword]

/** Throws `forbidden` for a service, and for a person who works in a tenant other than their own. */
function personOf({ personId, delegationId }: Actor): string {
  if (personId === null || delegationId !== null) throw new AppError('forbidden', 'this is for users of this tenant')
  return personId
}
