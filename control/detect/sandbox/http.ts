/** Requests to a sandbox that the operator configured. */
import { randomBytes } from 'node:crypto'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { storable } from '../../../platform/storable.ts'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES_MAX = 8 << 20

export type SandboxRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export type AskSandbox = (request: SandboxRequest) => Promise<{ readonly status: number; readonly value: unknown }>

/** Throws `unavailable` for no answer, `bad_credential`, `rate_limited`, and for an answer that is no JSON. */
export function askSandbox(egress: Egress, baseUrl: string, headers: Readonly<Record<string, string>>): AskSandbox {
  const base = baseUrl.replace(/\/+$/, '')
  return async (request) => {
    const { status, body } = await egress({
      ...{ url: base + request.path, method: request.method, chosenBy: 'operator' },
      headers: { accept: 'application/json', ...headers, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...{ timeoutMs: TIMEOUT_MS, responseBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0 },
    })
    if (status === 401 || status === 403)
      throw new AppError('bad_credential', `the sandbox refuses the key (${status})`)
    if (status === 429) throw new AppError('rate_limited', 'too many requests to the sandbox (429)')
    if (status !== 404 && (status < 200 || status >= 300))
      throw new AppError('unavailable', `the sandbox answered ${status}`)
    try {
      return { status, value: body.length === 0 ? null : storable(JSON.parse(body.toString('utf8'))) }
    } catch (cause) {
      if (status === 404) return { status, value: null }
      throw new AppError('unavailable', 'the answer of the sandbox is not JSON', { cause })
    }
  }
}

/** `multipart/form-data` (RFC 7578) with one file. Names cannot end a header: what could is taken out. */
export function fileForm(
  field: string,
  file: { readonly name: string; readonly bytes: Buffer },
  others: Readonly<Record<string, string>> = {},
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const boundary = `svc-${randomBytes(16).toString('hex')}`
  const name = file.name.replaceAll(/[^\w.\- ]/g, '_').slice(0, 200) || 'file'
  const parts = Object.entries(others).map(
    ([own, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${own}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

/** A member of an answer, by its path. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const key of path) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

export function textsOf(value: unknown, lengthMax = 200, countMax = 100): string[] {
  if (!Array.isArray(value)) return []
  return value
    .flatMap((one) => (typeof one === 'string' && one !== '' ? [one.slice(0, lengthMax)] : []))
    .slice(0, countMax)
}
