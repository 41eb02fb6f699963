/** A server whose searches continue as jobs; the query names the course of each. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const HOUR_MS = 3_600_000
export const FROM_MS = Date.UTC(2026, 0, 1)
export const MIDDLE_MS = FROM_MS + 24 * HOUR_MS
const TO_MS = FROM_MS + 48 * HOUR_MS
const iso = (ms: number) => new Date(ms).toISOString()

/** Later events have smaller numbers: 1 to 24 are on the second day, larger ones on the first. */
const timeOf = (n: number) => iso(TO_MS - n * HOUR_MS)
const eventOf = (n: number) => ({ event_uid: `event-${n}`, time: timeOf(n), fields: { n }, cut: [] })
const left = (reason: string, fromMs = FROM_MS, toMs = MIDDLE_MS) => ({ from: iso(fromMs), to: iso(toMs), reason })

type Body = { readonly query?: string; readonly cursor?: string; readonly from?: string; readonly to?: string }
type Part = Readonly<Record<string, unknown>>

const table = (rows: readonly unknown[][]) => ({
  columns: [
    { name: 'user', type: 'string' },
    { name: 'n', type: 'long' },
  ],
  ...{ rows_in_all: 2, render: { chart: 'barchart', properties: {} }, reads: [], rows },
})
const archive = { files: 0, events: 0, bytes: 0 }
const ROWS = [
  ['ann', 1],
  ['bob', 2],
]

function answerOf({ query = '', cursor, from = iso(FROM_MS), to = iso(TO_MS) }: Body): Part {
  const page = (numbers: readonly number[], more: Part = {}) => {
    const span = { from: iso(Date.parse(from)), to: iso(Date.parse(to)) }
    const missing = (more.missing as unknown[] | undefined) ?? []
    return { events: numbers.map(eventOf), ...span, complete: missing.length === 0, missing, archive, ...more }
  }
  const late = { missing: [left('time')], job_id: `job-${query}` }
  const isAgain = Date.parse(to) === MIDDLE_MS
  switch (query) {
    // Those of the READMEs.
    case 'user:kim':
      return page([1, 2])
    case 'SecurityEvent | summarize n = count() by Account':
      return page([], { table: table(ROWS) })
    case 'whole':
      return cursor === undefined ? page([1, 2], { next_cursor: 'second' }) : page([30])
    case 'no job':
      return isAgain ? page([30]) : page([1], { missing: [left('time')] })
    case 'memory':
      return isAgain ? page([], { missing: [left('memory')] }) : page([1], { missing: [left('memory')] })
    case 'unreadable': {
      const archived = left('archived', FROM_MS, FROM_MS + HOUR_MS)
      if (cursor !== undefined) return page([30], { missing: [left('unreadable'), archived] })
      const missing = [left('unreadable', MIDDLE_MS, TO_MS), archived]
      return page([1], { missing, next_cursor: 'second' })
    }
    case 'two ways':
      return cursor === undefined ? page([1], { ...late, next_cursor: 'second' }) : page([2, 30, 31])
    case 'table':
      return page([], { table: table(ROWS) })
    case 'table of a part':
      return page([], { table: table(ROWS.slice(0, 1)), missing: [left('memory')] })
    case 'table by a job':
    case 'full table':
    case 'long table':
    case 'refused table':
      return page([], late)
    default:
      return page([1], late)
  }
}

/** The state of the job after `count` requests, and the numbers of the events on its pages. */
function jobOf(
  query: string,
  count: number,
  isFinished: boolean,
): { readonly state: string; readonly pages: readonly number[][] } & Part {
  switch (query) {
    case 'job':
      if (count < 2) return { state: 'running', pages: [] }
      return count < 3 ? { state: 'running', pages: [[30]] } : { state: 'done', pages: [[30], [31]] }
    case 'long':
      return isFinished ? { state: 'done', pages: [[30], [31]] } : { state: 'running', pages: [[30]] }
    case 'long table':
      return { state: isFinished ? 'done' : 'running', gives: 'table', pages: [[], []], found: 2 }
    case 'counts':
      return { state: count < 2 ? 'running' : 'done', gives: 'counts', pages: [], found: 3 }
    case 'two ways':
      return { state: 'done', pages: [[30, 31], [32]] }
    case 'full':
      return { state: 'full', pages: [[30]], at_time: iso(FROM_MS + HOUR_MS) }
    case 'failed':
      return { state: 'failed', pages: [[30]], fault: 'needs more than one question may have' }
    case 'cancelled':
      return { state: 'cancelled', pages: [] }
    case 'table by a job':
    case 'refused table':
      return { state: count < 2 ? 'running' : 'done', gives: 'table', pages: [[], []], found: 2 }
    case 'full table':
      return { state: 'full', gives: 'table', pages: [[], []], found: 2 }
    default:
      return { state: 'running', pages: [] }
  }
}

export async function openFakeSearches() {
  const questions = new Map<string, number>()
  const cancelled: string[] = []
  const searched: string[] = []
  const finished = new Set<string>()
  const answerJob = (response: ServerResponse, query: string, number: number) => {
    const count = (questions.get(query) ?? 0) + 1
    questions.set(query, count)
    // The first request for a job fails, as if the server were down.
    if (count === 1) return void response.writeHead(503, { 'retry-after': '0' }).end()
    const { pages, ...more } = jobOf(query, count - 1, finished.has(query))
    const found = pages.flat().length
    const job = {
      ...{ id: `job-${query}`, language: 'lucene', gives: 'events', query, fields: [], asked_at: iso(TO_MS) },
      ...{ from_time: iso(FROM_MS), to_time: iso(MIDDLE_MS), at_time: iso(FROM_MS), found, pages: pages.length },
      ...{ missing: [], read_events: 0, fault: null, created_at: iso(TO_MS), ended_at: null, ...more },
    }
    send(response, 200, { job, events: (pages[number] ?? []).map(eventOf) })
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, name = '', part] = /^\/api\/v1\/events\/searches\/job-([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? []
    const query = decodeURIComponent(name)
    const number = Number(url.searchParams.get('page') ?? 0)
    if (url.pathname === '/api/v1/events/search') {
      const parts: Buffer[] = []
      for await (const one of request) parts.push(one as Buffer)
      const body = JSON.parse(Buffer.concat(parts).toString())
      searched.push(body.query)
      send(response, 200, answerOf(body))
    } else if (part === 'cancel') {
      cancelled.push(query)
      send(response, 409, { code: 'conflict', detail: 'the search is done already' })
    } else if (part === 'counts') {
      const values = [{ value: 'ann', events: 3 }]
      const facets = [{ field: 'user', values, distinct: 1, other_events: 0, is_exact: true }]
      send(response, 200, { facets, state: 'done', from: iso(FROM_MS), to: iso(TO_MS) })
    } else if (part === 'table') send(response, 200, { ...table(ROWS.slice(number, number + 1)), archive })
    else answerJob(response, query, number)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cancelled,
    /** The query of each search, in the order of their requests. */
    searched,
    /** Number of requests for the job of a query. */
    jobRequests: (query: string) => questions.get(query) ?? 0,
    /** Ends a job that runs until then. */
    finish: (query: string) => void finished.add(query),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}
