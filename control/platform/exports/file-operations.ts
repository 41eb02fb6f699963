/** Operations that answer with a signed export, or with the files of one that was made beside its request. */
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { Position } from '../../../platform/paging.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { toWire } from '../../../schemas/to-wire.ts'
import { closed } from '../../../schemas/wire.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { alertFilterMembers, alertFilterOf, alertSchema, newestAlerts, shownAlert } from '../../soc/alerts/index.ts'
import { caseSchema, changedCases, type ExportPosition, shownCase } from '../../soc/cases/index.ts'
import { type OutsideCall, operationsOf } from '../acting/index.ts'
import type { Vault } from '../vault/index.ts'
import { type ExportJob, exportFolder, requireExportJob } from './export-job.ts'
import { linesWithin, requireExport, signedBundle, zipFile } from './signed-file.ts'
import { tarEnd, tarHead, tarPadding } from './tar.ts'

type Deps = {
  readonly vault: Vault
  readonly archive?: { readonly store: ObjectStore } | undefined
}
const operation = operationsOf<Deps>()
const audit = 'export:made'
const PAGE = 500

const cases = operation.file({
  name: 'exports.cases',
  summary: 'Export cases as signed NDJSON, in the order of their last change',
  permission: 'cases:read',
  audit,
  path: 'GET /exports/cases',
  query: Type.Object({ updated_since: Type.Optional(Type.String({ maxLength: 40 })) }, closed),
  file: zipFile,
  async run(call, query) {
    await requireExport(call)
    const { updated_since: since } = query
    const from = since === undefined ? null : timeOf(since, 'query', 'updated_since')
    const pages = pagesOf(call, (tx, after: ExportPosition | null) => changedCases(tx, from, PAGE, after))
    const lines = await linesWithin(pages, (item) => toWire(caseSchema, shownCase(item, call.nowMs)))
    return signedBundle(call, { kind: 'cases', file: 'cases.ndjson', query, ...lines })
  },
})

const alerts = operation.file({
  name: 'exports.alerts',
  summary: 'Export alerts as signed NDJSON, newest first, with the filters of GET /alerts',
  permission: 'alerts:read',
  audit,
  path: 'GET /exports/alerts',
  query: Type.Object(alertFilterMembers, closed),
  file: zipFile,
  async run(call, query) {
    await requireExport(call)
    const filter = alertFilterOf(query, call.actor)
    const pages = pagesOf(call, (tx, after: Position | null) => newestAlerts(tx, filter, PAGE, after))
    const lines = await linesWithin(pages, (item) => toWire(alertSchema, shownAlert(item)))
    return signedBundle(call, { kind: 'alerts', file: 'alerts.ndjson', query, ...lines })
  },
})

/** Reads a list page by page, each in its own transaction; the signature records the audit entry. */
async function* pagesOf<T, P>(
  { read: inTenant }: Pick<OutsideCall<Deps>, 'read'>,
  read: (tx: TenantTx, after: P | null) => Promise<readonly { readonly item: T; readonly position: P }[]>,
): AsyncGenerator<readonly T[]> {
  let after: P | null = null
  let found: readonly { readonly item: T; readonly position: P }[]
  do {
    const at: P | null = after
    found = await inTenant((tx) => read(tx, at))
    yield found.map(({ item }) => item)
    after = found.at(-1)?.position ?? null
  } while (found.length === PAGE)
}

const jobFile = operation.file({
  name: 'exports.file',
  summary: 'Download the files of a completed export, with their signed manifest, as one TAR file',
  description: '`svc exports verify` checks the folder into which it is unpacked.',
  permission: 'lake:query',
  audit: 'export:fetched',
  path: 'GET /exports/jobs/:id/file',
  file: { content: { 'application/x-tar': { schema: Type.String({ format: 'binary' }) } } },
  async run(call, { id }) {
    await requireExport(call)
    const { actor, deps, read, work } = call
    const found = await read((tx) => requireExportJob(tx, id))
    if (found.manifest === null) throw new AppError('conflict', `the export is ${found.state}: it has no file`)
    const store = deps.archive?.store
    if (!store) throw new AppError('unavailable', 'no files of exports are kept here')
    await work(async (_, note) => {
      note({ resource: 'export_job', resourceId: id, changes: { rows: found.rows } })
    })
    const body = Readable.from(tarOf(store, exportFolder(actor.tenantId, id), found))
    const disposition = `attachment; filename="events-export-${id.slice(0, 8)}.tar"`
    return { type: 'application/x-tar', body, headers: { 'content-disposition': disposition } }
  },
})

/** Streams one file after the other from the store, so that no file is completely in memory. */
async function* tarOf(store: ObjectStore, folder: string, { files, manifest, ended_at }: ExportJob) {
  const at = ended_at ?? new Date(0)
  for (const { file, bytes } of files) {
    yield tarHead(file, bytes, at)
    yield* await store.stream(`${folder}/${file}`)
    yield tarPadding(bytes)
  }
  const last = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield tarHead('manifest.json', last.length, at)
  yield last
  yield tarPadding(last.length)
  yield tarEnd()
}

export const EXPORT_FILE_OPERATIONS = [cases, alerts, jobFile]
