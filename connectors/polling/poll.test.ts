/** Failures that every polled source must survive, tested on the function that polls all of them. */
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { isSourceFormat } from '../source-formats.ts'
import { CONNECTOR_TYPES, connectorType } from '../vendor-apis.ts'
import type { PollRequest, PollResponse } from './ask.ts'
import { GENERIC_POLL, tableFor } from './generic.ts'
import { PAGES_MAX, pollPages } from './poll.ts'
import { at, type PollTable } from './table.ts'

const BASE = 'https://vendor.example'
const SINCE_MS = Date.UTC(2026, 0, 31, 8)
const UNTIL_MS = SINCE_MS + 3_600_000
const nowMs = () => UNTIL_MS
/** As Google gives it. */
const KEY_FILE = JSON.stringify({
  client_email: 'svc@project.iam.gserviceaccount.com',
  private_key_id: 'key-1',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

type Source = (request: PollRequest, n: number) => Partial<PollResponse> & { readonly json?: unknown }

/** Polls a source that is simulated by a function, and records its requests, without those of the sign-in. */
async function polled(table: PollTable, source: Source, settings: Readonly<Record<string, string>> = {}) {
  const requests: PollRequest[] = []
  const signIns: PollRequest[] = []
  const events: unknown[] = []
  let newestMs: number | null = null
  const ask = async (request: PollRequest): Promise<PollResponse> => {
    const isSignIn = request.headers['content-type'] === 'application/x-www-form-urlencoded'
    if (isSignIn) signIns.push(request)
    else requests.push(request)
    const answer = isSignIn ? { json: { access_token: 'token-of-the-sign-in' } } : source(request, requests.length - 1)
    const { json, ...rest } = answer
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json ?? [])), ...rest }
  }
  const fields = (specs: PollTable['settings'], value: (name: string) => string) =>
    Object.fromEntries(specs.map(({ name }) => [name, value(name)]))
  const ofUrls = (name: string) => (name === 'url' || name.endsWith('_url') ? BASE : 'acme')
  const shown = table.settings.filter(({ name, isRequired }) => isRequired || name.endsWith('_url'))
  const own = { ...fields(shown, ofUrls), ...settings }
  const secretOf = (name: string) => (name === 'service_account_key' ? KEY_FILE : `secret-of-${name}`)
  const secrets = fields(table.secrets, secretOf)
  const input = {
    table: tableFor(table, own),
    secrets,
    settings: own,
    sinceMs: SINCE_MS,
    untilMs: UNTIL_MS,
    ask,
    nowMs,
  }
  let failure: AppError | null = null
  try {
    for await (const page of pollPages(input)) {
      events.push(...page.events)
      if (page.newestMs !== null) newestMs = Math.max(newestMs ?? 0, page.newestMs)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    failure = error
  }
  return { requests, signIns, events, newestMs, failure }
}

/** A response in the source's form, with these events and a link to the next page. */
function answerOf(table: PollTable, events: readonly object[], next: number | null, request: PollRequest) {
  const wrapped =
    table.unwrap === undefined ? events : events.map((event) => ({ [table.unwrap as string]: event, sort: [next] }))
  const json: unknown = table.events === '' ? wrapped : nested(table.events, wrapped)
  const { paging } = table
  if (next === null) return { json }
  const url = new URL(request.url)
  url.searchParams.set('page_of_test', String(next))
  if (paging.kind === 'link_header')
    return { json, headers: { link: `<${url.href}>; rel="next", <${BASE}>; rel="self"` } }
  if (paging.kind === 'next_url') return { json: { ...(json as object), ...nested(paging.path, url.href) } }
  if (paging.kind === 'token') return { json: merged(json, nested(paging.path, `after-${next}`)) }
  return { json }
}

function merged(a: unknown, b: Record<string, unknown>): unknown {
  const both = a as Record<string, unknown>
  const inner = ([name, value]: [string, unknown]) =>
    [name, typeof both[name] === 'object' ? merged(both[name], value as Record<string, unknown>) : value] as const
  return { ...both, ...Object.fromEntries(Object.entries(b).map(inner)) }
}

