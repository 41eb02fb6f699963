import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const SAVED_SEARCH_LIMITS = {
  nameChars: 120,
  queryChars: 4096,
  /** The longest span of one query. */
  hours: 186 * 24,
  columns: 32,
  columnChars: 256,
  /**
   * Saved searches of one person; past it the next one is refused.
   * @bound saved searches of a person -> 409
   */
  ofPerson: 200,
  /**
   * Listed searches, shared ones and the person's own, own first: further ones are not listed.
   * @bound listed searches of a person -> further ones are not listed
   */
  listed: 2_000,
} as const

export const SAVED_LANGUAGES = ['lucene', 'kql', 'sql'] as const

export const SAVED_SEARCHES = table('SavedSearch', {
  id: column.uuid(),
  owner_id: column.uuid(),
  name: column.text(),
  query: column.text(),
  language: column.word(SAVED_LANGUAGES),
  hours: column.int({ description: 'hours that the search looks back' }),
  columns: column.texts({ description: 'fields to show; empty: the person’s own choice' }),
  is_shared: column.bool({ description: 'true: visible to everybody in the tenant; only its owner changes it' }),
  created_at: column.time(),
  updated_at: column.time(),
})
export type SavedSearch = RowOf<typeof SAVED_SEARCHES>
export type SavedSearchInput = Pick<SavedSearch, 'name' | 'query' | 'language' | 'hours' | 'columns' | 'is_shared'>

/** Searches that the person may see, their own first. */
export function savedSearches(tx: TenantTx, personId: string): Promise<SavedSearch[]> {
  const sql = /* sql */ `
    SELECT ${SAVED_SEARCHES.columns} FROM saved_searches WHERE is_shared OR owner_id = $1
    ORDER BY owner_id <> $1, lower(name), id LIMIT $2`
  return tx.many(SAVED_SEARCHES.read, sql, [personId, SAVED_SEARCH_LIMITS.listed])
}

/** Throws `conflict` for a person who keeps as many as one may. */
export async function addSavedSearch(
  tx: TenantTx,
  ownerId: string,
  savedSearchInput: SavedSearchInput,
): Promise<SavedSearch> {
  const sql = /* sql */ `
    INSERT INTO saved_searches (owner_id, name, query, language, hours, columns, is_shared)
    SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM saved_searches WHERE owner_id = $1) < $8
    RETURNING ${SAVED_SEARCHES.columns}`
  const { name, query, language, hours, columns, is_shared } = savedSearchInput
  const params = [ownerId, name, query, language, hours, columns, is_shared, SAVED_SEARCH_LIMITS.ofPerson]
  const added = await tx.maybeOne(SAVED_SEARCHES.read, sql, params)
  if (added === null)
    throw new AppError(
      'conflict',
      `one person keeps at most ${SAVED_SEARCH_LIMITS.ofPerson} searches: delete one first`,
    )
  return added
}

/** Null where the person owns no such search. */
export function changeSavedSearch(
  tx: TenantTx,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  { name, query, language, hours, columns, is_shared }: SavedSearchInput,
): Promise<SavedSearch | null> {
  const sql = /* sql */ `
    UPDATE saved_searches SET name = $3, query = $4, language = $5, hours = $6, columns = $7, is_shared = $8,
      updated_at = clock_timestamp()
    WHERE id = $1 AND owner_id = $2 RETURNING ${SAVED_SEARCHES.columns}`
  return tx.maybeOne(SAVED_SEARCHES.read, sql, [id, ownerId, name, query, language, hours, columns, is_shared])
}

/** False where the person owns no such search. */
export async function deleteSavedSearch(tx: TenantTx, id: string, ownerId: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM saved_searches WHERE id = $1 AND owner_id = $2`, [id, ownerId])) === 1
}
