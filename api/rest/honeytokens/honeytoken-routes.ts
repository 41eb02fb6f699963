/** Routes of decoys and of touches of them. */

import { type Static, Type } from 'typebox'
import {
  CLASSIFICATIONS,
  createHoneytoken,
  DECOY_FILES,
  decoyFile,
  HONEYTOKEN_LIMITS,
  type Honeytoken,
  honeytokenStats,
  honeytokens,
  requireHoneytoken,
  revokeHoneytoken,
  TOKEN_STATUSES,
  TOKEN_TYPES,
  type Touch,
  TRACK_PATH,
  touches,
  WEBHOOK_STATES,
} from '../../../control/detect/honeytokens/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['honeytokens']

const createBody = named(
  'HoneytokenCreate',
  Type.Object(
    {
      name: plainText(256),
      token_type: oneOf(TOKEN_TYPES),
      description: Type.Optional(plainText(2000)),
      ttl_days: Type.Optional(Type.Integer({ minimum: 1, maximum: HONEYTOKEN_LIMITS.ttlDaysMax })),
      metadata: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description:
            'of an email decoy its address, of a file its file_name; user, dns_name and url are names that were laid out with it and are looked for in events; beside them whatever helps',
        }),
      ),
    },
    closed,
  ),
)
const tokenSchema = named(
  'Honeytoken',
  Type.Object({
    id: uuid,
    name: Type.String(),
    description: nullable(Type.String()),
    token_type: oneOf(TOKEN_TYPES),
    status: oneOf(TOKEN_STATUSES),
    track_path: Type.String({ description: 'below the origin of the API; whoever asks for it has touched the decoy' }),
    track_url: nullable(Type.String({ description: 'null without SVC_PUBLIC_URL' })),
    decoy: Type.Object(
      {
        address: Type.Optional(Type.String()),
        file_name: Type.Optional(Type.String()),
        content: Type.Optional(nullable(Type.String())),
        access_key_id: Type.Optional(Type.String()),
        secret_access_key: Type.Optional(Type.String()),
        profile: Type.Optional(nullable(Type.String())),
      },
      { description: 'what is laid out; texts that lead to track_url are null without one' },
    ),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    touch_count: Type.Integer(),
    last_touched: nullable(time),
    expires_at: nullable(time),
    self_tested_at: nullable(Type.String({ format: 'date-time', description: 'when the last self-test came through' })),
    created_by: Type.String(),
    created_at: time,
  }),
)
const touchSchema = named(
  'HoneytokenEvent',
  Type.Object({
    id: uuid,
    honeytoken_id: uuid,
    source_ip: Type.String(),
    user_agent: nullable(Type.String()),
    method: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    details: Type.Record(Type.String(), Type.String(), {
      description:
        'aws_service, aws_operation, aws_region, access_key_id, resource: the call of a client of AWS; event_uid, field, value, host, user, source: the event in which a value of the decoy stands',
    }),
    classification: oneOf(CLASSIFICATIONS),
    threat_score: Type.Integer({ minimum: 0, maximum: 100 }),
    alert_id: nullable(uuid),
    alert_sent: Type.Boolean({ description: 'it raised an alert of its own' }),
    reasons: Type.Array(Type.String(), { description: 'of the classification, and of raising no alert' }),
    is_self_test: Type.Boolean(),
    ignored_by: nullable(Type.String({ format: 'uuid', description: 'entry of the ignore list that covered it' })),
    webhook: oneOf(WEBHOOK_STATES, { description: 'whether whoever listens outside was told; off: nobody does' }),
    triggered_at: time,
  }),
)
const statsSchema = named(
  'HoneytokenStats',
  Type.Object({
    by_status: Type.Record(Type.String(), Type.Integer()),
    by_type: Type.Record(Type.String(), Type.Integer()),
    touches: Type.Integer(),
    touches_24h: Type.Integer(),
    touches_7d: Type.Integer(),
    top_sources: Type.Array(Type.Object({ source_ip: Type.String(), touches: Type.Integer(), last_touched: time })),
  }),
)
const params = Type.Object({ id: uuid })
const listQuery = Type.Object({ ...pageQuery, status: Type.Optional(oneOf(TOKEN_STATUSES)) }, closed)
const eventsQuery = Type.Object(pageQuery, closed)
/** Touches that the pages of a list reach at most. */
const LISTED_MAX = 1000

