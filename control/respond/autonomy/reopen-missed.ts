import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, alertOrNull, changeAlert, overrideVerdict } from '../../soc/alerts/index.ts'

/**
 * A threat that triage had closed, and that a person found in the blind sample: the alert gets the person's verdict and
 * is open again. An alert whose verdict or status people have changed since is left alone.
 */
export async function reopenMissed(
  tx: TenantTx,
  actor: Actor,
  alertId: string,
  words: string | null,
  nowMs: number,
): Promise<void> {
  const alert = await alertOrNull(tx, alertId)
  if (alert?.status !== 'resolved' || alert.disposition === 'true_positive') return
  const reason = words ?? 'a threat that triage had closed'
  const verdict = { correctedVerdict: 'true_positive', reason, reasonCode: 'true_positive_confirmed' } as const
  await overrideVerdict(tx, actor, alertId, verdict, nowMs)
  await changeAlert(tx, actor, alertId, { status: 'in_progress', reason }, nowMs)
}
