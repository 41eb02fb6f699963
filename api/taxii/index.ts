/**
 * Indicators of a tenant for other programs, as TAXII 2.1 has it: one API root with one collection a tenant, to be read only.
 * The credential is an API key, as the password of HTTP Basic, as a bearer or in X-API-Key.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  collectionId,
  type PlacedStix,
  refuseHiddenIndicators,
  STIX_TYPES,
  stixPage,
} from '../../control/detect/intel/index.ts'
import { HERE, requireRegion } from '../../control/platform/governance/index.ts'
import { AppError, noSuch } from '../../platform/errors.ts'
import { cursorOf, positionOf } from '../../platform/paging.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import { withTenant } from '../../stores/postgres/pool.ts'
import type { ApiDeps } from '../deps.ts'
import { logFailure, problemOf } from '../plugins/problem.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { principalOf } from '../route-config.ts'

export const TAXII_PREFIX = '/taxii2'

const TAXII = 'application/taxii+json;version=2.1'
const STIX = 'application/stix+json;version=2.1'
const ROOT = `${TAXII_PREFIX}/svc/`
const LIMIT_DEFAULT = 100
/** @bound objects in a TAXII page = {LIMIT_DEFAULT} by default, {} at most -> `more` and the next page */
const LIMIT_MAX = 1_000
const PROTECTED = { permission: 'threat_intel:read', bearerKey: true } as const
const hidden = { hide: true } as const
const word = Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 }))
const query = Type.Object({
  ...{ limit: word, next: word, added_after: word, 'match[id]': word, 'match[type]': word },
  ...{ 'match[version]': word, 'match[spec_version]': word },
})
const ofCollection = {
  ...hidden,
  params: Type.Object({ collection: Type.String({ maxLength: 100 }) }),
  querystring: query,
}
const ofObject = {
  ...hidden,
  params: Type.Object({ collection: Type.String({ maxLength: 100 }), object: Type.String({ maxLength: 100 }) }),
  querystring: query,
}

type Query = Static<typeof query>

export function taxiiRoutes(app: ApiApp, deps: ApiDeps): void {
  app.setErrorHandler(answerTaxiiError(deps))
  app.setNotFoundHandler(() => {
    throw noSuch('resource')
  })
  app.addHook('preHandler', refuseOtherForms)

  const get = (
    path: string,
    schema: typeof hidden,
    answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    app.get(path, { config: PROTECTED, schema }, async (request, reply) => {
      const body = await answer(request as FastifyRequest, reply as unknown as FastifyReply)
      return reply
        .type(TAXII)
        .serializer((value: unknown) => JSON.stringify(value))
        .send(body)
    })

  get('/', hidden, (request) => {
    const root = `${request.protocol}://${request.host}${ROOT}`
    return { title: 'svc', description: 'Indicators of the tenant of the credential', default: root, api_roots: [root] }
  })
  get('/svc/', hidden, () => ({ title: 'svc', versions: [TAXII], max_content_length: 1 }))
  get('/svc/collections/', hidden, (request) => ({ collections: [collectionOf(request)] }))
  get('/svc/collections/:collection/', ofCollection, (request) => requireOwn(request))

  get('/svc/collections/:collection/objects/', ofCollection, async (request, reply) => {
    const found = await wantedObjects(deps, request, null)
    return envelope(reply, found, ({ object }) => object)
  })
  get('/svc/collections/:collection/manifest/', ofCollection, async (request, reply) => {
    const found = await wantedObjects(deps, request, null)
    return envelope(reply, found, ({ object, ...placed }) => ({
      ...{ id: object.id, date_added: addedAt(placed), version: object.modified, media_type: STIX },
    }))
  })
  get('/svc/collections/:collection/objects/:object/', ofObject, async (request, reply) => {
    const found = await wantedObjects(deps, request, objectOf(request))
    if (found.placed.length === 0) throw noSuch('object')
    return envelope(reply, found, ({ object }) => object)
  })
  get('/svc/collections/:collection/objects/:object/versions/', ofObject, async (request, reply) => {
    const { placed } = await wantedObjects(deps, request, objectOf(request))
    if (placed.length === 0) throw noSuch('object')
    dateHeaders(reply, placed)
    return { versions: placed.map(({ object }) => object.modified) }
  })
}

function collectionOf(request: FastifyRequest) {
  const id = collectionId(principalOf(request).tenantId)
  return { id, title: 'Indicators', alias: 'indicators', can_read: true, can_write: false, media_types: [STIX] }
}

/** Throws `not_found` for another collection than the caller's own, whether it is there or not. */
function requireOwn(request: FastifyRequest) {
  const { collection } = request.params as { collection: string }
  const own = collectionOf(request)
  if (collection !== own.id && collection !== own.alias) throw noSuch('collection')
  return own
}

function objectOf(request: FastifyRequest): string {
  return (request.params as { object: string }).object
}

type Found = { readonly placed: readonly PlacedStix[]; readonly hasMore: boolean }

/** Only the latest version of an object is kept, which is `last` as it is `first` and `all`. */
async function wantedObjects(deps: ApiDeps, request: FastifyRequest, object: string | null): Promise<Found> {
  requireOwn(request)
  refuseHiddenIndicators(principalOf(request))
  const { tenantId } = principalOf(request)
  await requireRegion((work) => withTenant(deps.pool, tenantId, work), 'export', HERE)
  const wishes = request.query as Query
  const limit = limitOf(wishes.limit)
  const addedAfter = momentOf(wishes.added_after)
  const versions = (wishes['match[version]'] ?? 'last').split(',')
  const wanted = object === null ? wishes['match[id]']?.split(',') : [object]
  const types = STIX_TYPES.filter((type) => wishes['match[type]']?.split(',').includes(type) !== false)
  const specs = wishes['match[spec_version]']?.split(',')
  const nothing = { placed: [], hasMore: false }
  const objects = wanted?.flatMap(objectNamed)
  const present = types.filter((type) => objects?.some((one) => one.type === type) !== false)
  if (present.length === 0 || specs?.includes('2.1') === false) return nothing
  const ids = objects?.map(({ uuid }) => uuid) ?? null
  const after = wishes.next === undefined ? null : positionOf(wishes.next)
  const isAny = versions.some((version) => ['last', 'first', 'all'].includes(version))
  const times = isAny ? null : versions.filter(isMoment).map((version) => new Date(version))
  const filter = { types: present, addedAfter, ids, versions: times }
  const rows = await withTenant(deps.pool, tenantId, (tx) => stixPage(tx, filter, limit + 1, after))
  return { placed: rows.slice(0, limit), hasMore: rows.length > limit }
}

function objectNamed(id: string) {
  return STIX_TYPES.flatMap((type) => {
    const uuid = id.startsWith(`${type}--`) ? id.slice(type.length + 2) : ''
    return isUuid(uuid) ? [{ type, uuid }] : []
  })
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return LIMIT_DEFAULT
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1) throw new AppError('bad_request', 'limit is a number from 1')
  // A server may return fewer than requested (section 3.5); `more` tells the client.
  return Math.min(limit, LIMIT_MAX)
}

