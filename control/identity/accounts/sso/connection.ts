import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'

export const SSO_PROVIDERS = ['oidc', 'saml'] as const
export type SsoProvider = (typeof SSO_PROVIDERS)[number]

/** Maps the name of a group at the identity provider, spelled exactly, to the name of a role. */
export type GroupRoleMapping = Readonly<Record<string, string>>

/**
 * A tenant's trust in one identity provider. The connection determines the tenant; the provider's assertion only
 * identifies the person.
 */
export const SSO_CONNECTIONS = tableInCamelCase('SsoConnection', {
  id: column.uuid(),
  tenant_id: column.tenant(),
  provider: column.word(SSO_PROVIDERS),
  issuer: column.text(),
  display_name: column.text(),
  enabled: column.bool(),
  /** The role of everyone who signs in; null admits only members of a mapped group. */
  default_role: column.orNull(column.text()),
  group_role_mapping: column.json<GroupRoleMapping>(),
  /** The claim or attribute that lists the groups; null: the usual ones. */
  groups_claim: column.orNull(column.text()),
  /** OIDC: the id of svc at the provider. */
  client_id: column.orNull(column.text()),
  /** OIDC: under the vault. Null for a public client, which has PKCE alone. */
  client_secret: column.orNull(column.text()),
  /** SAML: exactly one of the two. */
  metadata_url: column.orNull(column.text()),
  metadata_xml: column.orNull(column.text()),
  /** Permissions that its author held at the last change, or `*`. No one who holds more can sign in through it. */
  ceiling: column.texts(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type SsoConnection = RowOf<typeof SSO_CONNECTIONS>

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
