import type { RuleActivityOf } from './activity-of.ts'

/** The share of false positives among the judged alerts. */
export function Verdicts({ verdicts }: Pick<RuleActivityOf, 'verdicts'>) {
  const judged = verdicts.truePositive + verdicts.benign + verdicts.falsePositive
  if (judged === 0)
    return (
      <span className="quiet">
        {verdicts.alerts === 0 ? '–' : `${verdicts.alerts} ${verdicts.alerts === 1 ? 'alert' : 'alerts'}, none judged`}
      </span>
    )
  const noise = (100 * (verdicts.falsePositive + verdicts.benign)) / judged
  return (
    <span
      className={noise >= 80 ? 'late' : undefined}
      title={`${verdicts.truePositive} true, ${verdicts.benign} benign, ${verdicts.falsePositive} false, of ${verdicts.alerts} alerts`}
    >
      {noise.toFixed(0)} % noise of {judged}
    </span>
  )
}
