/**
 * Files of the archive over the protocol of S3, as far as reading one goes: every engine that reads Iceberg speaks it, and
 * asks for ranges. A request is signed with a key that came with the table; it reads below its tenant's folder alone.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentifyDeps, Principal } from '../../control/identity/accounts/index.ts'
import { liveDelegate } from '../../control/identity/organisations/index.ts'
import { requirePermission } from '../../control/platform/acting/index.ts'
import { tableFolder } from '../../control/platform/archive/index.ts'
import { receivedSignature } from '../../platform/aws-signature.ts'
import { AppError, requireFound } from '../../platform/errors.ts'
import { isObjectPath } from '../../stores/iceberg/object-store.ts'
import type { ApiDeps } from '../deps.ts'
import { logFailure, problemOf } from '../plugins/problem.ts'
import type { Routes } from '../rest/api-app.ts'
import { principalOfVendedKey, readVendedKey, refuseHiddenFiles } from './vended-keys.ts'

/** Files being read at once: by this process, by one tenant. Clients of S3 try again after a 503. */
const OPEN_MAX = 128
const TENANT_OPEN_MAX = 32
const RANGE = /^bytes=(\d*)-(\d*)$/

export const fileRoutes: Routes = (app, deps) => {
  const open = new Map<string, number>()
  let all = 0
  app.setErrorHandler((error: AppError, request, reply) => {
    request.refusal = error
    const { status, detail } = problemOf(error)
    if (status >= 500) logFailure(deps.log, request, error, status)
    return sendXml(reply.code(status), codeOf(status), String(detail))
  })
  app.get('/files/*', { config: { public: true, unlimited: true }, schema: { hide: true } }, async (request, reply) => {
    if (!deps.archive) throw new AppError('unavailable', 'no archive is configured')
    const { store } = deps.archive
    const { tenantId } = await signedBy(deps, request)
    const path = (request.params as { '*': string })['*']
    if (!isObjectPath(path) || !path.startsWith(`${tableFolder(tenantId)}/`))
      throw new AppError('forbidden', 'the key is valid for other files')
    const held = open.get(tenantId) ?? 0
    if (all >= OPEN_MAX || held >= TENANT_OPEN_MAX)
      throw new AppError('unavailable', 'too many files are being read', { retryAfterSeconds: 1 })
    const size = requireFound(await store.size(path), 'file')
    const range = rangeOf(request.headers.range, size)
    reply.header('accept-ranges', 'bytes').header('etag', `"${path.split('/').at(-1)}"`)
    reply.header('last-modified', new Date(0).toUTCString()).type('application/octet-stream')
    if (range === 'outside') {
      reply.header('content-range', `bytes */${size}`)
      return sendXml(reply.code(416), 'InvalidRange', 'the range is outside of the file')
    }
    const { first, last } = range ?? { first: 0, last: size - 1 }
    if (range !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
    reply.header('content-length', last - first + 1)
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    open.set(tenantId, held + 1)
    all++
    reply.raw.once('close', () => {
      all--
      const left = (open.get(tenantId) ?? 1) - 1
      if (left === 0) open.delete(tenantId)
      else open.set(tenantId, left)
    })
    return reply.send(await store.stream(path, { first, last }))
  })
}

/** Throws `bad_credential` for an invalid signature, `forbidden` when its credential may not read. */
async function signedBy(deps: ApiDeps, request: FastifyRequest): Promise<Principal> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  )
  const signature = receivedSignature({ method: request.method, url: request.originalUrl, headers })
  const vended = signature && readVendedKey(signature.accessKeyId)
  const secret = signature && deps.archive?.secretOf(signature.accessKeyId)
  if (!signature || !vended || !secret || !signature.isOf(secret, deps.nowMs()))
    throw new AppError('bad_credential', 'the signature is not that of a key issued with a table')
  const asking: IdentifyDeps = {
    pool: deps.pool,
    keys: deps.keys,
    nowMs: deps.nowMs,
    serviceTokens: deps.serviceTokens,
    delegate: (tenant, id) => liveDelegate(deps.pool, tenant, id, deps.nowMs()),
  }
  const principal = await deps.principals.get('lent', signature.accessKeyId, () => principalOfVendedKey(asking, vended))
  requirePermission(principal, 'lake:query')
  refuseHiddenFiles(principal)
  return principal
}

/** Null for the whole file; a range that is not one of ours is the whole file too, as HTTP has it. */
function rangeOf(header: string | undefined, size: number): { first: number; last: number } | 'outside' | null {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return first > last || first >= size ? 'outside' : { first, last }
}

const codeOf = (status: number) =>
  ({ 401: 'AccessDenied', 403: 'AccessDenied', 404: 'NoSuchKey', 503: 'SlowDown' })[status] ?? 'InternalError'

function sendXml(reply: FastifyReply, code: string, message: string): FastifyReply {
  const text = message.replaceAll(/[<>&]/g, ' ')
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`
  return reply
    .type('application/xml')
    .serializer((value: unknown) => String(value))
    .send(body)
}
