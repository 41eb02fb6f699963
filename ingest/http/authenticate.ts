import { AppError } from '../../platform/errors.ts'
import { sameSecret } from '../../platform/same-secret.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { type Context, header } from './context.ts'
import { CACHE_DEFAULTS, cacheCredentials } from './credential-cache.ts'
import type { Credentials, IngestDeps, TokenRecord } from './deps.ts'
import type { IngestLimits } from './limits.ts'

/** The authenticated sender of a batch. */
export type Sender = {
  readonly tenantId: TenantId
  readonly templateId: string
  readonly sourceFormat: string
  readonly label: string | null
  /** When set, the body must carry a signature with this secret. */
  readonly hmacSecret: string | null
  /** True for a service of this installation with the service token. */
  readonly isService?: true
}

export const PUSH_TEMPLATE = 'connector-push'
/** A token of this template is a tenant's own secret for its Kubernetes audit webhook. */
export const K8S_TEMPLATE = 'k8s-audit'

const STALE_WARN_EVERY_MS = 60_000

const CREDENTIAL = /^[\x21-\x7e]{1,512}$/

export class Authenticator {
  readonly #deps: IngestDeps
  readonly #credentials: Credentials | null

  constructor(deps: IngestDeps, limits: IngestLimits) {
    this.#deps = deps
    const options = {
      ...{ now: deps.now, ...CACHE_DEFAULTS, lookupTimeoutMs: limits.lookupTimeoutMs },
      onStale: staleWarning(deps),
    }
    this.#credentials = deps.credentials ? cacheCredentials(deps.credentials, options) : null
  }

  /** Which of the three credential sources are configured, for the log at start; never their values. */
  sources(): Record<string, boolean> {
    const { credentials, serviceToken, k8sSecret } = this.#deps
    return { minted_tokens: !!credentials, service_token: !!serviceToken, k8s_secret: !!k8sSecret }
  }

  /** Authenticates the push routes: a push token or the service token. */
  async push(context: Context): Promise<Sender> {
    const { serviceToken } = this.#deps
    if (!this.#credentials && !serviceToken)
      throw new AppError('unavailable', 'ingest authentication is not configured')
    const raw = presented(context, ['bearer'])
    if (serviceToken && sameSecret(raw, serviceToken)) return await this.#service(context)
    const token = await this.#find(raw)
    if (!token) throw new AppError('bad_credential', 'the credential is not known')
    if (token.revokedAt !== null) throw new AppError('bad_credential', 'the token was revoked')
    pinned(token, PUSH_TEMPLATE)
    return inScope(context, token)
  }

  /** Authenticates a token in the URL. `raw` must never appear in an answer or a log line. */
  async inbox(context: Context, raw: string): Promise<Sender> {
    const token = CREDENTIAL.test(raw) ? await this.#find(raw) : null
    if (!token) throw new AppError('not_found', 'no such inbox')
    return inScope(context, stillOpen(token))
  }

  /** Authenticates an inbox token in a header, which was minted for one template. */
  async inboxFor(context: Context, template: string, schemes: readonly string[]): Promise<Sender> {
    const token = await this.#find(presented(context, schemes))
    if (!token) throw new AppError('bad_credential', 'the credential is not known')
    stillOpen(token)
    pinned(token, template)
    return inScope(context, token)
  }

  /**
   * Authenticates the Kubernetes route, whose URL names the tenant. The shared secret can name any active tenant, which
   * is its weakness; a tenant's own token works too, for that tenant alone. An API server can set no header except
   * `Authorization`.
   */
  async k8s(context: Context, tenantText: string): Promise<Sender> {
    const { k8sSecret } = this.#deps
    const raw = header(context.request, 'x-svc-k8s-token') ?? authorized(context, ['bearer'])
    const isShared = !!k8sSecret && sameSecret(raw, k8sSecret)
    const token = isShared || !this.#credentials || !CREDENTIAL.test(raw) ? null : await this.#find(raw)
    if (token?.templateId === K8S_TEMPLATE && token.revokedAt === null && token.tenantId === tenantText) {
      return inScope(context, token)
    }
    if (!k8sSecret) throw new AppError('unavailable', 'Kubernetes audit intake is off until its shared secret is set')
    if (!raw) throw new AppError('no_credential', 'send the audit secret as X-SVC-K8s-Token or as a bearer token')
    if (!isShared) throw new AppError('bad_credential', 'the credential is not known')
    const tenant = await this.#activeTenant(tenantText)
    return { tenantId: tenant, templateId: K8S_TEMPLATE, sourceFormat: K8S_TEMPLATE, label: null, hmacSecret: null }
  }

  async #service(context: Context): Promise<Sender> {
    const declared = header(context.request, 'x-tenant-id')
    if (!declared) throw new AppError('forbidden', 'the service token needs X-Tenant-ID')
    const tenant = await this.#activeTenant(declared)
    const defaults = { sourceFormat: 'auto', label: null, hmacSecret: null }
    return { tenantId: tenant, templateId: PUSH_TEMPLATE, ...defaults, isService: true }
  }

