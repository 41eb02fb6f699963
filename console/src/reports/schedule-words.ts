/** Describes a schedule of reports in words. */
import { counted } from '../parts/words.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type Times = {
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  /** Day of weekly reports; 1 is Monday. */
  readonly weekday: number | null
  readonly hour: number
}

export function timesOf({ frequency, weekday, hour }: Times): string {
  const at = `${String(hour).padStart(2, '0')}:00`
  if (frequency === 'daily') return `Every day, ${at}`
  if (frequency === 'monthly') return `First of the month, ${at}`
  return `Every ${WEEKDAYS[(weekday ?? 1) - 1] ?? 'week'}, ${at}`
}

/** Empty when there are no receivers. */
export function receiversOf(people: number, addresses: number): string {
  return [
    people > 0 ? counted(people, 'person', 'people') : '',
    addresses > 0 ? counted(addresses, 'address', 'addresses') : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
