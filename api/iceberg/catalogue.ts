/**
 * The catalogue of the archive, after the REST catalogue specification of Apache Iceberg: each tenant is a namespace
 * with the read-only table `events`. Loading a table returns S3 credentials that open its files (see `lent-keys.ts`).
 */
import { Type } from 'typebox'
import { FILES_URL, tableFolder, tablePointer } from '../../control/platform/archive/index.ts'
import { AppError } from '../../platform/errors.ts'
import { withTenant } from '../../stores/postgres/pool.ts'
import type { ArchivePort } from '../deps.ts'
import type { Routes } from '../rest/api-app.ts'
import { principalOf } from '../route-config.ts'
import { IcebergFault } from './iceberg-error.ts'
import { refuseHiddenFiles, vendedKeyFor } from './vended-keys.ts'

const TABLE = 'events'
const REGION = 'us-east-1'
const PROTECTED = { permission: 'lake:query', bearerKey: true } as const
const hidden = { hide: true } as const
const word = Type.String({ minLength: 1, maxLength: 200 })
const ofNamespace = { ...hidden, params: Type.Object({ namespace: word }) }
const ofTable = { ...hidden, params: Type.Object({ namespace: word, table: word }) }

/** Requests that a client may send; it does not try others. */
const ENDPOINTS = [
  'GET /v1/{prefix}/namespaces',
  'GET /v1/{prefix}/namespaces/{namespace}',
  'HEAD /v1/{prefix}/namespaces/{namespace}',
  'GET /v1/{prefix}/namespaces/{namespace}/tables',
  'GET /v1/{prefix}/namespaces/{namespace}/tables/{table}',
  'HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}',
]

export const catalogueRoutes: Routes = (app, deps) => {
  const port = (): ArchivePort => {
    if (deps.archive) return deps.archive
    throw new AppError('unavailable', 'no archive is configured')
  }
  /** Throws for another namespace than the caller's own, whether it is there or not. */
  const requireOwn = (tenant: string, namespace: string) => {
    if (namespace !== tenant) throw new IcebergFault('NoSuchNamespaceException', `there is no namespace ${namespace}`)
  }

  app.get('/v1/config', { config: PROTECTED, schema: hidden }, async () => {
    return { defaults: {}, overrides: {}, endpoints: ENDPOINTS }
  })

  const listQuery = Type.Object({ parent: Type.Optional(Type.String({ maxLength: 200 })) })
  app.get('/v1/namespaces', { config: PROTECTED, schema: { ...hidden, querystring: listQuery } }, async (request) => {
    const { tenantId } = principalOf(request)
    const { parent = '' } = request.query
    if (parent !== '') requireOwn(tenantId, parent)
    return { namespaces: parent === '' ? [[tenantId]] : [] }
  })

  app.get('/v1/namespaces/:namespace', { config: PROTECTED, schema: ofNamespace }, async (request) => {
    const { tenantId } = principalOf(request)
    requireOwn(tenantId, request.params.namespace)
    return { namespace: [tenantId], properties: {} }
  })

  app.get('/v1/namespaces/:namespace/tables', { config: PROTECTED, schema: ofNamespace }, async (request) => {
    const { tenantId } = principalOf(request)
    requireOwn(tenantId, request.params.namespace)
    const pointer = await withTenant(deps.pool, tenantId, tablePointer)
    return { identifiers: pointer === null ? [] : [{ namespace: [tenantId], name: TABLE }] }
  })

  app.get('/v1/namespaces/:namespace/tables/:table', { config: PROTECTED, schema: ofTable }, async (request) => {
    const principal = principalOf(request)
    const { tenantId } = principal
    const { namespace, table } = request.params
    refuseHiddenFiles(principal)
    // Clients look up `events.files`, a metadata table, as a table of its own first and continue only after this error.
    const isOwn = namespace === tenantId && table === TABLE
    const pointer = isOwn ? await withTenant(deps.pool, tenantId, tablePointer) : null
    if (pointer === null)
      throw new IcebergFault(
        'NoSuchTableException',
        `there is no table ${namespace}.${table}, or nothing was archived into it`,
      )
    const { store, secretOf } = port()
    const metadata = JSON.parse((await store.read(pointer.path)).toString()) as object
    const accessKeyId = vendedKeyFor(principal, deps.nowMs())
    const config = {
      's3.endpoint': `${request.protocol}://${request.host}`,
      's3.access-key-id': accessKeyId,
      's3.secret-access-key': secretOf(accessKeyId),
      // Trino uses these keys only if they come with a session token. The access key says everything already.
      's3.session-token': accessKeyId,
      's3.region': REGION,
      's3.path-style-access': 'true',
      'client.region': REGION,
    }
    const prefix = `${FILES_URL}${tableFolder(tenantId)}/`
    return {
      'metadata-location': FILES_URL + pointer.path,
      metadata,
      config,
      'storage-credentials': [{ prefix, config }],
    }
  })
}
