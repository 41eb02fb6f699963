/**
 * The running installation as the rows of the specification call it: each service by its port, with the credential that
 * a row names.
 */
import { memberOf } from './check-answer.ts'

export type ApiTarget = {
  /** The address of the API. */
  readonly url: string
  readonly token: string
  readonly tenant: string
  /** Null for an installation whose ports are not known. */
  readonly portOffset: number | null
  /** Known for the installation that the test starts itself; null for another one, whose settings are not known. */
  readonly own: OwnInstallation | null
}

export type OwnInstallation = {
  readonly serviceToken: string
  /** Requests that the receiver of webhooks got. */
  readonly received: readonly Received[]
  readonly webhookSecret: string
  svc(...args: string[]): Promise<string>
}

export type Received = { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }

export type Answer = {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly body: unknown
  readonly headers: Headers
  readonly detail: unknown
}

export type Request = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Bearer token; null for none. If left out, the token of the signed-in user. */
  readonly token?: string | null
}

/**
 * An address on another port of the installation: `8081/v1/ingest`; otherwise below /api/v1, or from the root with
 * `//`.
 */
export function urlOf({ url, portOffset }: ApiTarget, place: string): string {
  const [, port, path] = /^(\d{4})(\/.*)$/.exec(place) ?? []
  if (port !== undefined) return `http://127.0.0.1:${Number(port) + (portOffset ?? 0)}${path}`
  return place.startsWith('//') ? `${url}${place.slice(1)}` : `${url}/api/v1${place}`
}

export async function ask(door: ApiTarget, line: string, request: Request = {}): Promise<Answer> {
  const [method = '', place = ''] = line.split(' ')
  const { body, token = door.token } = request
  const headers: Record<string, string> = {
    ...(door.tenant === '' ? {} : { 'x-tenant-id': door.tenant }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    ...request.headers,
  }
  const sent = body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }
  for (;;) {
    const response = await fetch(urlOf(door, place), { method, headers, redirect: 'manual', ...sent })
    const text = await response.text()
    if (response.status === 429) {
      // The walk sends more requests than a user may, so it waits as the response says.
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)))
      continue
    }
    const type = response.headers.get('content-type') ?? ''
    const parsed: unknown = /[/+]json\b/.test(type) && text !== '' ? JSON.parse(text) : null
    const detail = memberOf(parsed, 'detail') ?? text.slice(0, 100)
    return { status: response.status, type, text, body: parsed, headers: response.headers, detail }
  }
}

const isRaw = (body: unknown): body is string | FormData => typeof body === 'string' || body instanceof FormData
