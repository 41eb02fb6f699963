/** Operations of the vault: which credential key the secrets of the installation are under. */
import { Type } from 'typebox'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageQuery, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../acting/index.ts'
import { type DatedKeyUse, datedKeyUse } from '../vault/index.ts'
import { askReseal, latestReseal, RESEALS } from './reseal-request.ts'

type VaultDeps = {
  /** Ids of the credential keys that this process has, newest first. Empty: its key ends with it. */
  readonly credentialKeyIds?: readonly string[] | undefined
}

const operation = operationsOf<VaultDeps>()
const ROLES = ['newest', 'older', 'missing', 'unreadable'] as const
type Role = (typeof ROLES)[number]

const keyUse = named(
  'VaultKeyUse',
  Type.Object({
    id: Type.String({ description: 'id of the key and the column' }),
    key_id: nullable(Type.String({ description: 'null: no known key decrypts these secrets' })),
    role: oneOf(ROLES),
    column: Type.String(),
    serves: Type.String({ description: 'functions that stop without the key' }),
    secrets: Type.Integer(),
    looked_at: time,
  }),
)

const reseal = operation({
  name: 'vault.reseal',
  summary: 'Encrypt every secret of the installation again under the newest credential key',
  description:
    'It runs in the background within seconds, and `GET /vault/keys` shows the result. While one is running, the request returns that one.',
  permission: 'installation:write',
  audit: 'vault:reseal_asked',
  path: 'POST /vault/reseal',
  status: 202,
  output: RESEALS.schema,
  async run({ tx, note, actor }) {
    note({ resource: 'vault', resourceId: 'credential-keys' })
    return askReseal(tx, actor.email ?? actor.id ?? 'nobody')
  },
})

const status = operation({
  name: 'vault.status',
  summary: 'Credential keys, with the number of secrets encrypted under each',
  description:
    'Key ids and counts over all tenants, for administrators of the installation. Secrets under an older key are encrypted under the newest automatically; an older key without secrets can be removed from SVC_CREDENTIAL_KEY.',
  permission: 'installation:read',
  path: 'GET /vault/keys',
  query: Type.Object(pageQuery, closed),
  output: named(
    'VaultStatus',
    Type.Object({
      items: Type.Array(keyUse),
      next_cursor: Type.Optional(Type.String()),
      keys: Type.Array(
        Type.Object({ key_id: Type.String(), role: oneOf(ROLES), secrets: Type.Integer(), is_needed: Type.Boolean() }),
        { description: 'keys of the API, newest first, and missing ones' },
      ),
      reseal: nullable(RESEALS.schema),
      secrets: Type.Integer(),
      under_newest: Type.Integer(),
      is_ephemeral: Type.Boolean({
        description: 'true: the key is lost when the process ends, together with the secrets encrypted under it',
      }),
    }),
  ),
  async run({ tx, deps }, page) {
    const { credentialKeyIds: ids = [] } = deps
    const uses = await datedKeyUse(tx)
    const latest = await latestReseal(tx)
    const roleOf = (id: string | null): Role => {
      if (id === null) return 'unreadable'
      if (id === ids[0]) return 'newest'
      return ids.includes(id) ? 'older' : 'missing'
    }
    const sum = (of: readonly DatedKeyUse[]) => of.reduce((all, { secrets }) => all + secrets, 0)
    const known = [...new Set([...ids, ...uses.flatMap(({ keyId }) => keyId ?? [])])]
    const items = uses.map(({ keyId, column, serves, secrets, lookedAt }) => ({
      ...{ id: `${keyId ?? 'unreadable'} ${column}`, key_id: keyId, role: roleOf(keyId) },
      ...{ column, serves, secrets, looked_at: lookedAt },
    }))
    return {
      ...pageOfList(items, page, ({ id }) => id),
      keys: known.map((id) => {
        const secrets = sum(uses.filter(({ keyId }) => keyId === id))
        return { key_id: id, role: roleOf(id), secrets, is_needed: id === ids[0] || secrets > 0 }
      }),
      reseal: latest,
      secrets: sum(uses),
      under_newest: sum(uses.filter(({ keyId }) => keyId !== null && keyId === ids[0])),
      is_ephemeral: ids.length === 0,
    }
  },
})

export const VAULT_OPERATIONS = [status, reseal]
