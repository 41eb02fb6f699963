import { assert } from '../../../../platform/assert.ts'
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import { orNull, type Row, text, time } from '../../../../stores/postgres/columns.ts'

export const SSO_PROVIDERS = ['oidc', 'saml'] as const
export type SsoProvider = (typeof SSO_PROVIDERS)[number]

/** Maps the name of a group at the identity provider, spelled exactly, to the name of a role. */
export type GroupRoleMapping = Readonly<Record<string, string>>

/**
 * A tenant's trust in one identity provider. The connection determines the tenant; the provider's assertion only
 * identifies the person.
 */
export type SsoConnection = {
  readonly id: string
  readonly tenantId: TenantId
  readonly provider: SsoProvider
  readonly issuer: string
  readonly displayName: string
  readonly enabled: boolean
  /** The role of everyone who signs in; null admits only members of a mapped group. */
  readonly defaultRole: string | null
  readonly groupRoleMapping: GroupRoleMapping
  /** The claim or attribute that lists the groups; null: the usual ones. */
  readonly groupsClaim: string | null
  /** OIDC: what we are called there. */
  readonly clientId: string | null
  /** OIDC: under the vault. Null for a public client, which has PKCE alone. */
  readonly clientSecret: string | null
  /** SAML: exactly one of the two. */
  readonly metadataUrl: string | null
  readonly metadataXml: string | null
  /** Permissions that its author held at the last change, or `*`. No one who holds more can sign in through it. */
  readonly ceiling: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Connections of one tenant; past it `conflict`.
 * @bound sign-in connections of a tenant -> 409
 */
export const CONNECTIONS_MAX = 20
/**
 * Entries of one connection; past it 422.
 * @bound groups that a sign-in connection maps -> 422
 */
export const MAPPING_MAX = 500
export const GROUP_LENGTH_MAX = 256
/**
 * Maximum characters of metadata, whether given or fetched.
 * @bound metadata of a SAML provider -> 422 or refused
 */
export const METADATA_LENGTH_MAX = 200_000

export function toConnection(row: Row): SsoConnection {
  return {
    id: text(row, 'id'),
    tenantId: tenantId(text(row, 'tenant_id')),
    provider: toProvider(row),
    issuer: text(row, 'issuer'),
    displayName: text(row, 'display_name'),
    enabled: row.enabled === true,
    defaultRole: orNull(text, row, 'default_role'),
    groupRoleMapping: toMapping(row),
    groupsClaim: orNull(text, row, 'groups_claim'),
    clientId: orNull(text, row, 'client_id'),
    clientSecret: orNull(text, row, 'client_secret'),
    metadataUrl: orNull(text, row, 'metadata_url'),
    metadataXml: orNull(text, row, 'metadata_xml'),
    ceiling: toCeiling(row),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

function toProvider(row: Row): SsoProvider {
  const provider = SSO_PROVIDERS.find((name) => name === row.provider)
  assert(provider !== undefined, 'a stored provider is one of ours')
  return provider
}

function toMapping({ group_role_mapping: stored }: Row): GroupRoleMapping {
  assert(typeof stored === 'object' && stored !== null, 'a mapping is an object')
  assert(
    Object.values(stored).every((role) => typeof role === 'string'),
    'a mapping leads to names of roles',
  )
  return stored as GroupRoleMapping
}

function toCeiling({ ceiling }: Row): readonly string[] {
  assert(Array.isArray(ceiling), 'a ceiling is a list')
  return ceiling.map(String)
}
