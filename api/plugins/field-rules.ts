/**
 * Applies field rules to the answers of every REST route, at the one place where they are serialised. The query
 * interface and the streams apply the same function to each record (`graphql/field-rules.ts`,
 * `realtime/field-rules.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import {
  copiesAbout,
  hasCopies,
  refuseFile,
  refuseQuestion,
  showAnswer,
} from '../../control/platform/governance/index.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import type { ApiDeps } from '../deps.ts'
import { principalOf } from '../route-config.ts'

/** Names of the withheld fields of an answer, as `resource.field`. */
export const WITHHELD_HEADER = 'x-svc-withheld-fields'
const HEADER_CHARS_MAX = 4_000

/** Answers as files and pages that show no records. */
const WITHOUT_RECORDS: ReadonlySet<string> = new Set([
  '/api/v1/usage/export.csv',
  '/api/v1/usage/export.parquet',
  '/api/v1/exports/usage',
  '/api/v1/exports/compliance/:framework',
])
/** Their records are shown by field before they are answers. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['/graphql', '/api/v1/lake/query'])
const FILES = /^(?:text\/(?:csv|html)|application\/(?:x-ndjson|zip|vnd\.apache\.parquet))/

export function fieldRulesPlugin(app: FastifyInstance, { pool }: Pick<ApiDeps, 'pool'>): void {
  app.addHook('preHandler', async (request) => {
    const hidden = request.principal?.hidden
    if (hidden === undefined || hidden.size === 0) return
    const params = { ...objectOf(request.body), ...objectOf(request.query), ...objectOf(request.params) }
    refuseQuestion(request.routeOptions.url ?? '', params, hidden)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const hidden = request.principal?.hidden
    const { url = '' } = request.routeOptions
    if (hidden === undefined || hidden.size === 0 || reply.statusCode >= 400 || SHOWN_ELSEWHERE.has(url)) return payload
    const type = String(reply.getHeader('content-type') ?? '')
    if (FILES.test(type) && !WITHOUT_RECORDS.has(url)) refuseFile(hidden)
    if (typeof payload !== 'string' || payload === '' || !type.startsWith('application/json')) return payload
    return shownText(pool, request, reply, payload)
  })
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

async function shownText(
  pool: Postgres,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string> {
  const { hidden, tenantId } = principalOf(request)
  const answer: unknown = JSON.parse(payload)
  const schemas = request.routeOptions.schema?.response as Record<string, TSchema> | undefined
  const schema = schemas?.[reply.statusCode] ?? schemas?.['200']
  const about = `${request.url} ${payload}`
  const copies = hasCopies(hidden)
    ? await withTenant(pool, tenantId, (tx) => copiesAbout(tx, about, hidden))
    : undefined
  const withheld = showAnswer(schema, answer, hidden, copies)
  // A text may have changed although no field of the answer was withheld by name.
  if (withheld.length > 0) reply.header(WITHHELD_HEADER, namesIn(withheld))
  return JSON.stringify(answer)
}

function namesIn(withheld: readonly string[]): string {
  return withheld
    .join(', ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, HEADER_CHARS_MAX)
}
