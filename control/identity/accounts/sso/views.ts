/** Inputs and answers of sign-in connections. */
import { type Static, Type } from 'typebox'
import { closed, named, nullable, time, uuid } from '../../../../schemas/wire.ts'
import { MAPPING_MAX, METADATA_LENGTH_MAX, type SsoConnection } from './connection.ts'
import { callbackUrl, serviceProvider } from './sso-deps.ts'

const role = Type.String({ minLength: 1, maxLength: 120 })
const mapping = Type.Record(Type.String(), role, {
  maxProperties: MAPPING_MAX,
  description: 'role names by identity provider group, with the exact group name of the provider',
})
const url = Type.String({ minLength: 1, maxLength: 2_000 })

/** Settings that may change; provider and issuer may not. */
const settings = {
  display_name: Type.String({ minLength: 1, maxLength: 200 }),
  enabled: Type.Boolean(),
  default_role: nullable(role),
  group_role_mapping: mapping,
  groups_claim: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  client_id: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  client_secret: nullable(Type.String({ minLength: 1, maxLength: 4_096 })),
  metadata_url: nullable(url),
  metadata_xml: nullable(Type.String({ minLength: 1, maxLength: METADATA_LENGTH_MAX })),
}
const provider = Type.Union([Type.Literal('oidc'), Type.Literal('saml')])
const issuer = Type.String({ minLength: 1, maxLength: 1_000 })

const { display_name, ...optional } = settings
const patch = Type.Partial(Type.Object(settings))
export const createBody = named(
  'SignInConnectionCreate',
  Type.Object({ provider, issuer, display_name, ...Type.Partial(Type.Object(optional)).properties }, closed),
)
export const patchBody = named('SignInConnectionPatch', Type.Object(patch.properties, { ...closed, minProperties: 1 }))

const { client_secret: _, ...shown } = settings
export const connectionSchema = named(
  'SignInConnection',
  Type.Object({
    id: uuid,
    provider,
    issuer,
    ...shown,
    has_client_secret: Type.Boolean(),
    callback_url: nullable(Type.String({ description: 'callback URL to configure at the provider' })),
    entity_id: nullable(Type.String({ description: 'entity ID (audience) of svc at a SAML provider' })),
    created_at: time,
    updated_at: time,
  }),
)

/** A connection with the addresses to enter at the provider. Its secret is not shown. */
export function connectionView(connection: SsoConnection, publicUrl: string | null) {
  const { provider, clientSecret, groupRoleMapping } = connection
  return {
    ...connection,
    groupRoleMapping: { ...groupRoleMapping },
    hasClientSecret: clientSecret !== null,
    callbackUrl: publicUrl === null ? null : callbackUrl(publicUrl, provider),
    entityId: publicUrl === null || provider !== 'saml' ? null : serviceProvider(publicUrl).entityId,
  }
}

type Settings = Partial<Static<typeof patch>>

/** Changes for the audit log, which never holds a secret, and for which metadata is too long. */
export function auditedChanges(body: Settings): Record<string, unknown> {
  const { client_secret, metadata_xml, ...plain } = body
  return {
    ...plain,
    ...(client_secret === undefined ? {} : { client_secret: client_secret === null ? null : '[changed]' }),
    ...(metadata_xml === undefined ? {} : { metadata_xml: metadata_xml === null ? null : '[changed]' }),
  }
}
