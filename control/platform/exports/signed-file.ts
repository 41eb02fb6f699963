/** Answers with an export: signed, kept in `export_signatures`, and refused where a field rule or residency forbids it. */
import { Type } from 'typebox'
import { type FileAnswer, idOf, type OutsideCall } from '../acting/index.ts'
import { HERE, refuseFile, requireRegion } from '../governance/index.ts'
import type { Vault } from '../vault/index.ts'
import { bundleOf } from './bundle.ts'
import { type ExportKind, sha256 } from './export-signature.ts'
import { signExport } from './sign-export.ts'

/** Id of the signature of a file, for `GET /governance/export-signatures/{id}`. */
export const SIGNATURE_HEADER = 'x-svc-export-signature'
/**
 * Limits of one export; `is_whole` of its signature is false when rows were left out.
 * @bound rows of a signed export -> it has the first rows, and `is_whole` of its signature is false
 */
export const EXPORT_ROWS_MAX = 10_000
/** @bound bytes of a signed export -> it has the first rows, and `is_whole` of its signature is false */
export const EXPORT_BYTES_MAX = 64 * 1024 * 1024
const LINE_FEED = 1

export const zipFile = {
  description: `a ZIP file with the export and its signature.json, which \`svc exports verify\` checks; ${SIGNATURE_HEADER} is the id of the signature`,
  content: { 'application/zip': { schema: Type.String({ format: 'binary' }) } },
}

export type Exported = {
  readonly kind: ExportKind
  /** Name of the file within the bundle. */
  readonly file: string
  readonly content: string | Uint8Array
  readonly rows: number
  readonly isWhole: boolean
  readonly query: object
}

type Exporting = Pick<OutsideCall<{ readonly vault: Vault }>, 'actor' | 'deps' | 'nowMs' | 'work' | 'read'>

/** Throws `forbidden` before anything is read, when the tenant's data may not leave or a field is hidden. */
export async function requireExport(
  { actor, read }: Pick<Exporting, 'actor' | 'read'>,
  { holdsRecords = true }: { readonly holdsRecords?: boolean } = {},
): Promise<void> {
  if (holdsRecords) refuseFile(actor.hidden)
  await requireRegion(read, 'export', HERE)
}

/** Signs in the transaction of the audit entry, where the operation declares one. */
export function signed({ actor, deps, nowMs, work }: Exporting, exported: Exported) {
  return work(async (tx, note) => {
    const { kind, content, rows, isWhole, query } = exported
    const of = { kind, contentSha256: sha256(content), query, rows, isWhole }
    const made = await signExport(tx, deps.vault, { ...of, by: idOf(actor), nowMs })
    note({ resource: 'export', resourceId: made.id, changes: { kind, rows, is_whole: isWhole } })
    return made
  })
}

export async function signedBundle(call: Exporting, exported: Exported): Promise<FileAnswer> {
  const { id, detached } = await signed(call, exported)
  const { content, file, kind } = exported
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const disposition = `attachment; filename="${kind}-export.zip"`
  return {
    type: 'application/zip',
    body: bundleOf(file, bytes, detached),
    headers: { [SIGNATURE_HEADER]: id, 'content-disposition': disposition },
  }
}

/** Rows as NDJSON up to the bounds of an export. */
export async function linesWithin<T>(pages: AsyncIterable<readonly T[]>, shown: (item: T) => unknown) {
  const lines: string[] = []
  let bytes = 0
  for await (const page of pages)
    for (const row of page) {
      const line = JSON.stringify(shown(row))
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
