/**
 * The shifts of rotations over four weeks, a row for each rotation. Days are those of the rotation's time zone, as in
 * the API.
 */
import type { Schemas } from '../api/client.ts'
import { usePeople } from '../parts/choices.ts'
import { Shown, shown } from '../parts/shown.tsx'
import { DAY_MS, DAYS, turnsOf } from './turns.ts'

type Rotation = Schemas['Rotation']

const HUES = 6
const DAY = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'narrow', timeZone: 'UTC' })

export function Calendar({ rotations }: { readonly rotations: readonly Rotation[] }) {
  const people = usePeople()
  const nameOf = (id: string) =>
    people?.find(({ value }) => value === id)?.label.replace(/ \([^()]*\)$/, '') ?? id.slice(0, 8)
  const everybody = [...new Set(rotations.flatMap(({ user_ids: ids }) => ids))]
  const first = new Date().toISOString().slice(0, 10)
  const days = Array.from({ length: DAYS }, (_, at) => new Date(Date.parse(first) + at * DAY_MS))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Calendar of shifts">
      <table className="calendar">
        <thead>
          <tr>
            <th>
              <span className="unseen">Rotation</span>
            </th>
            {days.map((day, at) => (
              <th key={day.toISOString()} className={at === 0 ? 'today' : undefined} title={DAY.format(day)}>
                {WEEKDAY.format(day)}
                <br />
                {day.getUTCDate()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rotations.map((rotation) => {
            const turns = turnsOf(rotation, first)
            const before = turns[0]?.day ?? DAYS
            return (
              <tr key={rotation.id}>
                <th scope="row">
                  <Shown text={rotation.name} lengthMax={40} />
                </th>
                {before > 0 && <td colSpan={before} className="quiet" />}
                {turns.map(({ userId, day, days: length }) => (
                  <td
                    key={day}
                    colSpan={length}
                    className={`turn hue-${everybody.indexOf(userId) % HUES}`}
                    title={`${nameOf(userId)}, from ${rotation.handoff_at} ${rotation.time_zone}`}
                  >
                    <span>{shown(nameOf(userId), 40)}</span>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