export const honeytokenRoutes: Routes = (app, deps) => {
  const publicUrl = deps.sso?.publicUrl ?? null
  const view = (token: Honeytoken) => tokenView(token, publicUrl)

  app.get(
    '/honeytokens',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'Decoys, newest first', querystring: listQuery, response: { 200: pageOf(tokenSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const all = await honeytokens(tx, request.query.status ?? null)
        return pageOfList(all, request.query, ({ id }) => id, view)
      }),
  )

  app.post(
    '/honeytokens',
    {
      config: { permission: 'settings:write', audit: 'honeytoken:created' },
      schema: { ...{ tags, summary: 'Make a decoy', body: createBody, response: { 201: tokenSchema } } },
    },
    async (request, reply) => {
      const { name, token_type: type, description = null, ttl_days: ttlDays = null, metadata = {} } = request.body
      const made = await tenantWork(deps, request, async (tx, note) => {
        const newToken = { name, type, description, ttlDays, metadata, createdBy: principalOf(request).id }
        const token = await createHoneytoken(tx, newToken, deps.nowMs())
        note({ resource: 'honeytoken', resourceId: token.id, changes: { name, token_type: type } })
        return token
      })
      return reply.code(201).send(view(made))
    },
  )

  app.get(
    '/honeytokens/stats',
    {
      config: { permission: 'alerts:read' },
      schema: { ...{ tags, summary: 'How many there are, and who touches them', response: { 200: statsSchema } } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const found = await honeytokenStats(tx)
        const top_sources = found.sources.map(({ sourceIp, touches: count, last }) => {
          return { source_ip: sourceIp, touches: count, last_touched: last.toISOString() }
        })
        return {
          ...{ by_status: { ...found.byStatus }, by_type: { ...found.byType }, touches: found.touches },
          ...{ touches_24h: found.touchesDay, touches_7d: found.touchesWeek, top_sources },
        }
      }),
  )

  app.get(
    '/honeytokens/events',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: `Touches of all decoys, newest first, the latest ${LISTED_MAX}`, querystring: eventsQuery },
        response: { 200: pageOf(touchSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await touches(tx, null, LISTED_MAX), request.query, ({ id }) => id, touchView),
      ),
  )

  app.get(
    '/honeytokens/:id',
    {
      config: { permission: 'alerts:read' },
      schema: { ...{ tags, summary: 'One decoy', params, response: { 200: tokenSchema } } },
    },
    (request) => tenantWork(deps, request, async (tx) => view(await requireHoneytoken(tx, request.params.id))),
  )

  app.get(
    '/honeytokens/:id/file',
    {
      config: { permission: 'settings:write' },
      schema: {
        ...{ tags, summary: 'A file to lay out, which leads to the decoy when it is opened or used', params },
        description:
          'A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that tells of copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL.',
        querystring: Type.Object({ format: Type.Optional(oneOf(DECOY_FILES)) }, closed),
        response: {
          200: {
            content: {
              'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const token = await tenantWork(deps, request, (tx) => requireHoneytoken(tx, request.params.id))
      if (publicUrl === null) throw new AppError('conflict', 'SVC_PUBLIC_URL is not set: the file would lead nowhere')
      const made = decoyFile(request.query.format ?? 'docx', token, `${publicUrl}${TRACK_PATH}/${token.id}`)
      return reply.header('content-disposition', `attachment; filename="${made.name}"`).type(made.type).send(made.bytes)
    },
  )

  app.delete(
    '/honeytokens/:id',
    {
      config: { permission: 'settings:write', audit: 'honeytoken:revoked', removes: 'mark' },
      schema: {
        ...{ tags, summary: 'Revoke a decoy', params, response: { 200: tokenSchema } },
        description: 'Touches of it are kept, and raise a low alert.',
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const revoked = await revokeHoneytoken(tx, request.params.id)
        note({ resource: 'honeytoken', resourceId: revoked.id, changes: { status: 'revoked' } })
        return view(revoked)
      }),
  )

  app.get(
    '/honeytokens/:id/events',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: `Touches of one decoy, newest first, the latest ${LISTED_MAX}`, params },
        ...{ querystring: eventsQuery, response: { 200: pageOf(touchSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { id: wanted } = await requireHoneytoken(tx, request.params.id)
        return pageOfList(await touches(tx, wanted, LISTED_MAX), request.query, ({ id }) => id, touchView)
      }),
  )
}

function tokenView(token: Honeytoken, publicUrl: string | null): Static<typeof tokenSchema> {
  const track_path = `${TRACK_PATH}/${token.id}`
  const track_url = publicUrl === null ? null : `${publicUrl}${track_path}`
  return {
    ...{ id: token.id, name: token.name, description: token.description, token_type: token.type, status: token.status },
    ...{ track_path, track_url, decoy: decoyView(token, track_url), metadata: { ...token.metadata } },
    ...{ touch_count: token.touchCount, last_touched: token.lastTouched?.toISOString() ?? null },
    ...{ expires_at: token.expiresAt?.toISOString() ?? null, created_by: token.createdBy },
    self_tested_at: token.selfTestedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
  }
}

function decoyView({ type, decoy }: Honeytoken, url: string | null): Static<typeof tokenSchema>['decoy'] {
  if (type === 'file') return { ...decoy, content: url === null ? null : pageLeadingTo(url) }
  return type === 'aws_key' ? { ...decoy, profile: url === null ? null : profileOf(decoy, url) } : { ...decoy }
}

/**
 * A file of credentials whose endpoint is the decoy: any client that uses the profile asks there. Buckets stand in the
 * path, because nobody answers at `bucket.` and the host of the decoy.
 */
function profileOf({ access_key_id: id, secret_access_key: secret }: Honeytoken['decoy'], url: string): string {
  return `[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\nendpoint_url = ${url}\nregion = us-east-1\ns3 =\n  addressing_style = path\n`
}

/** The address is our own, and has no character that means something in a page. */
function pageLeadingTo(url: string): string {
  return `<!doctype html><html><head><title>Accounts</title></head><body><p>Loading ...</p><img src="${url}" alt=""></body></html>\n`
}

function touchView(touch: Touch): Static<typeof touchSchema> {
  return {
    ...{ id: touch.id, honeytoken_id: touch.honeytokenId, source_ip: touch.sourceIp, user_agent: touch.userAgent },
    ...{ method: touch.method, headers: { ...touch.headers }, details: { ...touch.details } },
    ...{ classification: touch.classification, reasons: [...touch.reasons] },
    ...{ is_self_test: touch.isSelfTest, ignored_by: touch.ignoredBy },
    ...{ threat_score: touch.threatScore, alert_id: touch.alertId, alert_sent: touch.alertId !== null },
    ...{ webhook: touch.webhook, triggered_at: touch.triggeredAt.toISOString() },
  }
}
