import { isUuid } from '../../../platform/uuid-text.ts'
import { bytes, int, orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

/** An entry as it is stored; without a place in the chain as long as it waits for one. */
export type StoredEntry = { readonly seq: number | null; readonly id: string; readonly document: string }

/** Filters of a listing, with names already turned into references. Null: no filter. */
export type EntryFilter = {
  /** A prefix. */
  readonly action: string | null
  /** A pattern of LIKE. */
  readonly search: string | null
  readonly resource: string | null
  readonly resourceIds: readonly string[] | null
  readonly actorRefs: readonly string[] | null
  /** References of people who match the search by name or address, beside matches in the text. */
  readonly searchRefs: readonly string[] | null
  readonly fromId: string | null
  readonly untilId: string | null
}

export async function insertEntries(tx: TenantTx, ids: readonly string[], documents: readonly string[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO audit_outbox (tenant_id, id, document)
    SELECT (SELECT svc_tenant()), id, document FROM unnest($1::uuid[], $2::text[]) AS e (id, document)`
  await tx.run(sql, [ids, documents])
}

/**
 * Under row security an index serves only leakproof operators, so a prefix is searched as a range, because LIKE is not
 * leakproof. Sealed values are excluded from the search in changes, because any text could occur in them by chance, and
 * texts that an erasure reaches are found by their keys; a first test of the whole document avoids reading those that
 * cannot match.
 */
const MATCHES = `
    ($1::text IS NULL OR (action >= $1 AND action < $1 || chr(1114111))) AND ($2::text IS NULL OR resource = $2)
    AND ($3::text[] IS NULL OR resource_id = ANY ($3)) AND ($4::text[] IS NULL OR actor_ref = ANY ($4))
    AND ($5::uuid IS NULL OR id >= $5) AND ($6::uuid IS NULL OR id < $6)
    AND ($7::text IS NULL OR action ILIKE $7 OR resource ILIKE $7 OR resource_id ILIKE $7 OR actor_ref = ANY ($8)
      OR resource_id = ANY ($8)
      OR document ILIKE $9 AND regexp_replace((document::jsonb -> 'changes')::text, '"\\$(sealed|subject)": "[^"]*"', '', 'g') ILIKE $9
      OR EXISTS (SELECT FROM regexp_matches(document, '"\\$sealed":"([0-9a-f-]{36})', 'g') AS m (parts)
        JOIN audit_subjects s ON s.ref = m.parts[1]::uuid
        WHERE s.subject LIKE 'name:%' AND coalesce(s.long_text, substr(s.subject, 6)) ILIKE $7))`

/** Newest first: those below `beforeId`, chained or not. */
export function entriesBefore(
  tx: TenantTx,
  filter: EntryFilter,
  beforeId: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  const sql = /* sql */ `
    SELECT seq, id, document FROM (
      (SELECT seq, id, document FROM audit_log
        WHERE ${MATCHES} AND ($10::uuid IS NULL OR id < $10) ORDER BY id DESC LIMIT $11)
      UNION ALL
      (SELECT NULL, id, document FROM audit_waiting
        WHERE ${MATCHES} AND ($10::uuid IS NULL OR id < $10) ORDER BY id DESC LIMIT $11)
    ) entries ORDER BY id DESC LIMIT $11`
  return tx.many(toEntry, sql, [...paramsOf(filter), beforeId, limit])
}

export async function countEntries(tx: TenantTx, filter: EntryFilter): Promise<number> {
  const sql = /* sql */ `
    SELECT (SELECT count(*) FROM audit_log WHERE ${MATCHES}) + (SELECT count(*) FROM audit_waiting WHERE ${MATCHES}) AS rows`
  return (await tx.maybeOne((row) => int(row, 'rows'), sql, paramsOf(filter))) ?? 0
}

export type ChainedEntry = { readonly seq: number; readonly hash: Buffer; readonly document: string }

/** In chain order, from after `seq` up to `last`. */
export function chainedAfter(tx: TenantTx, seq: number, last: number, limit: number): Promise<ChainedEntry[]> {
  const sql = /* sql */ `
    SELECT seq, hash, document FROM audit_log WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`
  const toChained = (row: Row) => ({
    seq: int(row, 'seq'),
    hash: bytes(row, 'hash'),
    document: text(row, 'document'),
  })
  return tx.many(toChained, sql, [seq, last, limit])
}

/** Place of an entry in the chain; null as long as it waits, and when the tenant has no such entry. */
export async function seqOf(tx: TenantTx, id: string): Promise<number | null> {
  if (!isUuid(id)) return null
  const sql = /* sql */ `SELECT seq FROM audit_log WHERE id = $1`
  return tx.maybeOne((row) => int(row, 'seq'), sql, [id])
}

function paramsOf({ action, resource, resourceIds, actorRefs, fromId, untilId, search, searchRefs }: EntryFilter) {
  const inDocument = search === null ? null : inJson(search)
  return [action, resource, resourceIds, actorRefs, fromId, untilId, search, searchRefs ?? [], inDocument]
}

/** The pattern as it finds the same words in JSON, where some characters are escaped. */
function inJson(pattern: string): string {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('\\', '\\\\')
  return pattern.replace(/["\p{Cc}]|\\\\/gu, (found) => escaped(found === '\\\\' ? '\\' : found))
}

function toEntry(row: Row): StoredEntry {
  return { seq: orNull(int, row, 'seq'), id: text(row, 'id'), document: text(row, 'document') }
}
