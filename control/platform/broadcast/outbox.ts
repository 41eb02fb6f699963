import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'

/** A row of control data after a change, for the stages. */
export type ControlRow = {
  readonly kind: string
  readonly id: string
  /** Null: the row was deleted. */
  readonly document: Readonly<Record<string, unknown>> | null
}

/**
 * Tells the stages, in the transaction that makes the change and after the statement that made it: that statement's
 * row lock is what keeps two changes of one row in their order.
 */
export async function announce(tx: TenantTx, row: ControlRow): Promise<void> {
  const sql = /* sql */ `INSERT INTO control_outbox (kind, id, document) VALUES ($1, $2, $3)`
  await tx.run(sql, [row.kind, row.id, documentOf(row)])
}

/** The same for what all tenants share. */
export async function announceShared(tx: OperatorTx, row: ControlRow): Promise<void> {
  const sql = /* sql */ `INSERT INTO control_outbox (tenant_id, kind, id, document) VALUES ('', $1, $2, $3)`
  await tx.run(sql, [row.kind, row.id, documentOf(row)])
}

function documentOf({ document }: ControlRow): string | null {
  return document === null ? null : JSON.stringify(document)
}
