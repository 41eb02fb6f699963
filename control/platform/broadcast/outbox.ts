import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'

/** A row of control data after a change, for the stages. */
export type ControlRow = {
  readonly kind: string
  readonly id: string
  /** Null: the row was deleted. */
  readonly document: Readonly<Record<string, unknown>> | null
}

/**
 * Queues a control change for the stages. It runs in the transaction of the change and after its statement, whose row
 * lock keeps two changes of one row in order.
 */
export async function announce(tx: TenantTx, row: ControlRow): Promise<void> {
  const sql = /* sql */ `INSERT INTO control_outbox (kind, id, document) VALUES ($1, $2, $3)`
  await tx.run(sql, [row.kind, row.id, documentOf(row)])
}

/** Like `announce`, for control data that all tenants share. */
export async function announceShared(tx: OperatorTx, row: ControlRow): Promise<void> {
  const sql = /* sql */ `INSERT INTO control_outbox (tenant_id, kind, id, document) VALUES ('', $1, $2, $3)`
  await tx.run(sql, [row.kind, row.id, documentOf(row)])
}

function documentOf({ document }: ControlRow): string | null {
  return document === null ? null : JSON.stringify(document)
}
