/** Answers with an export: signed, kept in `export_signatures`, and refused where a field rule or residency forbids it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { idOf } from '../../../control/platform/acting/index.ts'
import { bundleOf, type ExportKind, sha256, signExport } from '../../../control/platform/exports/index.ts'
import { HERE, requireRegion } from '../../../control/platform/governance/index.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { refuseRecords } from '../../plugins/field-rules.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'

/** Id of the signature of a file, for `GET /governance/export-signatures/{id}`. */
export const SIGNATURE_HEADER = 'x-svc-export-signature'
/** Bound of one export; `is_whole` of its signature says when rows are left out. */
export const EXPORT_ROWS_MAX = 10_000
export const EXPORT_BYTES_MAX = 64 * 1024 * 1024
const LINE_FEED = 1

export const zipSchema = {
  description: `a ZIP file with the export and its signature.json, which \`svc exports verify\` checks; ${SIGNATURE_HEADER} is the id of the signature`,
  content: { 'application/zip': { schema: Type.String({ format: 'binary' }) } },
} satisfies Static<TSchema>

export type Exported = {
  readonly kind: ExportKind
  /** Name of the file within the bundle. */
  readonly file: string
  readonly content: string | Uint8Array
  readonly rows: number
  readonly isWhole: boolean
  readonly query: object
}

/** Throws `forbidden` before anything is read: where data of the tenant may not leave, or a field of it is hidden. */
export async function requireExport(deps: ApiDeps, request: FastifyRequest): Promise<void> {
  refuseRecords(request)
  const { tenantId } = principalOf(request)
  await requireRegion((work) => withTenant(deps.pool, tenantId, work), 'export', HERE)
}

/** Signs in the transaction of the audit entry, where the route declares one. */
export function signed(deps: ApiDeps, request: FastifyRequest, exported: Exported) {
  return tenantWork(deps, request, async (tx, note) => {
    const { kind, content, rows, isWhole, query } = exported
    const of = { kind, contentSha256: sha256(content), query, rows, isWhole }
    const by = idOf(requestActor(request))
    const made = await signExport(tx, deps.vault, { ...of, by, nowMs: deps.nowMs() })
    note({ resource: 'export', resourceId: made.id, changes: { kind, rows, is_whole: isWhole } })
    return made
  })
}

export async function sendBundle(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply, exported: Exported) {
  const { id, detached } = await signed(deps, request, exported)
  const { content, file, kind } = exported
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return reply
    .header(SIGNATURE_HEADER, id)
    .header('content-disposition', `attachment; filename="${kind}-export.zip"`)
    .type('application/zip')
    .send(Buffer.from(bundleOf(file, bytes, detached)) as never)
}

/** Rows as NDJSON up to the bounds of an export. */
export async function linesWithin<T>(pages: AsyncIterable<readonly T[]>, viewOf: (item: T) => unknown) {
  const lines: string[] = []
  let bytes = 0
  for await (const page of pages)
    for (const row of page) {
      const line = JSON.stringify(viewOf(row))
      bytes += Buffer.byteLength(line) + LINE_FEED
      if (lines.length === EXPORT_ROWS_MAX || bytes > EXPORT_BYTES_MAX) return { ...ndjson(lines), isWhole: false }
      lines.push(line)
    }
  return { ...ndjson(lines), isWhole: true }
}

const ndjson = (lines: readonly string[]) => ({
  content: lines.map((line) => `${line}\n`).join(''),
  rows: lines.length,
})
