/**
 * Applies field rules to the answers of every REST route, at the one place where they are serialised. The query
 * interface and the streams apply the same function to each record (`graphql/field-rules.ts`,
 * `realtime/field-rules.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import {
  copiesAbout,
  type HiddenFields,
  hasCopies,
  type RuledResource,
  refuseFile,
  refuseQuestion,
  scrub,
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
/** Lists of values without their records, and the resources whose fields the values are. */
const VALUES_OF: Readonly<Record<string, readonly RuledResource[]>> = {
  '/api/v1/response/block-list': ['response_action', 'event', 'alert', 'indicator', 'observable'],
}
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
    if (hidden === undefined || hidden.size === 0) return payload
    const type = String(reply.getHeader('content-type') ?? '')
    if (reply.statusCode >= 400 || url === '/graphql') return shownFault(pool, request, reply, payload)
    if (SHOWN_ELSEWHERE.has(url)) return payload
    if (FILES.test(type) && !WITHOUT_RECORDS.has(url)) refuseFile(hidden)
    const ruled = VALUES_OF[url]?.filter((resource) => hidden.has(resource)) ?? []
    if (ruled.length > 0) refuseFile(onlyOf(hidden, ruled))
    if (typeof payload !== 'string' || payload === '' || !type.startsWith('application/json')) return payload
    return shownText(pool, request, reply, payload)
  })
}

function onlyOf(hidden: HiddenFields, resources: readonly RuledResource[]): HiddenFields {
  return new Map([...hidden].filter(([resource]) => resources.includes(resource)))
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
  const schemas = request.routeOptions.schema?.response as Record<string, Answered> | undefined
  const schema = schemaOf(schemas?.[reply.statusCode] ?? schemas?.['200'])
  const about = `${request.url} ${payload}`
  const copies = hasCopies(hidden)
    ? await withTenant(pool, tenantId, (tx) => copiesAbout(tx, about, hidden))
    : undefined
  const withheld = showAnswer(schema, answer, hidden, copies)
  // A text may have changed although no field of the answer was withheld by name.
  if (withheld.length > 0) reply.header(WITHHELD_HEADER, namesIn(withheld))
  return JSON.stringify(answer)
}

type Answered = TSchema & { readonly content?: Readonly<Record<string, { readonly schema: TSchema }>> }

/** A route with several media types lists a schema for each. */
function schemaOf(answered: Answered | undefined): TSchema | undefined {
  return answered?.content === undefined ? answered : answered.content['application/json']?.schema
}

/** A refusal may quote a record, such as the task that has to be done first. */
async function shownFault(
  pool: Postgres,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { hidden, tenantId } = principalOf(request)
  const isRead =
    typeof payload === 'string' && /^application\/[a-z-+]*json/.test(String(reply.getHeader('content-type')))
  if (!isRead || reply.statusCode >= 500 || !hasCopies(hidden)) return payload
  const answer = JSON.parse(payload) as { readonly errors?: unknown }
  const fault = request.routeOptions.url === '/graphql' ? answer.errors : answer
  if (fault === undefined) return payload
  const about = `${request.url} ${JSON.stringify(request.body ?? null)} ${JSON.stringify(fault)}`
  scrub(fault, await withTenant(pool, tenantId, (tx) => copiesAbout(tx, about, hidden)))
  return JSON.stringify(answer)
}

function namesIn(withheld: readonly string[]): string {
  return withheld
    .join(', ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, HEADER_CHARS_MAX)
}
