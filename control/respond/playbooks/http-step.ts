/**
 * An HTTP request of a step, outside of every transaction: the intention is stored first and the result afterwards. If
 * the process dies in between, the next one sends the request again when that is harmless, and otherwise fails the step
 * because its outcome is unknown.
 */
import type { Egress, EgressResponse } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { storable, storableText } from '../../../platform/storable.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { Step } from './document.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { openedSecrets, requireSecrets } from './secrets.ts'
import type { StepResult } from './step-result.ts'
import { filledBody, filledHeader, filledUrl, type Lookup, pathsIn } from './template.ts'

export const HTTP_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'POST', 'PATCH'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]
/** Idempotent methods (RFC 9110, 9.2.2): a second request has no further effect. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
export const HEADER_PARAM = /^header_[a-z][a-z0-9_]{0,50}$/
const SECRETS = 'secrets.'

/** The request that a step is sending: the same element and try is the same request. */
export type Calling = { readonly key: string; readonly method: HttpMethod }

export function methodOf({ params = {} }: Step): HttpMethod {
  return HTTP_METHODS.find((one) => one === (params.method ?? 'GET').toUpperCase()) ?? 'GET'
}

export const mayRepeat = ({ method }: Calling) => REPEATABLE.has(method)

export type HttpRequest = {
  readonly method: HttpMethod
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  /** Secrets in the request: the answer is kept without them. */
  readonly secrets: readonly string[]
}

/**
 * The request with all values filled in. Throws `bad_request` for an invalid address, and the errors of
 * `openedSecrets`.
 */
export async function requestOf(tx: TenantTx, vault: Vault, step: Step, look: Lookup): Promise<HttpRequest> {
  const url = filledUrl(step.params?.url ?? '', look)
  const secrets = await openedSecrets(tx, vault, secretsIn(step), url)
  return filledRequest(step, url, look, secrets)
}

/** The same for a rehearsal: whatever would be refused is, and no secret is opened. */
export async function rehearsedRequest(tx: TenantTx, step: Step, look: Lookup): Promise<HttpRequest> {
  const url = filledUrl(step.params?.url ?? '', look)
  const names = secretsIn(step)
  await requireSecrets(tx, names, url)
  return filledRequest(step, url, look, new Map(names.map((name) => [name, `[${SECRETS}${name}]`])))
}

/** Media type of the body; JSON unless the step sets another. */
export function mediaTypeOf({ params = {} }: Step): string | null {
  return params.content_type ?? (params.body === undefined ? null : 'application/json')
}

function filledRequest(step: Step, url: URL, look: Lookup, secrets: ReadonlyMap<string, string>): HttpRequest {
  const { params = {} } = step
  const lookOpened: Lookup = (path) => {
    const name = secretNamed(path)
    return name === null ? look(path) : secrets.get(name)
  }
  const type = mediaTypeOf(step)
  const headers = headersOf(step).map(([name, value]) => [headerOf(name), filledHeader(value, lookOpened)] as const)
  return {
    ...{ method: methodOf(step), url, timeoutMs: Math.min(step.timeout_seconds ?? 30, 30) * 1000 },
    headers: { ...(type === null ? {} : { 'content-type': type }), ...Object.fromEntries(headers) },
    body: params.body === undefined ? null : filledBody(params.body, type ?? '', lookOpened),
    secrets: [...secrets.values()],
  }
}

const headersOf = ({ params = {} }: Step) => Object.entries(params).filter(([name]) => HEADER_PARAM.test(name))

/** Names of the secrets that a step sends. */
export function secretsIn(step: Step): string[] {
  const texts = [...headersOf(step).map(([, value]) => value), step.params?.body ?? '']
  return [...new Set(texts.flatMap(pathsIn).flatMap((path) => secretNamed(path) ?? []))]
}

function secretNamed(path: string): string | null {
  return path.startsWith(SECRETS) ? path.slice(SECRETS.length) : null
}

const headerOf = (param: string) => param.slice('header_'.length).replaceAll('_', '-')

/** Sends the request. Never rejects: a failure of the other side is the result of the step. */
export async function sent(egress: Egress, request: HttpRequest): Promise<StepResult> {
  const { method, url, headers, body, timeoutMs, secrets } = request
  const named = `${method} ${url.origin}${url.pathname}`
  try {
    const answer = await egress({
      ...{ url: url.href, chosenBy: 'tenant', method, headers, timeoutMs, redirectsMax: 0 },
      ...(body === null ? {} : { body }),
      responseBytesMax: PLAYBOOK_LIMITS.answerBytes,
    })
    const result = { status: answer.status, body: withoutSecrets(bodyOf(answer), secrets) }
    const isDone = answer.status < 300
    return { outcome: isDone ? 'executed' : 'failed', detail: `${named} answered ${answer.status}`, result }
  } catch (error) {
    const why = error instanceof AppError ? error.message : 'it does not answer'
    return { outcome: 'failed', detail: JSON.parse(withoutSecretsText(JSON.stringify(`${named}: ${why}`), secrets)) }
  }
}

/** Parses JSON, keeps other bodies as text, and cuts long ones, because the run stores it. */
function bodyOf({ body, headers }: EgressResponse): unknown {
  const whole = storableText(body.toString('utf8'))
  if (whole.length > PLAYBOOK_LIMITS.answerKeptChars) return `${whole.slice(0, PLAYBOOK_LIMITS.answerKeptChars)}…`
  if (!/json/.test(String(headers['content-type'] ?? ''))) return whole
  try {
    return storable(JSON.parse(whole))
  } catch {
    return whole
  }
}

/** Removes secrets, because services may echo requests. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  return secrets.length === 0 ? value : JSON.parse(withoutSecretsText(JSON.stringify(value), secrets))
}

function withoutSecretsText(json: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter(({ length }) => length >= 4)
    .flatMap((one) => [one, encodeURIComponent(one.toWellFormed())])
  const quoted = forms.map((one) => JSON.stringify(one).slice(1, -1))
  return quoted.reduce((text, one) => text.replaceAll(one, '[secret]'), json)
}
