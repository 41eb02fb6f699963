import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const INSTALLS = tableInCamelCase('Install', {
  slug: column.text(),
  name: column.text(),
  version: column.text(),
  source: column.json<'builtin' | 'remote'>(),
  sha256: column.from('content_sha256', column.bytes()),
  installed_by: column.text(),
  installed_at: column.time(),
  updated_at: column.time(),
})
export type Install = RowOf<typeof INSTALLS>

/** Installs and removals of a tenant take turns. */
export async function lockInstalls(tx: TenantTx): Promise<void> {
  await tx.many(() => null, /* sql */ `SELECT pg_advisory_xact_lock(7342, hashtext(svc_tenant()))`)
}

export function installsOf(tx: TenantTx): Promise<Install[]> {
  return tx.many(INSTALLS.read, /* sql */ `SELECT ${INSTALLS.columns} FROM marketplace_installs ORDER BY slug`)
}

export function installOf(tx: TenantTx, slug: string): Promise<Install | null> {
  return tx.maybeOne(INSTALLS.read, /* sql */ `SELECT ${INSTALLS.columns} FROM marketplace_installs WHERE slug = $1`, [
    slug,
  ])
}

export async function putInstall(tx: TenantTx, install: Omit<Install, 'installedAt' | 'updatedAt'>): Promise<Install> {
  const sql = /* sql */ `
    INSERT INTO marketplace_installs (slug, name, version, source, content_sha256, installed_by)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, slug) DO UPDATE SET name = $2, version = $3, source = $4, content_sha256 = $5,
      updated_at = clock_timestamp()
    RETURNING ${INSTALLS.columns}`
  const { slug, name, version, source, sha256, installedBy } = install
  return tx.one(INSTALLS.read, sql, [slug, name, version, source, sha256, installedBy])
}

/** Removes an installation with the records of its parts. */
export async function removeInstall(tx: TenantTx, slug: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM marketplace_installs WHERE slug = $1`, [slug])
}

export const PART_KINDS = ['rule', 'hunt', 'playbook'] as const

/** The object that one file of an item became. */
export const PARTS = tableInCamelCase('Part', {
  path: column.text(),
  kind: column.word(PART_KINDS),
  object_id: column.text(),
  /** Digest of the row as it was installed: a different one shows that somebody changed it. */
  digest: column.bytes(),
})
export type Part = RowOf<typeof PARTS>

export function partsOf(tx: TenantTx, slug: string): Promise<Part[]> {
  const sql = /* sql */ `SELECT ${PARTS.columns} FROM marketplace_parts WHERE slug = $1 ORDER BY path`
  return tx.many(PARTS.read, sql, [slug])
}

export async function putPart(tx: TenantTx, slug: string, { path, kind, objectId, digest }: Part): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO marketplace_parts (slug, path, kind, object_id, digest) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (tenant_id, slug, path) DO UPDATE SET kind = $3, object_id = $4, digest = $5`
  await tx.run(sql, [slug, path, kind, objectId, digest])
}

export async function forgetPart(tx: TenantTx, slug: string, path: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM marketplace_parts WHERE slug = $1 AND path = $2`, [slug, path])
}
