/**
 * One poll: pages from where the last one ended, each given to whoever takes it before the next is asked for. It connects to
 * nobody by itself, and sees no clock.
 */
import { AppError } from '../../platform/errors.ts'
import { at, type PollAuth, type PollTable } from './table.ts'

export type PollRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export type PollResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}
export type Ask = (request: PollRequest) => Promise<PollResponse>

export type PollInput = {
  readonly table: PollTable
  /** Opened for this poll. */
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly sinceMs: number
  readonly untilMs: number
  readonly ask: Ask
}

export type PolledPage = {
  readonly events: readonly unknown[]
  /** Of the newest event in it; null where none says its time. */
  readonly newestMs: number | null
}

export const PAGES_MAX = 200
const EVENTS_MAX = 10_000

/**
 * Throws `bad_credential` for a credential that is refused, `rate_limited` with the time to wait, `unavailable` for what may
 * work later, `bad_request` for what will not.
 */
export async function* pollPages(input: PollInput): AsyncGenerator<PolledPage> {
  const { table } = input
  const places = placesOf(input)
  const authorization = await signIn(table, input.secrets, places, input.ask)
  let next: Next | null = { url: firstUrl(table, places), body: bodyText(table.request.body, places), headers: {} }
  const seen = new Set<string>()
  for (let page = 0; next !== null; page++) {
    if (page >= PAGES_MAX)
      throw new AppError('unavailable', `more than ${PAGES_MAX} pages: the rest comes with the next poll`)
    // A source whose next page is one that it gave already would never end.
    const identity = `${next.url}\n${next.body ?? ''}\n${JSON.stringify(next.headers)}`
    if (seen.has(identity))
      throw new AppError('unavailable', 'the source gives a page as the next one that it gave before')
    seen.add(identity)
    const method = table.request.method ?? 'GET'
    const headers = {
      accept: 'application/json',
      ...filledAll(table.request.headers ?? {}, places),
      ...authorization,
      ...next.headers,
    }
    const isJson = next.body !== undefined ? { 'content-type': 'application/json' } : {}
    const answer = refuseFaults(
      await input.ask({
        method,
        url: next.url,
        headers: { ...isJson, ...headers },
        ...(next.body === undefined ? {} : { body: next.body }),
      }),
    )
    const value = read(answer.body)
    const events = eventsOf(table, value)
    yield { events, newestMs: newestOf(table, events) }
    next = nextOf(table, next, answer, value, events.length, page)
  }
}

type Next = {
  readonly url: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}
type Places = Readonly<Record<string, string>>

function placesOf({ table, settings, sinceMs, untilMs }: PollInput): Places {
  const fallbacks = Object.fromEntries(
    table.settings.flatMap(({ name, fallback }) => (fallback === undefined ? [] : [[name, fallback]])),
  )
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    ...fallbacks,
    ...settings,
    since_iso: iso(sinceMs),
    until_iso: iso(untilMs),
    since_seconds: String(Math.floor(sinceMs / 1000)),
    until_seconds: String(Math.floor(untilMs / 1000)),
    since_ms: String(sinceMs),
    limit: String(table.limit),
  }
}

function filled(text: string, places: Places): string {
  return text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(places, name) ? (places[name] ?? '') : whole,
  )
}

function filledAll(texts: Readonly<Record<string, string>>, places: Places): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, places)]))
}

function firstUrl({ request, paging }: PollTable, places: Places): string {
  const url = new URL(filled(request.url, places))
  for (const [name, text] of Object.entries(request.query ?? {})) url.searchParams.set(name, filled(text, places))
  if (paging.kind === 'offset') url.searchParams.set(paging.name, String(paging.start))
  return url.href
}

function bodyText(body: unknown, places: Places): string | undefined {
  if (body === undefined) return undefined
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value, places)
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, walk(own)]))
  }
  return JSON.stringify(walk(body))
}

/** Headers of the sign-in. Throws as `pollPages` does. */
export async function signIn(
  { auth }: Pick<PollTable, 'auth'>,
  secrets: Readonly<Record<string, string>>,
  places: Readonly<Record<string, string>>,
  ask: Ask,
): Promise<Record<string, string>> {
  const secret = (name: string) => {
    const value = secrets[name]
    if (!value) throw new AppError('bad_request', `auth_config.${name} is needed`)
    return value
  }
  switch (auth.kind) {
    case 'none':
      return {}
    case 'bearer':
      return { authorization: `Bearer ${secret(auth.field)}` }
    case 'header':
      return { [auth.header]: `${auth.prefix ?? ''}${secret(auth.field)}` }
    case 'basic':
      return { authorization: basic(secret(auth.user), secret(auth.secret)) }
    case 'oauth2':
      return { authorization: `Bearer ${await oauthToken(auth, secret, { ...places, ...secrets }, ask)}` }
  }
}

const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

async function oauthToken(
  auth: Extract<PollAuth, { kind: 'oauth2' }>,
  secret: (name: string) => string,
  places: Places,
  ask: Ask,
): Promise<string> {
  const [id, key] = [secret('client_id'), secret('client_secret')]
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...filledAll(auth.grant ?? {}, places) })
  if (auth.scope) form.set('scope', filled(auth.scope, places))
  if (!auth.asBasic)
    for (const [name, value] of [
      ['client_id', id],
      ['client_secret', key],
    ] as const)
      form.set(name, value)
  const headers = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    ...(auth.asBasic ? { authorization: basic(id, key) } : {}),
  }
  const answer = refuseFaults(
    await ask({ method: 'POST', url: filled(auth.tokenUrl, places), headers, body: form.toString() }),
  )
  const token = at(read(answer.body), 'access_token')
  if (typeof token !== 'string') throw new AppError('unavailable', 'the answer to the sign-in has no access_token')
  return token
}

