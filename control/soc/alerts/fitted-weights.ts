/** The tenant's own weights: fitted to its people's verdicts, and published to the stages. */
import { FEATURES, WEIGHTS_ID, WEIGHTS_KIND, type Weights } from '../../../pipeline/stages/fuse/weights.ts'
import { AppError } from '../../../platform/errors.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { type Fit, fitWeights, JUDGED_MIN, type Judged, OF_EACH_MIN } from './fit-weights.ts'
import type { Fusion } from './fused-row.ts'

/** The newest that count. */
const JUDGED_MAX = 20_000

/** Throws `conflict` when too little was said. */
export async function fitToVerdicts(tx: TenantTx): Promise<Fit> {
  const fit = fitWeights(await judgedAlerts(tx))
  if (fit !== null) return fit
  const needed = `${JUDGED_MIN} alerts with a verdict of a person, ${OF_EACH_MIN} of them attacks and ${OF_EACH_MIN} not`
  throw new AppError('conflict', `too few verdicts to fit weights to: it takes ${needed}`)
}

/** Puts weights in force for new findings within seconds. Null: the shipped weights. */
export async function publishWeights(tx: TenantTx, fit: Fit | null, nowMs: number): Promise<void> {
  const version = `fitted ${new Date(nowMs).toISOString()}`
  const document: Weights | null = fit === null ? null : { version, ...fit.weights }
  await announce(tx, { kind: WEIGHTS_KIND, id: WEIGHTS_ID, document })
}

/** The latest conclusive verdict by a person on each alert. */
async function judgedAlerts(tx: TenantTx): Promise<Judged[]> {
  const sql = /* sql */ `
    SELECT fusion -> 'score' -> 'features' AS features, verdict FROM (
      SELECT DISTINCT ON (alert_id) alert_id, corrected_verdict AS verdict, decided_by_kind, created_at
      FROM alert_verdicts WHERE undone_at IS NULL ORDER BY alert_id, created_at DESC, id DESC) AS latest
    JOIN alerts ON alerts.id = alert_id
    WHERE fusion IS NOT NULL AND decided_by_kind = 'human' AND verdict <> 'escalate'
    ORDER BY latest.created_at DESC, alert_id LIMIT $1`
  type Features = Fusion['score']['features']
  return tx.many(
    (row) => {
      const values = new Map((row.features as Features).map(({ name, value }) => [name, value ?? 0]))
      return {
        values: FEATURES.map((name) => values.get(name) ?? 0),
        isAttack: text(row, 'verdict') === 'true_positive',
      }
    },
    sql,
    [JUDGED_MAX],
  )
}