function nested(path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.startsWith('@') ? [path] : path.split('.')
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) }
}

const eventOf = (table: PollTable, n: number) => ({
  id: n,
  ...nested(table.time[0] ?? '', new Date(SINCE_MS + n * 1000).toISOString()),
})
/** Pages by number or by range end with a page that is not full. */
const needsFull = ({ paging: { kind } }: PollTable) => kind === 'offset' || kind === 'range' || kind === 'search_after'

/** Sources that need more than pages are tested in `polling/roundabout.test.ts`. */
const PLAIN = CONNECTOR_TYPES.map(({ poll }) => poll).filter(
  ({ follow, each, paging }) => !follow && !each && paging.kind !== 'queue',
)
/** The requests of these sources are signed one by one. */
const isSigned = ({ auth: { kind } }: PollTable) => kind === 'aws' || kind === 'duo'

describe.each(PLAIN.map((table) => [table.type, table] as const))('%s', (_, table) => {
  const size = needsFull(table) ? table.limit : 3
  // A source with a single answer has no second page.
  const isPaged = table.paging.kind !== 'one_page'
  const pages =
    (count: number): Source =>
    (request, n) => {
      const isLast = n === count - 1 || !isPaged
      const events = Array.from({ length: isLast ? 2 : size }, (_, i) => eventOf(table, n * size + i))
      return answerOf(table, events, isLast ? null : n + 1, request)
    }

  test('its events have a format that the product knows', () => {
    expect(isSourceFormat(table.sourceFormat), table.sourceFormat).toBe(true)
    expect(connectorType(table.type)?.poll).toBe(table)
  })

  test('asks for the span, signs in, and follows pages to the last one', async () => {
    const { requests, events, newestMs, failure } = await polled(table, pages(3))
    const whole = isPaged ? 2 * size + 2 : 2
    expect(failure).toBeNull()
    expect(requests).toHaveLength(isPaged ? 3 : 1)
    expect(events.map((event) => at(event, 'id'))).toEqual(Array.from({ length: whole }, (_, i) => i))
    expect(newestMs).toBe(SINCE_MS + (whole - 1) * 1000)
    const [first] = requests
    const sent = JSON.stringify({ url: decodeURIComponent(first?.url ?? ''), body: first?.body })
    if (table !== GENERIC_POLL)
      expect(
        ['2026-01-31T08:00:00.000Z', String(SINCE_MS / 1000), String(SINCE_MS)].some((since) => sent.includes(since)),
        sent,
      ).toBe(true)
    expect(sent).not.toMatch(/\{[a-z_]+\}/)
    if (isSigned(table)) return expect(credentialOf(table, first?.headers ?? {})).toMatch(/^(AWS4-HMAC-SHA256|Basic) /)
    expect(new Set(requests.map(({ headers }) => credentialOf(table, headers))).size).toBe(1)
    expect(credentialOf(table, first?.headers ?? {})).toMatch(/secret-of-|token-of-the-sign-in/)
  })

  test('an empty source gives no events', async () => {
    const { events, newestMs, failure } = await polled(table, (request) => answerOf(table, [], null, request))
    expect({ events, newestMs, failure }).toEqual({ events: [], newestMs: null, failure: null })
  })

  test.each([
    [401, 'bad_credential'],
    [403, 'bad_credential'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [404, 'bad_request'],
    [302, 'bad_request'],
  ])('%i on the last page is %s, after what came before it was given', async (status, code) => {
    const source: Source = (request, n) =>
      n === 0 && isPaged
        ? pages(3)(request, 0)
        : { status, headers: { 'retry-after': '7' }, body: Buffer.from('no\u0000 way') }
    const { events, failure } = await polled(table, source)
    expect(events).toHaveLength(isPaged ? size : 0)
    expect(failure?.code).toBe(code)
    expect(failure?.message).toContain(String(status))
    if (code === 'rate_limited') expect(failure?.retryAfterSeconds).toBe(7)
    expect(failure?.message).toContain('no  way')
  })

  test('a response that is not JSON ends the poll', async () => {
    const { failure } = await polled(table, () => ({ body: Buffer.from('<html>{') }))
    expect(failure?.code).toBe('unavailable')
  })

  if (isPaged)
    test('endless pages are bounded', async () => {
      const source: Source = (request) =>
        answerOf(
          table,
          Array.from({ length: size }, (_, i) => eventOf(table, i)),
          1,
          request,
        )
      const { requests, failure } = await polled(table, source)
      expect(failure?.code).toBe('unavailable')
      expect(requests.length).toBeLessThanOrEqual(PAGES_MAX)
    })

  test('any JSON is a valid response or a clear error, never a crash', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (json) => {
        const { failure } = await polled(table, () => ({ json }))
        expect(failure === null || failure.code === 'unavailable' || failure.code === 'bad_request').toBe(true)
      }),
      { numRuns: 60, seed: 20260131 },
    ))
})