const RETRY_SECONDS = 60

/** Throws as `pollPages` does. */
export function refuseFaults(answer: PollResponse): PollResponse {
  const { status, headers } = answer
  if (status < 300) return answer
  if (status === 401 || status === 403)
    throw new AppError('bad_credential', `the source refuses the credential (${status})${said(answer)}`)
  if (status === 429) {
    const after = Number([headers['retry-after']].flat()[0])
    const retryAfterSeconds = after > 0 ? Math.min(Math.ceil(after), 86_400) : RETRY_SECONDS
    throw new AppError('rate_limited', 'the source is asked too often (429)', { retryAfterSeconds })
  }
  if (status >= 500) throw new AppError('unavailable', `the source answered ${status}${said(answer)}`)
  throw new AppError('bad_request', `the source answered ${status}${said(answer)}`)
}

/** The beginning of what the source said, for whoever has to mend it. */
function said({ body }: PollResponse): string {
  const text = [...body.subarray(0, 400).toString('utf8')]
    .map((char) => (char < ' ' ? ' ' : char))
    .join('')
    .trim()
  return text === '' ? '' : `: ${text.slice(0, 300)}`
}

/** JSON, or JSON lines. Throws `unavailable` for neither. */
function read(body: Buffer): unknown {
  const text = body.toString('utf8').trim()
  if (text === '') return []
  try {
    return JSON.parse(text)
  } catch {
    try {
      return text.split('\n').map((line) => JSON.parse(line) as unknown)
    } catch (cause) {
      throw new AppError('unavailable', 'the source answered what is neither JSON nor lines of it', { cause })
    }
  }
}

function eventsOf({ events: path, unwrap }: PollTable, value: unknown): readonly unknown[] {
  const found = at(value, path)
  if (found === undefined || found === null) return []
  if (!Array.isArray(found)) throw new AppError('unavailable', `the answer has no list at ${path || 'its top'}`)
  if (found.length > EVENTS_MAX) throw new AppError('unavailable', `a page has more than ${EVENTS_MAX} events`)
  // What has nothing of that name is no event: a last line that says so, a message.
  return unwrap === undefined ? found : found.flatMap((one) => at(one, unwrap) ?? [])
}

function newestOf({ time }: PollTable, events: readonly unknown[]): number | null {
  let newest: number | null = null
  for (const event of events) {
    const ms = time.map((path) => msOf(at(event, path))).find((one) => one !== null) ?? null
    if (ms !== null && (newest === null || ms > newest)) newest = ms
  }
  return newest
}

/** Past this a number is of milliseconds: as seconds it would be the year 5138. */
const MS_FROM = 1e11

function msOf(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : null
  if (number !== null) return Math.round(number > MS_FROM ? number : number * 1000)
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

function nextOf(
  table: PollTable,
  before: Next,
  answer: PollResponse,
  value: unknown,
  count: number,
  page: number,
): Next | null {
  const { paging, limit } = table
  switch (paging.kind) {
    case 'one_page':
      return null
    case 'link_header': {
      const link = [answer.headers.link].flat().join(', ')
      const [, url] = /<([^<>]+)>\s*;[^,]*rel="?next"?/.exec(link) ?? []
      return url === undefined || count === 0 ? null : { ...before, url: sameOrigin(before.url, url) }
    }
    case 'next_url': {
      const url = at(value, paging.path)
      return typeof url === 'string' && url !== '' ? { ...before, url: sameOrigin(before.url, url) } : null
    }
    case 'token': {
      const token = at(value, paging.path)
      if ((typeof token !== 'string' && typeof token !== 'number') || token === '') return null
      return withToken(before, paging.into, paging.name, token)
    }
    case 'search_after': {
      const hits = at(value, paging.events)
      const sort = Array.isArray(hits) ? at(hits.at(-1), 'sort') : undefined
      return count < limit || !Array.isArray(sort) ? null : withMember(before, 'search_after', sort)
    }
    case 'offset': {
      if (count < limit) return null
      const url = new URL(before.url)
      const step = paging.by === 'pages' ? page + 1 : (page + 1) * limit
      url.searchParams.set(paging.name, String(paging.start + step))
      return { ...before, url: url.href }
    }
    case 'range': {
      if (count < limit) return null
      const from = (page + 1) * limit
      return { ...before, headers: { range: `${paging.unit}=${from}-${from + limit - 1}` } }
    }
  }
}

function withToken(before: Next, into: 'query' | 'body', name: string, token: string | number): Next {
  if (into === 'query') {
    const url = new URL(before.url)
    url.searchParams.set(name, String(token))
    return { ...before, url: url.href }
  }
  return withMember(before, name, token)
}

function withMember(before: Next, name: string, value: unknown): Next {
  return { ...before, body: JSON.stringify({ ...(JSON.parse(before.body ?? '{}') as object), [name]: value }) }
}

/** The credential goes along with the next page: to nobody else than who was asked. */
function sameOrigin(from: string, to: string): string {
  const url = new URL(to, from)
  if (url.origin !== new URL(from).origin)
    throw new AppError('bad_request', 'the next page is of another host: it is not asked for')
  return url.href
}