/** Kept as text: a Date has no microseconds. */
function momentOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!isMoment(text)) throw new AppError('bad_request', 'added_after is no timestamp')
  return text
}

/** RFC 3339, and a moment that there is: JavaScript reads a day that no month has as one of the next month. */
function isMoment(text: string): boolean {
  const [, day] = MOMENT.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return (
    !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${day}T`) && !Number.isNaN(Date.parse(text))
  )
}

/** Postgres knows zones of less than sixteen hours. */
const MOMENT = /^([12]\d{3}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/

function envelope(reply: FastifyReply, { placed, hasMore }: Found, view: (one: PlacedStix) => unknown) {
  dateHeaders(reply, placed)
  const last = placed.at(-1)
  if (last === undefined) return {}
  return { more: hasMore, ...(hasMore ? { next: cursorOf(last.position) } : {}), objects: placed.map(view) }
}

/** In microseconds: the client's next request starts after the last of these, and must not get an object twice. */
function dateHeaders(reply: FastifyReply, placed: readonly PlacedStix[]): void {
  const [first, last] = [placed[0], placed.at(-1)]
  if (first === undefined || last === undefined) return
  reply.header('x-taxii-date-added-first', addedAt(first))
  reply.header('x-taxii-date-added-last', addedAt(last))
}

/** In RFC 3339. */
function addedAt({ position: [placed] }: Pick<PlacedStix, 'position'>): string {
  return placed.replace(' ', 'T').replace(/[+-]00(?::00)?$/, 'Z')
}

async function refuseOtherForms({ headers: { accept } }: FastifyRequest, reply: FastifyReply) {
  if (accept === undefined || /application\/(?:taxii\+json|json|\*)|\*\/\*/.test(accept)) return
  return reply
    .code(406)
    .type(TAXII)
    .serializer((value: unknown) => JSON.stringify(value))
    .send({ title: `answers are ${TAXII}`, http_status: '406' })
}

function answerTaxiiError({ log }: ApiDeps) {
  return (error: Parameters<typeof problemOf>[0], request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    request.refusal = error
    const { status: original, detail, retryAfterSeconds } = problemOf(error)
    // TAXII knows no 422.
    const status = original === 422 ? 400 : original
    if (status >= 500) logFailure(log, request, error, status)
    if (status === 401) reply.header('www-authenticate', 'Basic realm="svc", charset="UTF-8"')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
    const title =
      typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.slice(1).join('.')} ${msg}`).join('; ')
    return reply
      .code(status)
      .type(TAXII)
      .serializer((value: unknown) => JSON.stringify(value))
      .send({ title, http_status: String(status) })
  }
}