const credentialOf = ({ auth }: PollTable, headers: Readonly<Record<string, string>>) =>
  headers[auth.kind === 'header' ? auth.header : 'authorization'] ?? ''

const OKTA = connectorType('okta')?.poll as PollTable
const ENTRA = connectorType('entra-id')?.poll as PollTable

test('the credential is sent to no other host', async () => {
  const link = { link: '<https://elsewhere.example/api/v1/logs>; rel="next"' }
  const byLink = await polled(OKTA, () => ({ json: [{ published: '2026-01-31T08:00:01Z' }], headers: link }))
  expect(byLink.failure?.message).toContain('another host')
  expect(byLink.requests).toHaveLength(1)
  const next = { value: [], '@odata.nextLink': 'https://vendor.example.evil.example/' }
  expect((await polled(ENTRA, () => ({ json: next }))).failure?.message).toContain('another host')
})

test('a refused sign-in is a refused credential, and one without a token reports it', async () => {
  const input = {
    ...{ table: ENTRA, settings: { base_url: BASE, login_url: BASE }, sinceMs: SINCE_MS, untilMs: UNTIL_MS },
    nowMs,
    secrets: { tenant_id: 't', client_id: 'c', client_secret: 's' },
  }
  const first = (answer: PollResponse) => pollPages({ ...input, ask: async () => answer }).next()
  const body = Buffer.from('{"error":"invalid_client"}')
  await expect(first({ status: 401, headers: {}, body })).rejects.toMatchObject({ code: 'bad_credential' })
  await expect(first({ status: 200, headers: {}, body })).rejects.toThrow('no access_token')
  await expect(
    pollPages({ ...input, secrets: {}, ask: async () => ({ status: 200, headers: {}, body }) }).next(),
  ).rejects.toThrow('client_id')
})

test('any REST API is requested according to the settings', async () => {
  const url = `${BASE}/things?after={since_seconds}&x=1`
  const settings = { url, events: 'data.items', time: 'when', next: 'more', source_format: 'auto' }
  const answers = [
    { data: { items: [{ when: 1_769_846_405 }] }, more: '/things?page=2' },
    { data: { items: [{ when: '1769846406500' }, { when: 'never' }, 7] } },
  ]
  const { requests, events, newestMs } = await polled(GENERIC_POLL, (_, n) => ({ json: answers[n] }), settings)
  expect(requests.map((request) => request.url)).toEqual([
    `${BASE}/things?after=${SINCE_MS / 1000}&x=1`,
    `${BASE}/things?page=2`,
  ])
  expect(events).toHaveLength(4)
  expect(newestMs).toBe(1_769_846_406_500)
})

test.each([
  ['{"result":{"id":1}}', [{ id: 1 }]],
  ['{"preview":false,"lastrow":true}', []],
])('one line of JSON alone, %s, is a list', async (line, wanted) => {
  const { events, failure } = await polled(connectorType('splunk')?.poll as PollTable, () => ({
    body: Buffer.from(line),
  }))
  expect([events, failure]).toEqual([wanted, null])
})

test('lines of JSON are read as a list', async () => {
  const { events } = await polled(OKTA, () => ({ body: Buffer.from('{"a":1}\n{"a":2}\n') }))
  expect(events).toEqual([{ a: 1 }, { a: 2 }])
})
