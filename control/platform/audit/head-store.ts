import { bytes, int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { SignedHead } from './tree-head.ts'

const COLUMNS = 'tenant_id, size, time_ms, root, key_id, signature'

/** Also updates how far each chain is signed. */
export async function insertHeads(tx: OperatorTx, heads: readonly SignedHead[]): Promise<void> {
  const insert = /* sql */ `
    INSERT INTO audit_tree_heads (tenant_id, size, time_ms, root, key_id, signature)
    SELECT tenant_id, size, time_ms, root, key_id, signature
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::text[], $6::bytea[])
      AS h (tenant_id, size, time_ms, root, key_id, signature)`
  const column = <K extends keyof SignedHead>(key: K) => heads.map((head) => head[key])
  const [tenants, sizes, times] = [column('tenant_id'), column('size'), column('time_ms')]
  const roots = heads.map(({ root }) => Buffer.from(root, 'hex'))
  const signatures = heads.map(({ signature }) => Buffer.from(signature, 'base64url'))
  await tx.run(insert, [tenants, sizes, times, roots, column('key_id'), signatures])
  const note = /* sql */ `
    UPDATE audit_chains c SET signed_size = h.size, signed_at_ms = h.time_ms
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS h (tenant_id, size, time_ms)
    WHERE c.tenant_id = h.tenant_id`
  await tx.run(note, [tenants, sizes, times])
}

/** Null as long as nothing was signed. */
export function latestHead(tx: TenantTx): Promise<SignedHead | null> {
  return tx.maybeOne(toHead, /* sql */ `SELECT ${COLUMNS} FROM audit_tree_heads ORDER BY size DESC LIMIT 1`)
}

export function headOfSize(tx: TenantTx, size: number): Promise<SignedHead | null> {
  return tx.maybeOne(toHead, /* sql */ `SELECT ${COLUMNS} FROM audit_tree_heads WHERE size = $1`, [size])
}

/** By size, from above `above` to `upTo`. */
export function headsBetween(tx: TenantTx, above: number, upTo: number): Promise<SignedHead[]> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM audit_tree_heads WHERE size > $1 AND size <= $2 ORDER BY size`
  return tx.many(toHead, sql, [above, upTo])
}

function toHead(row: Row): SignedHead {
  return {
    tenant_id: text(row, 'tenant_id'),
    size: int(row, 'size'),
    time_ms: int(row, 'time_ms'),
    root: bytes(row, 'root').toString('hex'),
    key_id: text(row, 'key_id'),
    signature: bytes(row, 'signature').toString('base64url'),
  }
}
