/** `svc fusion fit`: fits score weights to a tenant's verdicts, and shows their quality. */
import { type Calibration, type Fit, fitToVerdicts, publishWeights } from '../../control/soc/alerts/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'
import { operatorAudit } from './operator-audit.ts'

export async function runFusionFit(options: { tenant: string; publish?: boolean; shipped?: boolean }): Promise<void> {
  const { config, databaseUrl } = targets()
  const id = tenantId(options.tenant)
  const pool = openPostgres({ url: databaseUrl, poolSize: 1 })
  try {
    await requireTenant(pool, id)
    await withTenant(pool, id, async (tx) => {
      const fit = options.shipped ? null : await fitToVerdicts(tx)
      if (fit !== null) console.log(fitText(fit))
      if (!options.publish && !options.shipped) return
      await publishWeights(tx, fit, Date.now())
      const changes =
        fit === null
          ? { weights: 'shipped' }
          : { weights: JSON.stringify(fit.weights), verdicts: fit.attacks + fit.others }
      await operatorAudit(config)(tx, 'fusion:weights', { resource: 'fusion', changes })
      console.log(fit === null ? 'The built-in weights are active again.' : 'Published: active within seconds.')
    })
  } finally {
    await pool.end()
  }
}

function fitText({ weights, shipped, fitted, attacks, others }: Fit): string {
  return [
    `${attacks + others} verdicts: ${attacks} attacks, ${others} not`,
    `bias ${weights.bias}, ${Object.entries(weights.features)
      .map(([name, weight]) => `${name} ${weight}`)
      .join(', ')}`,
    calibrationText('Built-in weights', shipped),
    calibrationText('Fitted weights, cross-validated', fitted),
  ].join('\n')
}

function calibrationText(whose: string, { bins, brier, logLoss }: Calibration): string {
  const lines = bins.flatMap(({ from, to, alerts, predicted, observed }) => {
    const [predictedShare, observedShare] = [predicted, observed].map((part) => `${Math.round(100 * (part ?? 0))} %`)
    return alerts === 0
      ? []
      : [
          `  ${from.toFixed(1)} to ${to.toFixed(1)}: ${alerts} alerts, predicted attacks ${predictedShare}, actual ${observedShare}`,
        ]
  })
  return [`${whose}: Brier score ${brier.toFixed(3)}, log loss ${logLoss.toFixed(3)}`, ...lines].join('\n')
}
