import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { PlaybookDocument } from './document.ts'
import { BUILTIN_PLAYBOOKS } from './library.ts'

export const documentSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'playbook with name, trigger and steps, as in docs/playbooks.md',
})

/** Playbooks of a tenant. A built-in one has a word as its id, no times, and no row unless it was enabled or disabled. */
export const PLAYBOOKS = tableInCamelCase('StoredPlaybook', {
  id: column.text(),
  version: column.int(),
  enabled: column.bool(),
  is_builtin: column.derived<boolean>(Type.Boolean(), () => false),
  author: column.orNull(column.text()),
  document: column.json<PlaybookDocument>(documentSchema),
  created_at: column.orNull(column.time()),
  updated_at: column.orNull(column.time()),
})
export type Playbook = RowOf<typeof PLAYBOOKS>

/** Own playbooks, newest first, then built-in ones. A row of a built-in playbook only stores whether it is enabled. */
export async function playbooksOf(tx: TenantTx): Promise<Playbook[]> {
  const sql = /* sql */ `SELECT ${PLAYBOOKS.columns} FROM playbooks WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC`
  const rows = await tx.many(PLAYBOOKS.read, sql)
  const builtin = new Set(BUILTIN_PLAYBOOKS.map(({ id }) => id))
  const switched = new Map(rows.map((row) => [row.id, row.enabled]))
  const shipped = BUILTIN_PLAYBOOKS.map(({ id, document }): Playbook => {
    const enabled = switched.get(id) ?? false
    return { id, version: 1, enabled, document, isBuiltin: true, author: null, createdAt: null, updatedAt: null }
  })
  return [...rows.filter(({ id }) => !builtin.has(id)), ...shipped]
}

export async function playbookById(tx: TenantTx, id: string): Promise<Playbook | null> {
  return (await playbooksOf(tx)).find((playbook) => playbook.id === id) ?? null
}

export async function insertPlaybook(
  tx: TenantTx,
  playbook: Pick<Playbook, 'id' | 'document' | 'enabled' | 'author'>,
): Promise<Playbook> {
  const sql = /* sql */ `
    INSERT INTO playbooks (id, version, enabled, document, author) VALUES ($1, 1, $2, $3, $4) RETURNING ${PLAYBOOKS.columns}`
  const made = await tx.one(PLAYBOOKS.read, sql, [
    playbook.id,
    playbook.enabled,
    JSON.stringify(playbook.document),
    playbook.author,
  ])
  await keepVersion(tx, made)
  return made
}

/** A version more. */
export async function updatePlaybook(
  tx: TenantTx,
  id: string,
  document: PlaybookDocument,
  author: string | null,
): Promise<Playbook> {
  const sql = /* sql */ `
    UPDATE playbooks SET version = version + 1, document = $2, author = $3, updated_at = clock_timestamp()
    WHERE id = $1 AND deleted_at IS NULL RETURNING ${PLAYBOOKS.columns}`
  const changed = await tx.maybeOne(PLAYBOOKS.read, sql, [id, JSON.stringify(document), author])
  assert(changed !== null, 'a playbook that was found is there to be changed')
  await keepVersion(tx, changed)
  return changed
}

async function keepVersion(tx: TenantTx, { id, version, document, author }: Playbook): Promise<void> {
  const sql = /* sql */ `INSERT INTO playbook_versions (playbook_id, version, document, author) VALUES ($1, $2, $3, $4)`
  await tx.run(sql, [id, version, JSON.stringify(document), author])
}

export async function switchPlaybook(tx: TenantTx, playbook: Playbook, enabled: boolean): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO playbooks (id, version, enabled, document) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, id) DO UPDATE SET enabled = $3, updated_at = clock_timestamp()`
  await tx.run(sql, [playbook.id, playbook.version, enabled, JSON.stringify(playbook.document)])
}

/** Its runs and versions stay. */
export async function deletePlaybookRow(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE playbooks SET deleted_at = clock_timestamp(), enabled = false WHERE id = $1`, [id])
}

export const PLAYBOOK_VERSIONS = tableInCamelCase('PlaybookVersion', {
  version: column.int(),
  author: column.orNull(column.text()),
  document: column.json<PlaybookDocument>(documentSchema),
  created_at: column.time(),
})
export type PlaybookVersion = RowOf<typeof PLAYBOOK_VERSIONS>

/** Newest first. */
export function versionsOf(tx: TenantTx, id: string): Promise<PlaybookVersion[]> {
  const sql = /* sql */ `
    SELECT ${PLAYBOOK_VERSIONS.columns} FROM playbook_versions WHERE playbook_id = $1 ORDER BY version DESC`
  return tx.many(PLAYBOOK_VERSIONS.read, sql, [id])
}
