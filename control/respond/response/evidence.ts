/**
 * The evidence of an approval: the case and the alert that it names, as they stand. Comments, tasks, who has it and further
 * events of the same alert change nothing of it; another severity, verdict, entity or alert does.
 */
import { bytes, int, orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export type EvidenceOf = { readonly caseId: string | null; readonly alertId: string | null }

export type EvidenceFacts = {
  readonly case: {
    readonly id: string
    readonly number: number
    readonly title: string
    readonly severity: number
    readonly isOpen: boolean
    readonly alerts: number
  } | null
  readonly alert: {
    readonly id: string
    readonly title: string
    readonly severity: number
    readonly disposition: string | null
    readonly entities: readonly string[]
  } | null
}

/** Null when the approval names neither. A deleted case or alert changes the digest too. */
export async function evidenceDigest(tx: TenantTx, { caseId, alertId }: EvidenceOf): Promise<Buffer | null> {
  if (caseId === null && alertId === null) return null
  const sql = /* sql */ `
    SELECT sha256(convert_to(jsonb_build_array(
      (SELECT jsonb_build_array(title, severity, status IN ('resolved', 'closed'), merged_into_id) FROM cases WHERE id = $1),
      (SELECT jsonb_agg(jsonb_build_array(id, disposition) ORDER BY id) FROM alerts WHERE case_id = $1),
      (SELECT jsonb_build_array(title, severity, disposition, affected_ips, affected_hosts, affected_users,
        mitre_techniques) FROM alerts WHERE id = $2))::text, 'UTF8')) AS digest`
  return tx.maybeOne((row) => bytes(row, 'digest'), sql, [caseId, alertId])
}

/** The evidence as the person who decides sees it. */
export async function evidenceFacts(tx: TenantTx, { caseId, alertId }: EvidenceOf): Promise<EvidenceFacts> {
  const ofCase = /* sql */ `
    SELECT id, number, title, severity, status NOT IN ('resolved', 'closed') AS is_open,
      (SELECT count(*)::int FROM alerts a WHERE a.case_id = cases.id) AS alerts
    FROM cases WHERE id = $1`
  const ofAlert = /* sql */ `
    SELECT id, title, severity, disposition, affected_ips || affected_hosts || affected_users AS entities
    FROM alerts WHERE id = $1`
  const named = (row: Row) => ({ id: text(row, 'id'), title: text(row, 'title'), severity: int(row, 'severity') })
  return {
    case: await tx.maybeOne(
      (row) => ({
        ...named(row),
        number: int(row, 'number'),
        isOpen: row.is_open === true,
        alerts: int(row, 'alerts'),
      }),
      ofCase,
      [caseId],
    ),
    alert: await tx.maybeOne(
      (row) => ({
        ...named(row),
        disposition: orNull(text, row, 'disposition'),
        entities: row.entities as readonly string[], // text[] of the table
      }),
      ofAlert,
      [alertId],
    ),
  }
}
