import { bytes, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export type Install = {
  readonly slug: string
  readonly name: string
  readonly version: string
  readonly source: 'builtin' | 'remote'
  readonly sha256: Buffer
  readonly installedBy: string
  readonly installedAt: Date
  readonly updatedAt: Date
}

const COLUMNS = 'slug, name, version, source, content_sha256, installed_by, installed_at, updated_at'

function toInstall(row: Row): Install {
  return {
    slug: text(row, 'slug'),
    name: text(row, 'name'),
    version: text(row, 'version'),
    source: row.source as Install['source'], // a word that this context wrote
    sha256: bytes(row, 'content_sha256'),
    installedBy: text(row, 'installed_by'),
    installedAt: time(row, 'installed_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

/** Installs and removals of a tenant take turns. */
export async function lockInstalls(tx: TenantTx): Promise<void> {
  await tx.many(() => null, /* sql */ `SELECT pg_advisory_xact_lock(7342, hashtext(svc_tenant()))`)
}

export function installsOf(tx: TenantTx): Promise<Install[]> {
  return tx.many(toInstall, /* sql */ `SELECT ${COLUMNS} FROM marketplace_installs ORDER BY slug`)
}

export function installOf(tx: TenantTx, slug: string): Promise<Install | null> {
  return tx.maybeOne(toInstall, /* sql */ `SELECT ${COLUMNS} FROM marketplace_installs WHERE slug = $1`, [slug])
}

export async function putInstall(tx: TenantTx, install: Omit<Install, 'installedAt' | 'updatedAt'>): Promise<Install> {
  const sql = /* sql */ `
    INSERT INTO marketplace_installs (slug, name, version, source, content_sha256, installed_by)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, slug) DO UPDATE SET name = $2, version = $3, source = $4, content_sha256 = $5,
      updated_at = clock_timestamp()
    RETURNING ${COLUMNS}`
  const { slug, name, version, source, sha256, installedBy } = install
  return tx.one(toInstall, sql, [slug, name, version, source, sha256, installedBy])
}

/** Removes an installation with the records of its parts. */
export async function removeInstall(tx: TenantTx, slug: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM marketplace_installs WHERE slug = $1`, [slug])
}

export const PART_KINDS = ['rule', 'hunt', 'playbook'] as const

/** The object that one file of an item became. */
export type Part = {
  readonly path: string
  readonly kind: (typeof PART_KINDS)[number]
  readonly objectId: string
  /** Digest of the row as it was installed: a different one shows that somebody changed it. */
  readonly digest: Buffer
}

export function partsOf(tx: TenantTx, slug: string): Promise<Part[]> {
  const sql = /* sql */ `SELECT path, kind, object_id, digest FROM marketplace_parts WHERE slug = $1 ORDER BY path`
  const toPart = (row: Row): Part => ({
    path: text(row, 'path'),
    kind: row.kind as Part['kind'], // a word that this context wrote
    objectId: text(row, 'object_id'),
    digest: bytes(row, 'digest'),
  })
  return tx.many(toPart, sql, [slug])
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
