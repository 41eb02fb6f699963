/**
 * One poll: it reads pages from the point where the last poll ended. The caller stores each page before the next one is
 * requested. This module opens no connections itself.
 */
import { AppError } from '../../platform/errors.ts'
import { type Ask, type PollResponse, readAnswer } from './ask.ts'
import { queuePages } from './aws/queue-pages.ts'
import { eventsOf, newestOf, type PolledPage, withLinks } from './events.ts'
import { followed } from './follow.ts'
import { bodyText, filled, filledAll, type Places, placesOf } from './places.ts'
import { openSession, type Session, sameOrigin } from './session.ts'
import { at, type PollTable } from './table.ts'

export type PollInput = {
  readonly table: PollTable
  /** The decrypted secrets, for this poll only. */
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly sinceMs: number
  readonly untilMs: number
  readonly ask: Ask
  /** Some sources need the time of the request. */
  readonly nowMs: () => number
}

/** @bound pages in a poll -> the poll ends and reports it */
export const PAGES_MAX = 200

/** Thrown when a poll ends before its source has no more events: the next poll continues. */
export class MoreToCome extends AppError {
  constructor() {
    super('unavailable', `more than ${PAGES_MAX} pages: the rest comes with the next poll`)
  }
}

/**
 * A page counts as stored when the caller requests the next one. Throws `bad_credential` for a refused credential,
 * `rate_limited` with the time to wait, `unavailable` for a request that may work later, `bad_request` for one that
 * will not.
 */
export async function* pollPages(input: PollInput): AsyncGenerator<PolledPage> {
  const { table } = input
  const places = placesOf(input)
  const session = await openSession(input, places)
  if (table.paging.kind === 'queue') yield* queuePages(session, places, PAGES_MAX)
  else for (const { part, own } of partsOf(table, places)) yield* pagesOf({ ...table, ...part }, own, session)
}

const PARTS_MAX = 50

function partsOf({ each }: PollTable, places: Places) {
  if (each === undefined) return [{ part: {}, own: places }]
  const { setting, parts } = each
  const names = (places[setting] ?? '').split(',').map((name) => name.trim())
  const all = [...new Set(names)].filter((name) => name !== '')
  const wrong = (what: string) => new AppError('bad_request', `connector_config.${setting} ${what}`)
  if (all.length === 0 || all.length > PARTS_MAX) throw wrong(`names at least one, and at most ${PARTS_MAX}`)
  return all.map((name) => {
    if (parts !== undefined && !Object.hasOwn(parts, name)) throw wrong(`knows ${Object.keys(parts).join(', ')}`)
    if (!/^[\w.-]{1,100}$/.test(name)) throw wrong('has a name with other characters than letters, digits, - . and _')
    return { part: parts?.[name] ?? {}, own: { ...places, each: name } }
  })
}

async function* pagesOf(table: PollTable, places: Places, session: Session): AsyncGenerator<PolledPage> {
  await prepare(table, places, session)
  let next: Next | null = { url: firstUrl(table, places), body: bodyText(table.request.body, places), headers: {} }
  const seen = new Set<string>()
  for (let page = 0; next !== null; page++) {
    if (page >= PAGES_MAX) throw new MoreToCome()
    // A source that returns the same page as its next page would never end.
    const identity = `${next.url}\n${next.body ?? ''}\n${JSON.stringify(next.headers)}`
    if (seen.has(identity))
      throw new AppError('unavailable', 'the source gives a page as the next one that it gave before')
    seen.add(identity)
    const answer = await session.ask(requestOf(table, places, next))
    const value = readAnswer(answer.body)
    const { link } = table
    const found = eventsOf(table, value)
    const events = link ? withLinks(found, filled(link.url, places).replace(/([^:])\/{2,}/g, '$1/'), link.id) : found
    if (table.follow === undefined) yield { events, newestMs: newestOf(table, events) }
    else yield* followed(table, table.follow, places, session, events)
    next = nextOf(table, next, answer, value, events.length, page)
  }
}

async function prepare({ before }: PollTable, places: Places, session: Session): Promise<void> {
  if (before === undefined) return
  const url = withQuery(before.url, before.query, places).href
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  await session.ask({ method: before.method, url, headers, body: '' }, before.accepts)
}

function requestOf(table: PollTable, places: Places, { url, body, headers }: Next) {
  const own = filledAll(table.request.headers ?? {}, places)
  const isJson = body !== undefined ? { 'content-type': 'application/json' } : {}
  return {
    method: table.request.method ?? 'GET',
    url,
    headers: { ...isJson, accept: 'application/json', ...own, ...headers },
    ...(body === undefined ? {} : { body }),
  }
}

type Next = {
  readonly url: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}
function firstUrl({ request, paging }: PollTable, places: Places): string {
  const url = withQuery(request.url, request.query, places)
  if (paging.kind === 'offset') url.searchParams.set(paging.name, String(paging.start))
  return url.href
}

function withQuery(text: string, query: Readonly<Record<string, string>> = {}, places: Places): URL {
  const url = URL.parse(filled(text, places))
  if (url === null) throw new AppError('bad_request', 'what is asked has no address: look at the settings')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, filled(value, places))
  return url
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
    case 'next_header': {
      const url = [answer.headers[paging.header]].flat()[0]
      return url ? { ...before, url: sameOrigin(before.url, url) } : null
    }
    case 'queue':
      return null
    case 'token': {
      const found = at(value, paging.path)
      // Duo's token has two parts.
      const token = Array.isArray(found) ? found.join(',') : found
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
