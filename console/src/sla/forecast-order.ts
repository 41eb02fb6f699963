/** Orders of open cases: by the saving of the API's forecast, by penalty, and by the earliest target. */
import type { Schemas } from '../api/client.ts'

export type ForecastCase = Schemas['SlaForecastCase']
export type Order = 'saving' | 'penalty' | 'due'

export const ORDERS: readonly { readonly value: Order; readonly label: string }[] = [
  { value: 'saving', label: 'Saves most first' },
  { value: 'penalty', label: 'Dearest first' },
  { value: 'due', label: 'Due first' },
]

/** Cases of one place are in the order of their targets. */
export function ordered(cases: readonly ForecastCase[], order: Order): readonly ForecastCase[] {
  const due = ({ due_at: at }: ForecastCase) => Date.parse(at)
  const size = ({ saved_per_hour: saved, expected_penalty: penalty }: ForecastCase) =>
    order === 'saving' ? saved : order === 'penalty' ? penalty : 0
  return cases.toSorted((a, b) => size(b) - size(a) || due(a) - due(b))
}

/** Targets that will be missed, if nothing changes: the sum of the chances. */
export const expectedMisses = (cases: readonly ForecastCase[]): number =>
  cases.reduce((sum, { chance }) => sum + chance, 0)

/** A chance that rounds to 0 or 100 % without being certain is not called certain. */
export function chanceWords(chance: number): string {
  if (chance > 0 && chance < 0.01) return 'under 1 %'
  if (chance < 1 && chance > 0.99) return 'over 99 %'
  return `${Math.round(chance * 100)} %`
}
