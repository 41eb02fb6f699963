import * as client from 'openid-client'
import { AppError } from '../../../../platform/errors.ts'
import type { SsoConnection } from './connection.ts'
import type { ProviderDocuments } from './documents.ts'
import { issuerKey } from './issuer.ts'
import { emailOf, groupsOf, type Person, SignInRefused, subjectOf } from './person.ts'

export type OidcClient = {
  readonly documents: ProviderDocuments
  readonly connection: SsoConnection
  /** Unsealed. Null for a public client. */
  readonly clientSecret: string | null
  readonly redirectUri: string
}

export type OidcBegin = { readonly state: string; readonly verifier: string; readonly nonce: string }

export function newOidcSecrets(): { readonly verifier: string; readonly nonce: string } {
  return { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce() }
}

/**
 * The URL of the provider's sign-in page: authorization code flow with PKCE (OpenID Connect core, section 3.1; RFC
 * 7636). Throws `SignInRefused` when the provider's metadata cannot be used, `unavailable` when it cannot be fetched.
 */
export async function oidcRequestUrl(asks: OidcClient, { state, verifier, nonce }: OidcBegin): Promise<string> {
  const config = await configuration(asks)
  const { scopes_supported: offered } = config.serverMetadata()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: asks.redirectUri,
    // Some providers list groups only when asked to, others refuse a scope that they do not know.
    scope: ['openid', 'email', 'profile', ...(offered?.includes('groups') ? ['groups'] : [])].join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  if (url.protocol !== 'https:') throw new SignInRefused('provider_metadata')
  return url.href
}

/**
 * Redeems the code and verifies the id_token: signature by a key of the published set, issuer, audience, expiry, nonce.
 * `query` is what came back, as it came. Throws `SignInRefused` for anything that does not hold, `unavailable` when the
 * provider does not answer.
 */
export async function oidcPerson(asks: OidcClient, query: URLSearchParams, begun: OidcBegin): Promise<Person> {
  const config = await configuration(asks)
  // A token that came over TLS counts as the provider's without this: here its signature always has to hold.
  client.enableNonRepudiationChecks(config)
  const came = new URL(asks.redirectUri)
  came.search = query.toString()
  const checks = { expectedState: begun.state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier }
  const tokens = await refusing('bad_token', client.authorizationCodeGrant(config, came, checks))
  const claims = tokens.claims()
  if (claims === undefined || issuerKey(claims.iss) !== issuerKey(asks.connection.issuer))
    throw new SignInRefused('bad_token')
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const more =
    claims.email === undefined && hasUserInfo
      ? await refusing('bad_token', client.fetchUserInfo(config, tokens.access_token, claims.sub))
      : {}
  return personOf({ ...more, ...claims }, asks.connection.groupsClaim ?? 'groups')
}

type Claims = { readonly sub: string } & Readonly<Record<string, unknown>>

function personOf(claims: Claims, groupsClaim: string): Person {
  const { email_verified: verified } = claims
  return {
    subject: subjectOf(claims.sub),
    email: emailOf(claims.email),
    emailVerified: verified === undefined ? null : verified === true || verified === 'true',
    groups: groupsOf(Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined),
  }
}

/**
 * Built for each message, so that no key outlives the sign-in it was fetched for. The published issuer must equal the
 * connection's: a template for all tenants of a provider (`.../{tenantid}/...`) would admit all of them.
 */
async function configuration(asks: OidcClient): Promise<client.Configuration> {
  const { connection, clientSecret } = asks
  const fetched = fetchOver(asks.documents)
  const found = await refusing(
    'provider_metadata',
    client.discovery(new URL(connection.issuer), connection.clientId ?? '', undefined, client.None(), {
      [client.customFetch]: fetched,
    }),
  )
  const metadata = structuredClone({ ...found.serverMetadata() })
  if (issuerKey(metadata.issuer) !== issuerKey(connection.issuer)) throw new SignInRefused('provider_metadata')
  const methods = metadata.token_endpoint_auth_methods_supported
  const config = new client.Configuration(metadata, connection.clientId ?? '', undefined, auth(clientSecret, methods))
  config[client.customFetch] = fetched
  return config
}

/** Authenticates as the provider's metadata asks; by default in the header (OpenID Connect discovery, section 3). */
function auth(secret: string | null, methods: readonly string[] = ['client_secret_basic']): client.ClientAuth {
  if (secret === null) return client.None()
  return methods.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

/** Published documents are fetched once in a while, everything else each time, and all of it over the egress client. */
function fetchOver(documents: ProviderDocuments): client.CustomFetch {
  return async (url, { method, headers, body }) => {
    const isDiscovery = method === 'GET' && url.endsWith('/.well-known/openid-configuration')
    const sent = body === undefined || body === null ? {} : { body: textOf(body) }
    const answer = isDiscovery ? await documents.get(url) : await documents.ask({ url, method, headers, ...sent })
    const type = answer.headers['content-type']
    const init = { status: answer.status, headers: type === undefined ? {} : { 'content-type': type } }
    return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, init)
  }
}

function textOf(body: NonNullable<client.FetchBody>): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new SignInRefused('provider_metadata')
}

/**
 * Rethrows a `SignInRefused`, also when it is the cause of another error; any other failure means that the provider
 * cannot be trusted.
 */
async function refusing<T>(reason: 'bad_token' | 'provider_metadata', work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const own = ownError(error)
    throw own ?? new SignInRefused(reason, { cause: error })
  }
}

const CAUSES_MAX = 5

function ownError(error: unknown): Error | null {
  let at = error
  for (let depth = 0; depth < CAUSES_MAX && at instanceof Error; depth++) {
    if (at instanceof AppError || at instanceof SignInRefused) return at
    at = at.cause
  }
  return null
}
