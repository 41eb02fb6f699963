/** Operations of decoys and of touches of them. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, nullable, oneOf, plainText, time } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { DECOY_FILES, decoyFile } from './decoy-files.ts'
import { TRACK_PATH } from './decoy-values.ts'
import { HONEYTOKENS, type Honeytoken, TOKEN_STATUSES, TOKEN_TYPES, TOUCHES } from './honeytoken.ts'
import { honeytokenStats, honeytokens, touchesPage } from './honeytoken-store.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'
import { createHoneytoken, requireHoneytoken, revokeHoneytoken } from './manage-honeytokens.ts'

/** `publicUrl` is the address at which the world reaches the API. */
type Deps = { readonly sso?: { readonly publicUrl: string | null } | undefined }
const operation = operationsOf<Deps>()

const tokenSchema = named(
  'Honeytoken',
  Type.Object({
    ...HONEYTOKENS.members,
    track_path: Type.String({ description: 'path below the origin of the API; a request to it counts as a touch' }),
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
      { description: 'values to deploy; texts that contain track_url are null when there is none' },
    ),
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

const list = operation.list({
  name: 'honeytokens.list',
  summary: 'Decoys, newest first',
  permission: 'alerts:read',
  path: 'GET /honeytokens',
  filters: { status: Type.Optional(oneOf(TOKEN_STATUSES)) },
  item: tokenSchema,
  run: async ({ tx, deps }, { status }) => (await honeytokens(tx, status ?? null)).map((one) => tokenView(one, deps)),
})

const create = operation({
  name: 'honeytokens.create',
  summary: 'Create a decoy',
  permission: 'soc:write',
  audit: 'honeytoken:created',
  path: 'POST /honeytokens',
  status: 201,
  body: named(
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
              'address for an email decoy, file_name for a file decoy; user, dns_name and url are deployed names to search for in events; further members are free',
          }),
        ),
      },
      closed,
    ),
  ),
  output: tokenSchema,
  async run({ tx, actor, note, nowMs, deps }, { name, token_type: type, ttl_days: ttlDays = null, ...rest }) {
    const { description = null, metadata = {} } = rest
    const token = await createHoneytoken(
      tx,
      { name, type, description, ttlDays, metadata, createdBy: idOf(actor) },
      nowMs,
    )
    note({ resource: 'honeytoken', resourceId: token.id, changes: { name, token_type: type } })
    return tokenView(token, deps)
  },
})

const stats = operation({
  name: 'honeytokens.stats',
  summary: 'Number of decoys, and the sources that touch them',
  permission: 'alerts:read',
  path: 'GET /honeytokens/stats',
  output: statsSchema,
  async run({ tx }) {
    const { sources, touchesDay, touchesWeek, ...counts } = await honeytokenStats(tx)
    const topSources = sources.map(({ last: lastTouched, ...source }) => ({ ...source, lastTouched }))
    return { ...counts, touches24h: touchesDay, touches7d: touchesWeek, topSources }
  },
})

const allTouches = operation.page({
  name: 'honeytokens.all_touches',
  summary: 'Touches of all decoys, newest first',
  permission: 'alerts:read',
  path: 'GET /honeytokens/events',
  item: TOUCHES.schema,
  run: ({ tx }, _, { rows, after }) => touchesPage(tx, null, rows, after),
})

const get = operation({
  name: 'honeytokens.get',
  summary: 'One decoy',
  permission: 'alerts:read',
  path: 'GET /honeytokens/:id',
  output: tokenSchema,
  run: async ({ tx, deps }, { id }) => tokenView(await requireHoneytoken(tx, id), deps),
})

const revoke = operation({
  name: 'honeytokens.revoke',
  summary: 'Revoke a decoy',
  description: 'Later touches are still recorded, and raise a low alert.',
  permission: 'soc:write',
  audit: 'honeytoken:revoked',
  removes: 'mark',
  path: 'DELETE /honeytokens/:id',
  output: tokenSchema,
  async run({ tx, note, deps }, { id }) {
    const { token, isNew } = await revokeHoneytoken(tx, id)
    note(isNew ? { resource: 'honeytoken', resourceId: token.id, changes: { status: 'revoked' } } : null)
    return tokenView(token, deps)
  },
})

const ownTouches = operation.page({
  name: 'honeytokens.touches',
  summary: 'Touches of one decoy, newest first',
  permission: 'alerts:read',
  path: 'GET /honeytokens/:id/events',
  item: TOUCHES.schema,
  async run({ tx }, { id }, { rows, after }) {
    const token = await requireHoneytoken(tx, id)
    return touchesPage(tx, token.id, rows, after)
  },
})

/** The route of a decoy's file is declared by hand and placed between these in the API document. */
const file = operation.file({
  name: 'honeytokens.file',
  summary: 'File to deploy, which touches the decoy when it is opened or used',
  description:
    'A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that reports copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL.',
  permission: 'soc:write',
  path: 'GET /honeytokens/:id/file',
  query: Type.Object({ format: Type.Optional(oneOf(DECOY_FILES)) }, closed),
  file: {
    content: { 'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
  },
  async run({ deps, read }, { id, format = 'docx' }) {
    const token = await read((tx) => requireHoneytoken(tx, id))
    const publicUrl = deps.sso?.publicUrl ?? null
    if (publicUrl === null) throw new AppError('conflict', 'SVC_PUBLIC_URL is not set: the file would lead nowhere')
    const made = decoyFile(format, token, `${publicUrl}${TRACK_PATH}/${token.id}`)
    const headers = { 'content-disposition': `attachment; filename="${made.name}"` }
    return { type: made.type, body: made.bytes, headers }
  },
})

export const DECOY_OPERATIONS = [list, create, stats, allTouches, get, file]
export const DECOY_TOUCH_OPERATIONS = [revoke, ownTouches]

function tokenView(token: Honeytoken, { sso }: Deps) {
  const trackPath = `${TRACK_PATH}/${token.id}`
  const trackUrl = sso?.publicUrl == null ? null : `${sso.publicUrl}${trackPath}`
  return { ...token, trackPath, trackUrl, decoy: decoyView(token, trackUrl) }
}

function decoyView({ tokenType: type, decoy }: Honeytoken, url: string | null) {
  if (type === 'file') return { ...decoy, content: url === null ? null : pageLeadingTo(url) }
  return type === 'aws_key' ? { ...decoy, profile: url === null ? null : profileOf(decoy, url) } : decoy
}

/**
 * A credentials file whose endpoint is the decoy: any client that uses the profile sends its request there. Path-style
 * buckets, because `bucket.` before the decoy's host would not resolve.
 */
function profileOf({ access_key_id: id, secret_access_key: secret }: Honeytoken['decoy'], url: string): string {
  return `[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\nendpoint_url = ${url}\nregion = us-east-1\ns3 =\n  addressing_style = path\n`
}

/** The address is our own, and has no character that means something in a page. */
function pageLeadingTo(url: string): string {
  return `<!doctype html><html><head><title>Accounts</title></head><body><p>Loading ...</p><img src="${url}" alt=""></body></html>\n`
}