  async #activeTenant(declared: string): Promise<TenantId> {
    const refusal = new AppError('forbidden', 'the declared tenant is unknown or inactive')
    const tenant = parseTenant(declared)
    if (!tenant) throw refusal
    if (!(await verified(this.#store().tenantActive(tenant)))) throw refusal
    return tenant
  }

  async #find(raw: string): Promise<TokenRecord | null> {
    return await verified(this.#store().findToken(raw))
  }

  #store(): Credentials {
    if (this.#credentials) return this.#credentials
    throw new AppError('unavailable', 'the credential cannot be verified: no token store is configured')
  }
}

/** Returns a function that counts each use of a stale answer, and warns once a minute. */
function staleWarning({ metrics, log, now }: IngestDeps): (reason: unknown) => void {
  const help = 'Credentials taken by an older answer of the store, which did not answer'
  const stale = metrics.counter('ingest_credentials_stale_total', help)
  let warnAfterMs = 0
  return (err) => {
    stale.inc(1)
    if (now() < warnAfterMs) return
    warnAfterMs = now() + STALE_WARN_EVERY_MS
    const minutes = CACHE_DEFAULTS.staleMs / 60_000
    log.warn(
      { err },
      `the credential store does not answer, known credentials are accepted for up to ${minutes} minutes`,
    )
  }
}

/** Rejects when the store fails, because then nothing was verified. */
async function verified<T>(lookup: Promise<T>): Promise<T> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error
    throw new AppError('unavailable', 'the credential cannot be verified now', { cause: error, retryAfterSeconds: 1 })
  }
}

/** Headers that may carry the credential instead of `Authorization`; the second is that of Amazon Data Firehose. */
const CREDENTIAL_HEADERS = ['x-inbox-token', 'x-amz-firehose-access-key'] as const

/** The credential as sent, from `Authorization` or one of the other headers. */
export function presented(context: Context, schemes: readonly string[]): string {
  const others = CREDENTIAL_HEADERS.map((name) => (header(context.request, name) ?? '').trim())
  const raw = authorized(context, schemes) || others.find((other) => other !== '')
  if (!raw) throw new AppError('no_credential', `send the token as Authorization: ${nameOf(schemes)} <token>`)
  if (!CREDENTIAL.test(raw)) throw new AppError('bad_credential', 'the credential is not known')
  return raw
}

/** The scheme that an error tells the sender to use: the first, in its usual spelling. */
function nameOf([first = '']: readonly string[]): string {
  return first.charAt(0).toUpperCase() + first.slice(1)
}

/** The credential in `Authorization` under one of the schemes; empty otherwise. */
function authorized(context: Context, schemes: readonly string[]): string {
  const [authScheme = '', credential = ''] = (header(context.request, 'authorization') ?? '').trim().split(/\s+/, 2)
  const scheme = authScheme.toLowerCase()
  if (!schemes.includes(scheme)) return ''
  return scheme === 'basic' ? passwordIn(credential) : credential
}

/** The credential is the password; the user name before the colon is ignored (RFC 7617). */
function passwordIn(credential: string): string {
  const pair = Buffer.from(credential, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

function stillOpen(token: TokenRecord): TokenRecord {
  if (token.revokedAt !== null) throw new AppError('gone', 'this inbox token was revoked')
  return token
}

function pinned(token: TokenRecord, template: string): void {
  if (token.templateId === template) return
  throw new AppError(
    'forbidden',
    `this token was minted for the template ${token.templateId}, this route takes ${template}`,
  )
}

/** A declared tenant can narrow what a credential may do, never widen it. */
function inScope(context: Context, token: TokenRecord): Sender {
  const declared = header(context.request, 'x-tenant-id')
  if (declared !== undefined && declared !== token.tenantId) {
    throw new AppError('forbidden', 'this credential may not write to the tenant in X-Tenant-ID')
  }
  if (token.tenantStatus !== 'active') throw new AppError('forbidden', 'the tenant of this credential is not active')
  const { tenantId, templateId, hmacSecret } = token
  const sourceFormat = token.sourceFormat ?? (templateId === PUSH_TEMPLATE ? 'auto' : templateId)
  return { tenantId, templateId, sourceFormat, label: token.label ?? null, hmacSecret }
}

function parseTenant(text: string): TenantId | null {
  try {
    return tenantId(text)
  } catch {
    // For the caller, an invalid tenant name and a tenant that does not exist are the same.
    return null
  }
}
