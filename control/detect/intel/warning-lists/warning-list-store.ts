/**
 * Stores lists of known-good values, and puts the entries of enabled lists among the indicators that events are matched
 * against.
 */
import { indicatorOf, KINDS, type Kind, type Role } from '../../../../intel/indicator.ts'
import { assert } from '../../../../platform/assert.ts'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import { int, orNull, type Row, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { announce } from '../../../platform/broadcast/index.ts'
import { BATCH_MAX } from '../import-indicators.ts'
import { lockIndicators, putIndicators } from '../indicator-store.ts'
import { INTEL_ID, INTEL_KIND } from '../manage-indicators.ts'
import { type Effect, WARNING_LIST_LIMITS, WARNING_LISTS, type WarningList } from './warning-list.ts'

export type Entry = { readonly kind: Kind; readonly value: string; readonly isHost: boolean }
export type WarningListInput = Pick<
  WarningList,
  'name' | 'description' | 'version' | 'effect' | 'is_enabled' | 'skipped' | 'skip_reasons' | 'updated_by'
>

/** All lists, by name. */
export function warningLists(tx: TenantTx): Promise<WarningList[]> {
  const sql = /* sql */ `SELECT ${WARNING_LISTS.columns} FROM warning_lists ORDER BY lower(name), id`
  return tx.many(WARNING_LISTS.read, sql)
}

/** Throws `not_found`. */
export async function requireWarningList(tx: TenantTx, id: string): Promise<WarningList> {
  const sql = /* sql */ `SELECT ${WARNING_LISTS.columns} FROM warning_lists WHERE id = $1`
  return requireFound(await tx.maybeOne(WARNING_LISTS.read, sql, [id]), 'warning list')
}

/** By kind and value. A list is always replaced as a whole, so `offset` is a stable position. */
export function entriesOf(tx: TenantTx, id: string, limit: number, offset: number): Promise<Entry[]> {
  const sql = /* sql */ `
    SELECT ioc_type, value, is_host FROM warning_list_entries WHERE list_id = $1
    ORDER BY ioc_type, value LIMIT $2 OFFSET $3`
  return tx.many(toEntry, sql, [id, limit, offset])
}

/** A list of the same name is replaced, entries and all. Throws `conflict` past a bound. */
export async function putWarningList(
  tx: TenantTx,
  input: WarningListInput,
  entries: readonly Entry[],
): Promise<WarningList> {
  await lockIndicators(tx, tx.tenantId)
  await requireRoom(tx, input.name, entries.length)
  const sql = /* sql */ `
    INSERT INTO warning_lists (name, description, version, effect, is_enabled, entries, skipped, skip_reasons, updated_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (tenant_id, name) DO UPDATE SET description = $2, version = $3, effect = $4, is_enabled = $5,
      entries = $6, skipped = $7, skip_reasons = $8, updated_by = $9, updated_at = clock_timestamp()
    RETURNING ${WARNING_LISTS.columns}`
  const { name, description, version, effect, is_enabled, skipped, skip_reasons, updated_by } = input
  const about = [name, description, version, effect, is_enabled, entries.length, skipped, JSON.stringify(skip_reasons)]
  const list = await tx.one(WARNING_LISTS.read, sql, [...about, updated_by])
  await tx.run(/* sql */ `DELETE FROM warning_list_entries WHERE list_id = $1`, [list.id])
  const insert = /* sql */ `
    INSERT INTO warning_list_entries (list_id, ioc_type, value, is_host)
    SELECT $1, e.kind, e.value, e."isHost"
    FROM jsonb_to_recordset($2) AS e (kind text, value text, "isHost" boolean)`
  for (let from = 0; from < entries.length; from += BATCH_MAX)
    await tx.run(insert, [list.id, JSON.stringify(entries.slice(from, from + BATCH_MAX))])
  await applyLists(tx)
  return list
}

/** Throws `not_found`. */
export async function changeWarningList(
  tx: TenantTx,
  id: string,
  { effect = null, is_enabled: isEnabled = null }: { effect?: Effect | null; is_enabled?: boolean | null },
  updatedBy: string,
): Promise<WarningList> {
  await lockIndicators(tx, tx.tenantId)
  const sql = /* sql */ `
    UPDATE warning_lists SET effect = coalesce($2, effect), is_enabled = coalesce($3, is_enabled), updated_by = $4,
      updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${WARNING_LISTS.columns}`
  const list = requireFound(
    await tx.maybeOne(WARNING_LISTS.read, sql, [id, effect, isEnabled, updatedBy]),
    'warning list',
  )
  await applyLists(tx)
  return list
}

/** Throws `not_found`. */
export async function deleteWarningList(tx: TenantTx, id: string): Promise<WarningList> {
  await lockIndicators(tx, tx.tenantId)
  const sql = /* sql */ `DELETE FROM warning_lists WHERE id = $1 RETURNING ${WARNING_LISTS.columns}`
  const list = requireFound(await tx.maybeOne(WARNING_LISTS.read, sql, [id]), 'warning list')
  await applyLists(tx)
  return list
}

async function requireRoom(tx: TenantTx, name: string, entries: number): Promise<void> {
  const sql = /* sql */ `
    SELECT count(*)::int AS lists, coalesce(sum(entries), 0)::int AS entries FROM warning_lists WHERE name <> $1`
  const others = await tx.maybeOne((row) => ({ lists: int(row, 'lists'), entries: int(row, 'entries') }), sql, [name])
  const { lists, entriesInAll } = WARNING_LIST_LIMITS
  if ((others?.lists ?? 0) >= lists) throw new AppError('conflict', `there are ${lists} warning lists already`)
  if ((others?.entries ?? 0) + entries > entriesInAll)
    throw new AppError('conflict', `all warning lists of a tenant have at most ${entriesInAll} entries`)
}

/** Role, kind and value of all entries of lists that are on; of two lists that name a value the first by name counts. */
const WANTED = /* sql */ `
  SELECT DISTINCT ON (role, ioc_type, value) role, ioc_type, value, list_id, name FROM (
    SELECT CASE WHEN l.effect = 'suppress' THEN 'warning' ELSE 'flag' END
        || CASE WHEN e.is_host THEN '_host' ELSE '' END AS role, e.ioc_type, e.value, l.id AS list_id, l.name
    FROM warning_lists l JOIN warning_list_entries e ON e.list_id = l.id WHERE l.is_enabled) of_lists
  ORDER BY role, ioc_type, value, name`

/**
 * Updates the tenant's indicators from its lists, after `lockIndicators`: adds missing entries, and removes those in no
 * list any more. Entries of a feed or a file belong to no list and stay.
 */
async function applyLists(tx: TenantTx): Promise<void> {
  const revisions: number[] = []
  const gone = /* sql */ `
    WITH wanted AS MATERIALIZED (${WANTED}), gone AS (
      UPDATE indicators i SET is_active = false, deleted_at = clock_timestamp(), revision = nextval('indicator_revision')
      WHERE i.tenant_id = svc_tenant() AND i.role <> 'indicator' AND i.context ? 'warning_list' AND i.deleted_at IS NULL
        AND NOT EXISTS (
          SELECT FROM wanted w WHERE w.role = i.role AND w.ioc_type = i.ioc_type AND w.value = i.value
            AND w.list_id::text = i.context ->> 'warning_list')
      RETURNING i.revision)
    SELECT max(revision) AS revision FROM gone`
  const last = await tx.maybeOne((row) => orNull(int, row, 'revision'), gone)
  if (last !== null) revisions.push(last)
  const missing = /* sql */ `
    WITH wanted AS MATERIALIZED (${WANTED})
    SELECT w.role, w.ioc_type, w.value, w.list_id, w.name FROM wanted w
    WHERE NOT EXISTS (
      SELECT FROM indicators i WHERE i.tenant_id = svc_tenant() AND i.role = w.role AND i.ioc_type = w.ioc_type
        AND md5(i.value) = md5(w.value) AND i.role <> 'indicator' AND i.is_active AND i.deleted_at IS NULL)
    ORDER BY w.name`
  const rows = await tx.many(toWanted, missing)
  for (let from = 0; from < rows.length; ) {
    const { name } = rows[from] as Wanted
    const batch = rows.slice(from, from + BATCH_MAX).filter((row) => row.name === name)
    from += batch.length
    const entries = batch.map(({ role, kind, value, listId }) => ({
      ...indicatorOf({ role, kind, value, sourceRef: listId }),
      context: { warning_list: listId },
    }))
    const revision = await putIndicators(tx, tx.tenantId, name, entries, Date.now())
    if (revision !== null) revisions.push(revision)
  }
  if (revisions.length > 0)
    await announce(tx, { kind: INTEL_KIND, id: INTEL_ID, document: { revision: Math.max(...revisions) } })
}

type Wanted = {
  readonly role: Role
  readonly kind: Kind
  readonly value: string
  readonly listId: string
  readonly name: string
}

function toWanted(row: Row): Wanted {
  return {
    ...{ role: text(row, 'role') as Role, kind: kindIn(row), value: text(row, 'value') },
    ...{ listId: text(row, 'list_id'), name: text(row, 'name') },
  }
}

function toEntry(row: Row): Entry {
  return { kind: kindIn(row), value: text(row, 'value'), isHost: row.is_host === true }
}

function kindIn(row: Row): Kind {
  const kind = KINDS.find((known) => known === row.ioc_type)
  assert(kind !== undefined, 'a stored entry has a kind of ours')
  return kind
}
