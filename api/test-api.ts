/** A real API over a real Postgres, with users of every role in two tenants, for the tests of this folder. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import {
  bootstrapAdmin,
  createUser,
  inProcessStates,
  inProcessThrottle,
  openHashSlots,
  openPrincipalCache,
  openProviderDocuments,
  openSigningKeys,
  type PreparedUser,
  type Principal,
  permissionSet,
  prepareUser,
} from '../control/identity/accounts/index.ts'
import { createTenant } from '../control/identity/tenants/index.ts'
import type { ActEntry } from '../control/platform/acting/index.ts'
import { openAuditLog } from '../control/platform/audit/index.ts'
import { NOTHING_HIDDEN } from '../control/platform/governance/index.ts'
import { openVault, type Vault, vaultKeys } from '../control/platform/vault/index.ts'
import { AppError } from '../platform/errors.ts'
import { openMetrics } from '../platform/metrics.ts'
import { credentialKeyIds, sealerOf } from '../platform/seal.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { type TestDatabase, withTestPostgres } from '../stores/postgres/testing.ts'
import { inProcessWindows } from '../stores/redis/in-process-windows.ts'
import { type Api, createApi } from './app.ts'
import type { ApiDeps } from './deps.ts'
import type { Routes } from './rest/api-app.ts'

export const PASSWORD = 'a long enough password'

export type TestApi = {
  readonly api: Api
  readonly deps: ApiDeps
  /** The owner's pool. */
  readonly owner: Postgres
  readonly audited: ActEntry[]
  ask(method: string, url: string, options?: Ask): Promise<Answer>
  close(): Promise<void>
}

export type Ask = { token?: string; key?: string; headers?: Record<string, string>; body?: unknown; ip?: string }
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
export type Answer = { status: number; headers: Record<string, unknown>; body: any; text: string }

/** Key of the tests of this folder, which read with it what was stored. */
export const CREDENTIAL_KEY = `${randomBytes(32).toString('base64url')}=`
export const SEALER = sealerOf(CREDENTIAL_KEY)
export const VAULT = vaultOf(CREDENTIAL_KEY)

export function vaultOf(keys: string): Vault {
  const silent = pino({ level: 'silent' })
  return openVault(vaultKeys(keys, false, silent), silent)
}

/** No outbound connections unless a test provides them. */
const noEgress = async () => {
  throw new AppError('unavailable', 'there is no way out of this test')
}
const NO_LIMIT = { key: 1e9, user: 1e9, address: 1e9 }

export type TestOptions = { deps?: Partial<ApiDeps>; routes?: readonly Routes[]; clock?: { ms: number } }

/** An API on a database of its own; closing it ends both. */
export async function startTestApi(options: TestOptions = {}): Promise<TestApi> {
  const server = await withTestPostgres()
  const test = await openTestApi(await server.database(), options)
  return {
    ...test,
    async close() {
      await test.close()
      await server.close()
    },
  }
}

export async function openTestApi(database: TestDatabase, options: TestOptions = {}): Promise<TestApi> {
  const pool = openPostgres({ url: database.appUrl, poolSize: 8 })
  const owner = openPostgres({ url: database.url, poolSize: 2 })
  const nowMs = () => options.clock?.ms ?? Date.now()
  const audited: ActEntry[] = []
  const deps: ApiDeps = {
    pool,
    keys: openSigningKeys({ pool, sealer: SEALER, nowMs }),
    principals: openPrincipalCache(nowMs),
    throttle: inProcessThrottle(nowMs),
    slots: openHashSlots(),
    windows: inProcessWindows({ nowMs }),
    rateLimits: NO_LIMIT,
    audit: async (_, entry) => {
      audited.push(entry)
    },
    auditLog: openAuditLog({ pool, sealer: SEALER }),
    vault: VAULT,
    credentialKeyIds: credentialKeyIds(CREDENTIAL_KEY),
    sealer: SEALER,
    sso: {
      states: inProcessStates(nowMs),
      documents: openProviderDocuments(noEgress, nowMs),
      publicUrl: 'https://soc.example',
    },
    serviceTokens: [],
    webUrl: 'https://soc.example',
    developmentTenant: null,
    corsOrigins: [],
    trustedProxies: [],
    consoleToken: null,
    airgap: { enabled: false, allowlist: [] },
    subsystems: { postgres: () => pool.query('SELECT 1') },
    disabled: new Set(),
    metrics: openMetrics('api', { processMetrics: false }),
    log: pino({ level: 'silent' }),
    nowMs,
    ...options.deps,
  }
  const api = await createApi(deps, options.routes)
  return {
    api,
    deps,
    owner,
    audited,
    ask: (method, url, ask = {}) => askApi(api, method, url, ask),
    async close() {
      await api.close()
      await pool.end()
      await owner.end()
    },
  }
}

async function askApi(
  { app }: Api,
  method: string,
  url: string,
  { token, key, headers, body, ip }: Ask,
): Promise<Answer> {
  const answer = await app.inject({
    method: method as 'GET',
    url: url.startsWith('/') ? url : `/api/v1/${url}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(ip === undefined ? {} : { remoteAddress: ip }),
  })
  const isJson = /^application\/(problem\+)?json/.test(String(answer.headers['content-type'])) && answer.body !== ''
  const { statusCode: status, body: text } = answer
  return { status, headers: answer.headers, body: isJson ? JSON.parse(text) : null, text }
}

/** Whatever may be done, done by the test itself. */
function everything(tenant: TenantId): Principal {
  return {
    kind: 'user',
    id: crypto.randomUUID(),
    tenantId: tenant,
    userId: null,
    email: null,
    permissions: permissionSet(['*']),
    hidden: NOTHING_HIDDEN,
    sessionId: null,
    keyPrefix: null,
    delegationId: null,
    expiresMs: null,
  }
}

export async function makeTenant({ deps }: TestApi, id: string): Promise<TenantId> {
  await createTenant(deps.pool, { id })
  return tenantId(id)
}

/** A tenant that no other test of the database has, so that tests may share one. */
export function newTenant(test: TestApi, name: string): Promise<TenantId> {
  return makeTenant(test, `${name}-${randomBytes(4).toString('hex')}`)
}

/** Hashed once, because hashing is slow and only the tests of sign-in are about its cost. */
let prepared: Promise<PreparedUser> | undefined

/** A user of the tenant, with `PASSWORD`. */
export async function makeUser({ deps }: TestApi, tenant: TenantId, name: string, role = 'viewer'): Promise<string> {
  const input = { email: `${name}@${tenant}.example`, username: name, password: PASSWORD, role }
  prepared ??= prepareUser(deps.slots, everything(tenant), input)
  const { passwordHash } = await prepared
  const user = { ...input, role: role as PreparedUser['role'], passwordHash }
  return (await withTenant(deps.pool, tenant, (tx) => createUser(tx, user))).id
}

/** The access token of a user that `makeUser` made. */
export async function tokenOf(test: TestApi, tenant: TenantId, name: string): Promise<string> {
  return (await login(test, `${name}@${tenant}.example`)).body.access_token
}

export function login({ ask }: TestApi, email: string, password = PASSWORD, ip = '192.0.2.1'): Promise<Answer> {
  return ask('POST', 'auth/login', { body: { email, password }, ip })
}

/** An administrator by the bootstrap, and its access token. */
export async function makeAdmin(test: TestApi, tenant: TenantId, role = 'admin'): Promise<string> {
  const email = `${role}@${tenant}.example`
  const { password } = await bootstrapAdmin(test.owner, { email, tenant, role }, test.deps.nowMs())
  return (await login(test, email, password)).body.access_token
}
