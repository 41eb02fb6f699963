/** A real OpenID provider for the tests of sign-ins, where everybody is already at their desk and says who they are. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import type { TestNetwork } from './test-network.ts'

/** Claims of the provider about an account; `sub` is the key. */
export type TestAccount = { readonly sub: string } & Readonly<Record<string, unknown>>

export type TestOidcProvider = {
  readonly issuer: string
  readonly port: number
  /** The account that signs in from now on. */
  account: TestAccount
  /** The same issuer with other keys, as after a rotation. */
  rotate(): Promise<void>
  /** An id_token by the provider's own key, or by another that nobody published. */
  sign(claims: JWTPayload, by?: 'own' | 'unpublished'): Promise<string>
  close(): Promise<void>
}

export const CLIENT = { id: 'svc', secret: 'a secret of the client that nobody may see' }
export const REDIRECT = 'https://soc.example/api/v1/auth/oidc/callback'

/** Its keys are made in no time, one set a test. */
const ALGORITHM = 'ES256'

type Key = { readonly jwk: JWK; readonly privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] }

export async function openTestOidcProvider(network: TestNetwork, host: string): Promise<TestOidcProvider> {
  const issuer = `https://${host}`
  const unpublished = await newKey()
  let key = await newKey()
  let handler: ReturnType<typeof listener>
  const server = createServer((request, answer) => handler(request, answer))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const opened: TestOidcProvider = {
    issuer,
    port,
    account: { sub: 'nobody' },
    async rotate() {
      key = await newKey()
      handler = listener(opened, key)
    },
    sign: (claims, by = 'own') => signed(claims, by === 'own' ? key : unpublished),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  handler = listener(opened, key)
  network.name(host, port)
  return opened
}

function listener(of: TestOidcProvider, key: Key) {
  const provider = new Provider(of.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [REDIRECT],
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [key.jwk] },
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups', 'teams'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of this test'] },
    adapter: keptByModel(),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...of.account, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: CLIENT.id,
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  provider.proxy = true
  const serve = provider.callback()
  return (request: Parameters<typeof serve>[0], answer: Parameters<typeof serve>[1]) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, answer)
    const login = { login: { accountId: of.account.sub } }
    void provider.interactionFinished(request, answer, login, { mergeWithLastSubmission: false })
  }
}

async function newKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: ALGORITHM }
  return { jwk, privateKey }
}

function signed(claims: JWTPayload, { jwk, privateKey }: Key): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid ?? '' }).sign(privateKey)
}

/** The provider's storage, until the test ends. */
function keptByModel(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  return (model) => {
    const find = async (id: string) => kept.get(`${model}/${id}`)
    return {
      find,
      findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      upsert: async (id, payload) => void kept.set(`${model}/${id}`, payload),
      consume: async (id) => void Object.assign((await find(id)) ?? {}, { consumed: true }),
      destroy: async (id) => void kept.delete(`${model}/${id}`),
      async revokeByGrantId(grantId) {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
