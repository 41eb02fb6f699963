/** Queries of the chainer, across tenants. */
import type { Frontier, Subtree } from '../../../platform/merkle.ts'
import { frontierOf } from '../../../platform/merkle.ts'
import { bytes, int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx } from '../../../stores/postgres/pool.ts'
import { GENESIS } from './chain.ts'

/** The last position and hash of a tenant's chain. */
export type Chain = { readonly tenantId: string; lastHash: Buffer; readonly frontier: Frontier }
export type WaitingEntry = { readonly tenantId: string; readonly id: string; readonly document: string }
export type Link = { readonly id: string; readonly seq: number; readonly hash: Buffer }
export type TreeNode = Subtree & { readonly tenantId: string }

const CHAIN = 'tenant_id, size, last_hash, peaks'

/** Tenants of the `limit` entries that wait longest. */
export function waitingTenants(tx: OperatorTx, limit: number): Promise<string[]> {
  const sql = /* sql */ `
    SELECT DISTINCT tenant_id FROM (SELECT tenant_id FROM audit_outbox ORDER BY id LIMIT $1) w ORDER BY tenant_id`
  return tx.many((row) => text(row, 'tenant_id'), sql, [limit])
}

/** Locks the chains of these tenants that no other chainer has locked, until the transaction ends. */
export async function lockChains(tx: OperatorTx, tenants: readonly string[]): Promise<Chain[]> {
  const begin = /* sql */ `
    INSERT INTO audit_chains (tenant_id, last_hash) SELECT tenant_id, $2 FROM unnest($1::text[]) AS t (tenant_id)
    ON CONFLICT (tenant_id) DO NOTHING`
  await tx.run(begin, [tenants, GENESIS])
  const lock = /* sql */ `
    SELECT ${CHAIN} FROM audit_chains WHERE tenant_id = ANY ($1) ORDER BY tenant_id FOR UPDATE SKIP LOCKED`
  return tx.many(toChain, lock, [tenants])
}

/**
 * Oldest first. Read after the lock was taken, so that entries which another chainer has just moved are not read again.
 */
export function waitingEntries(tx: OperatorTx, tenants: readonly string[], limit: number): Promise<WaitingEntry[]> {
  const sql = /* sql */ `
    SELECT tenant_id, id, document FROM audit_outbox WHERE tenant_id = ANY ($1) ORDER BY id LIMIT $2`
  const toEntry = (row: Row) => ({
    tenantId: text(row, 'tenant_id'),
    id: text(row, 'id'),
    document: text(row, 'document'),
  })
  return tx.many(toEntry, sql, [tenants, limit])
}

/** Moves the entries unchanged to their places; returns the number moved. */
export async function moveToLog(tx: OperatorTx, links: readonly Link[]): Promise<number> {
  const ids = links.map(({ id }) => id)
  const insert = /* sql */ `
    INSERT INTO audit_log (tenant_id, seq, id, document, hash, action, resource, resource_id, actor_ref)
    SELECT w.tenant_id, l.seq, w.id, w.document, l.hash, w.action, w.resource, w.resource_id, w.actor_ref
    FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS l (id, seq, hash) JOIN audit_waiting w ON w.id = l.id`
  const moved = await tx.run(insert, [ids, links.map(({ seq }) => seq), links.map(({ hash }) => hash)])
  await tx.run(/* sql */ `DELETE FROM audit_outbox WHERE id = ANY ($1::uuid[])`, [ids])
  return moved
}

export async function insertNodes(tx: OperatorTx, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length === 0) return
  const sql = /* sql */ `
    INSERT INTO audit_tree_nodes (tenant_id, level, index, hash)
    SELECT tenant_id, level, index, hash
    FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::bytea[]) AS n (tenant_id, level, index, hash)`
  const column = <K extends keyof TreeNode>(key: K) => nodes.map((node) => node[key])
  await tx.run(sql, [column('tenantId'), column('level'), column('index'), column('hash')])
}

export async function advanceChains(tx: OperatorTx, chains: readonly Chain[]): Promise<void> {
  const sql = /* sql */ `
    UPDATE audit_chains c SET size = n.size, last_hash = n.last_hash, peaks = n.peaks
    FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[]) AS n (tenant_id, size, last_hash, peaks)
    WHERE c.tenant_id = n.tenant_id`
  const sizes = chains.map(({ frontier }) => frontier.size)
  const peaks = chains.map(({ frontier }) => Buffer.concat(frontier.peaks))
  await tx.run(sql, [chains.map(({ tenantId }) => tenantId), sizes, chains.map(({ lastHash }) => lastHash), peaks])
}

/**
 * Chains with entries that no head covers, last signed at or before `signedAtMs`, locked; those others hold are passed
 * over.
 */
export function lockUnsigned(tx: OperatorTx, signedAtMs: number, limit: number): Promise<Chain[]> {
  const sql = /* sql */ `
    SELECT ${CHAIN} FROM audit_chains WHERE signed_size < size AND signed_at_ms <= $1
    ORDER BY signed_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`
  return tx.many(toChain, sql, [signedAtMs, limit])
}

function toChain(row: Row): Chain {
  return {
    tenantId: text(row, 'tenant_id'),
    lastHash: bytes(row, 'last_hash'),
    frontier: frontierOf(int(row, 'size'), bytes(row, 'peaks')),
  }
}
