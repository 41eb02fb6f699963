/** The shifts of rotations over four weeks, a row for each rotation; choosing one covers it. Days are the viewer's. */
import type { CSSProperties } from 'react'
import type { Schemas } from '../api/client.ts'
import { usePeople } from '../parts/choices.ts'
import { Shown, shown } from '../parts/shown.tsx'
import { useFormats } from '../parts/time.tsx'
import { DAYS, dayStarts, placeOf, type Shift } from './shifts.ts'

type Rotation = Schemas['Rotation']

const HUES = 6
const DAY = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' })
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'narrow' })

type CalendarProps = {
  readonly rotations: readonly Rotation[]
  readonly shifts: readonly Shift[]
  readonly choose: (rotation: Rotation, shift: Shift) => void
}

export function Calendar({ rotations, shifts, choose }: CalendarProps) {
  const starts = dayStarts(new Date())
  const everybody = [...new Set(shifts.map(({ user_id: id }) => id))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Calendar of shifts">
      <table className="calendar">
        <thead>
          <tr>
            <th>
              <span className="unseen">Rotation</span>
            </th>
            {starts.slice(0, DAYS).map((day, at) => (
              <th key={day.getTime()} className={at === 0 ? 'today' : undefined} title={DAY.format(day)}>
                {WEEKDAY.format(day)}
                <br />
                {day.getDate()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rotations.map((rotation) => (
            <tr key={rotation.id}>
              <th scope="row">
                <Shown text={rotation.name} lengthMax={40} />
              </th>
              <td colSpan={DAYS} className="lane">
                {shifts
                  .filter(({ rotation_id: id }) => id === rotation.id)
                  .map((shift) => (
                    <Bar
                      key={shift.from_at}
                      shift={shift}
                      starts={starts}
                      hue={everybody.indexOf(shift.user_id) % HUES}
                      choose={() => choose(rotation, shift)}
                    />
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type BarProps = {
  readonly shift: Shift
  readonly starts: readonly Date[]
  readonly hue: number
  readonly choose: () => void
}

function Bar({ shift, starts, hue, choose }: BarProps) {
  const nameOf = useNames()
  const { short } = useFormats()
  const { left, width } = placeOf(shift, starts)
  if (width <= 0) return null
  const period = `${short.format(new Date(shift.from_at))} to ${short.format(new Date(shift.until_at))}`
  const covered = shift.covered_user_id === null ? '' : ` for ${nameOf(shift.covered_user_id)}`
  const label = `${nameOf(shift.user_id)}${covered}, ${period}`
  return (
    <button
      type="button"
      className={`turn hue-${hue}${shift.override_id === null ? '' : ' covered'}`}
      style={{ '--from': `${left}%`, '--share': `${width}%` } as CSSProperties}
      title={label}
      aria-label={label}
      onClick={choose}
    >
      <span>{shown(nameOf(shift.user_id), 40)}</span>
    </button>
  )
}

/** Names of people by id, without the mail address behind them. */
export function useNames(): (id: string) => string {
  const people = usePeople()
  return (id) => people?.find(({ value }) => value === id)?.label.replace(/ \([^()]*\)$/, '') ?? id.slice(0, 8)
}
