/** Operations of provisioning tokens, by which a directory changes users. */
import { Type } from 'typebox'
import { named, nullable, sent, time, uuid } from '../../../../schemas/wire.ts'
import { type ActNote, holderOf, operationsOf } from '../../../platform/acting/index.ts'
import {
  GRACE_HOURS_MAX,
  isActiveToken,
  mintToken,
  type PrincipalCache,
  revokeToken,
  rotateToken,
  type ScimToken,
  tokensPage,
} from '../index.ts'

type Deps = { readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'directory' })
const GRACE_HOURS = 24

const members = {
  id: uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'the first characters of the secret' }),
  org_id: Type.String({ description: 'tenant of the token' }),
  created_at: time,
  last_used_at: nullable(time),
  expires_at: nullable(time),
  revoked_at: nullable(time),
  rotated_from_id: nullable(uuid),
  active: Type.Boolean(),
}
const mintedSchema = named(
  'NewProvisioningToken',
  Type.Object({ ...members, token: Type.String({ description: 'shown only once' }) }),
)

const tokenView = (token: ScimToken, orgId: string, nowMs: number) => {
  return { ...token, orgId, active: isActiveToken(token, nowMs) }
}
const noteOf = (resourceId: string, changes?: ActNote['changes']): ActNote => {
  return { resource: 'scim_token', resourceId, changes }
}

const list = operation.page({
  name: 'scim_tokens.list',
  summary: 'Provisioning tokens, newest first',
  permission: 'settings:read',
  path: 'GET /scim-tokens',
  item: named('ProvisioningToken', Type.Object(members)),
  async run({ tx, nowMs }, _, { rows, after }) {
    const found = await tokensPage(tx, rows, after)
    return found.map(({ item, position }) => ({ item: tokenView(item, tx.tenantId, nowMs), position }))
  },
})

const mint = operation({
  name: 'scim_tokens.mint',
  summary: 'Create a provisioning token; needs all permissions of a tenant_admin, because the token can create one',
  permission: 'settings:write',
  audit: 'scim:token:create',
  path: 'POST /scim-tokens',
  status: 201,
  body: sent('ProvisioningTokenCreate', {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    expires_in_days: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
  }),
  output: mintedSchema,
  async run({ tx, note, actor, nowMs }, { name, expires_in_days = null }) {
    const input = { name: name.trim(), expiresInDays: expires_in_days }
    const { token, raw } = await mintToken(tx, holderOf(actor), input, nowMs)
    note(noteOf(token.id, { name: token.name, prefix: token.prefix, expires_in_days }))
    return { ...tokenView(token, tx.tenantId, nowMs), token: raw }
  },
})

const rotate = operation.outside({
  name: 'scim_tokens.rotate',
  summary: 'Replace the secret; the old one works for a while',
  permission: 'settings:write',
  audit: 'scim:token:rotate',
  path: 'POST /scim-tokens/:id/rotate',
  status: 201,
  body: sent('ProvisioningTokenRotate', {
    grace_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRACE_HOURS_MAX,
        default: GRACE_HOURS,
        description: 'hours until the old secret expires; 0 revokes it at once',
      }),
    ),
  }),
  output: mintedSchema,
  async run({ work, actor, nowMs, deps }, { id, grace_hours = GRACE_HOURS }) {
    const { token, raw } = await work(async (tx, note) => {
      const made = await rotateToken(tx, holderOf(actor), id, grace_hours, nowMs)
      note(noteOf(made.token.id, { rotated_from_id: id, prefix: made.token.prefix, grace_hours }))
      return made
    })
    deps.principals.forget((principal) => principal.id === id)
    return { ...tokenView(token, actor.tenantId, nowMs), token: raw }
  },
})

const revoke = operation.outside({
  name: 'scim_tokens.revoke',
  summary: 'Revoke a provisioning token',
  permission: 'settings:write',
  audit: 'scim:token:revoke',
  removes: 'access',
  path: 'DELETE /scim-tokens/:id',
  async run({ work, deps }, { id }) {
    await work(async (tx, note) => {
      note((await revokeToken(tx, id)) ? noteOf(id) : null)
    })
    deps.principals.forget((principal) => principal.id === id)
  },
})

export const SCIM_TOKEN_OPERATIONS = [list, mint, rotate, revoke]
