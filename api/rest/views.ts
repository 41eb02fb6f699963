/** API views of identities and their schemas. */
import { type Static, Type } from 'typebox'
import type { PermissionSet, TokenPair, User } from '../../control/identity/accounts/index.ts'
import { userMembers, userSchema } from '../../control/identity/accounts/operations.ts'
import type { Delegation } from '../../control/identity/organisations/index.ts'
import { named, nullable, time, uuid } from '../../schemas/wire.ts'

export { nullable, time, uuid }

export const tokensSchema = named(
  'Tokens',
  Type.Object({
    access_token: Type.String(),
    refresh_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'seconds' }),
  }),
)

export function tokensView({ accessToken, refreshToken, expiresInSeconds }: TokenPair): Static<typeof tokensSchema> {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: expiresInSeconds,
  }
}

export const meSchema = named(
  'Me',
  Type.Object({
    ...userMembers,
    password_expires_at: Type.Union([time, Type.Null()], { description: 'set while a one-time password is in use' }),
    permissions: Type.Array(Type.String(), {
      description: 'what the credential of the request may do; * is everything',
    }),
    delegation: Type.Union(
      [
        named(
          'MeDelegation',
          Type.Object({
            id: uuid,
            home_tenant_id: Type.String({ description: 'where the person is a user' }),
            role: Type.String({ description: 'that the delegation gives in this tenant' }),
            reason: Type.String(),
            granted_by: uuid,
            expires_at: time,
          }),
        ),
        Type.Null(),
      ],
      {
        description:
          'set while somebody of a provider works in this tenant: tenant_id and role are then of this tenant',
      },
    ),
  }),
)
export { userSchema }

function userBase(user: User) {
  return {
    id: user.id,
    tenant_id: user.tenantId,
    email: user.email,
    username: user.username,
    role: user.role,
    is_active: user.isActive,
    preferences: { ...user.preferences },
  }
}

export function meView(user: User, permissions: PermissionSet): Static<typeof meSchema> {
  const password_expires_at = user.passwordExpiresAt?.toISOString() ?? null
  return { ...userBase(user), password_expires_at, permissions: [...permissions].sort(), delegation: null }
}

/** The same for a user of a provider who works in the tenant that gave the delegation. */
export function delegateView(user: User, permissions: PermissionSet, by: Delegation): Static<typeof meSchema> {
  const { id, tenantId, homeTenant, role, reason, grantedBy, expiresAt } = by
  return {
    ...meView(user, permissions),
    tenant_id: tenantId,
    role,
    delegation: {
      id,
      home_tenant_id: homeTenant,
      role,
      reason,
      granted_by: grantedBy,
      expires_at: expiresAt.toISOString(),
    },
  }
}

export function userView(user: User): Static<typeof userSchema> {
  const last_login = user.lastLoginAt?.toISOString() ?? null
  return { ...userBase(user), last_login, created_at: user.createdAt.toISOString() }
}
