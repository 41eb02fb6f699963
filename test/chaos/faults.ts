import { isBalanced } from '../../query/ledger.ts'
import { total } from '../../services/cli/ledger-change.ts'
import type { ChaosResult } from './rounds.ts'

/** Describes every promise that a run broke. */
export function faultsOf({ acknowledged, stored, distinct, ledger, ended = {} }: ChaosResult): string[] {
  const sums = total(ledger)
  const faults: string[] = []
  if (acknowledged === 0) faults.push('nothing was acknowledged, so nothing was tried')
  if (distinct < acknowledged) faults.push(`${acknowledged - distinct} acknowledged events are lost`)
  if (distinct > acknowledged) faults.push(`${distinct - acknowledged} events are stored that nobody sent`)
  if (stored > distinct) faults.push(`${stored - distinct} events are stored more than once`)
  if (!isBalanced(ledger)) faults.push(`the ledger does not balance: ${JSON.stringify(ledger)}`)
  if (sums.stored !== stored) faults.push(`the ledger says ${sums.stored} are stored, the lake holds ${stored}`)
  if (sums.rejected + sums.dead_lettered > 0) faults.push('sound events were refused')
  for (const [name, times] of Object.entries(ended))
    faults.push(`${name} ended ${times} times, where waiting was enough`)
  return faults
}
