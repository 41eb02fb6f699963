/** Operations of API keys. */
import { Type } from 'typebox'
import { closed, named, nullable, sent } from '../../../schemas/wire.ts'
import { holderOf, operationsOf } from '../../platform/acting/index.ts'
import { API_KEYS, type ApiKey } from './api-key.ts'
import { keysPage } from './api-key-store.ts'
import { changeApiKey, createApiKey, revokeApiKey } from './manage-api-keys.ts'
import type { PrincipalCache } from './principal-cache.ts'

type Deps = { readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'identity' })
const name = Type.String({ minLength: 1, maxLength: 255 })
const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 100 })
const expires_in_days = nullable(Type.Integer({ minimum: 1, maximum: 3650 }))

const { is_active: _, last_used_at: __, ...newKey } = API_KEYS.members

/** Drops all keys of the tenant from the cache: a change of one key also changes the keys that it created. */
const forgetKeys = ({ principals }: Deps, tenant: string) =>
  principals.forget(({ kind, tenantId }) => kind === 'api_key' && tenantId === tenant)

const list = operation.page({
  name: 'api_keys.list',
  summary: 'API keys, newest first',
  permission: 'users:read',
  path: 'GET /api-keys',
  item: API_KEYS.schema,
  run: ({ tx }, _, { rows, after }) => keysPage(tx, rows, after),
})

const create = operation({
  name: 'api_keys.create',
  summary: 'Create an API key',
  permission: 'users:write',
  audit: 'api_key:created',
  path: 'POST /api-keys',
  status: 201,
  body: sent('ApiKeyCreate', { name, scopes, expires_in_days: Type.Optional(expires_in_days) }),
  output: named('NewApiKey', Type.Object({ ...newKey, key: Type.String({ description: 'shown only once' }) })),
  async run({ tx, note, actor, nowMs }, { name, scopes, expires_in_days: expiresInDays = null }) {
    const { key, raw } = await createApiKey(tx, holderOf(actor), { name, scopes, expiresInDays }, nowMs)
    note({ resource: 'api_key', resourceId: key.id, changes: { name, scopes, prefix: key.prefix } })
    return { ...key, key: raw }
  },
})

const change = operation.outside({
  name: 'api_keys.change',
  summary: 'Change an API key',
  permission: 'users:write',
  audit: 'api_key:updated',
  path: 'PATCH /api-keys/:id',
  body: named(
    'ApiKeyPatch',
    Type.Object(
      { name: Type.Optional(name), scopes: Type.Optional(scopes), expires_in_days: Type.Optional(expires_in_days) },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: API_KEYS.schema,
  async run({ work, actor, nowMs, deps }, { id, ...changes }) {
    const { expires_in_days: expiresInDays, ...same } = changes
    const changed: ApiKey = await work((tx, note) => {
      note({ resource: 'api_key', resourceId: id, changes })
      return changeApiKey(tx, holderOf(actor), id, { ...same, expiresInDays }, nowMs)
    })
    forgetKeys(deps, actor.tenantId)
    return changed
  },
})

const revoke = operation.outside({
  name: 'api_keys.revoke',
  summary: 'Revoke an API key',
  permission: 'users:write',
  audit: 'api_key:revoked',
  removes: 'access',
  path: 'DELETE /api-keys/:id',
  async run({ work, actor, deps }, { id }) {
    await work(async (tx, note) => {
      const isNew = await revokeApiKey(tx, holderOf(actor), id)
      note(isNew ? { resource: 'api_key', resourceId: id } : null)
    })
    forgetKeys(deps, actor.tenantId)
  },
})

export const API_KEY_OPERATIONS = [list, create, change, revoke]
