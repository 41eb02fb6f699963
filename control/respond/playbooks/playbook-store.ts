import { assert } from '../../../platform/assert.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { PlaybookDocument } from './document.ts'
import { BUILTIN_PLAYBOOKS } from './library.ts'

export type Playbook = {
  /** A built-in one has a word, a tenant's own a UUID. */
  readonly id: string
  readonly version: number
  readonly enabled: boolean
  readonly document: PlaybookDocument
  readonly isBuiltin: boolean
  readonly author: string | null
  readonly createdAt: Date | null
  readonly updatedAt: Date | null
}

const COLUMNS = 'id, version, enabled, document, author, created_at, updated_at'

function toPlaybook(row: Row): Playbook {
  return {
    id: text(row, 'id'),
    version: int(row, 'version'),
    enabled: row.enabled === true,
    document: row.document as PlaybookDocument, // JSON that was checked when it was saved
    isBuiltin: false,
    author: orNull(text, row, 'author'),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

/** Own playbooks, newest first, then built-in ones. A row of a built-in playbook only stores whether it is enabled. */
export async function playbooksOf(tx: TenantTx): Promise<Playbook[]> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM playbooks WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC`
  const rows = await tx.many(toPlaybook, sql)
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
    INSERT INTO playbooks (id, version, enabled, document, author) VALUES ($1, 1, $2, $3, $4) RETURNING ${COLUMNS}`
  const made = await tx.one(toPlaybook, sql, [
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
    WHERE id = $1 AND deleted_at IS NULL RETURNING ${COLUMNS}`
  const changed = await tx.maybeOne(toPlaybook, sql, [id, JSON.stringify(document), author])
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

export type PlaybookVersion = Pick<Playbook, 'version' | 'document' | 'author'> & { readonly createdAt: Date }

/** Newest first. */
export function versionsOf(tx: TenantTx, id: string): Promise<PlaybookVersion[]> {
  const sql = /* sql */ `
    SELECT version, document, author, created_at FROM playbook_versions WHERE playbook_id = $1 ORDER BY version DESC`
  return tx.many(
    (row) => ({
      version: int(row, 'version'),
      document: row.document as PlaybookDocument,
      author: orNull(text, row, 'author'),
      createdAt: time(row, 'created_at'),
    }),
    sql,
    [id],
  )
}
