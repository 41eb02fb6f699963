type Contributor = { readonly points: number; readonly time: string }

const DAYS_BACK = 30
const DAYS_ON = 14
const HALF_LIFE_DAYS = 7
const DAY_MS = 86_400_000
const WIDTH = 1_000
const HEIGHT = 100
const POINTS_OF_HALF = 40
const STEPS_OF_DAY = 4
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
/** Labelled days of the axis, from now. */
const NAMED_DAYS = [-30, -20, -10, 0, 7, 14] as const

/** The points for every six hours, computed like `risk_score`: an alert's contribution is halved every seven days. */
export function Decay({ contributors }: { readonly contributors: readonly Contributor[] }) {
  const nowMs = Date.now()
  const steps = (DAYS_BACK + DAYS_ON) * STEPS_OF_DAY
  const days = Array.from({ length: steps + 1 }, (_, at) => at / STEPS_OF_DAY - DAYS_BACK)
  const score = days.map((day) => {
    const atMs = nowMs + day * DAY_MS
    const points = contributors.reduce((sum, { points: own, time }) => {
      // The given points are already decayed to the present.
      const beganMs = Date.parse(time)
      return beganMs > atMs ? sum : sum + own * 2 ** ((nowMs - atMs) / DAY_MS / HALF_LIFE_DAYS)
    }, 0)
    return 100 * (1 - 2 ** (-points / POINTS_OF_HALF))
  })
  const x = (day: number) => ((day + DAYS_BACK) / (DAYS_BACK + DAYS_ON)) * WIDTH
  const y = (value: number) => HEIGHT - (value / 100) * HEIGHT
  const line = score.map((value, at) => `${x(days[at] ?? 0).toFixed(1)},${y(value).toFixed(1)}`)
  const past = line.slice(0, DAYS_BACK * STEPS_OF_DAY + 1)
  const ahead = line.slice(DAYS_BACK * STEPS_OF_DAY)
  return (
    <figure className="decay">
      <div className="decay-plot">
        <div className="scale quiet" aria-hidden="true">
          <span>100</span>
          <span>50</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Risk from 30 days ago to 14 days ahead, if nothing else happens"
        >
          {NAMED_DAYS.map((day) => (
            <line key={day} x1={x(day)} x2={x(day)} y1="0" y2={HEIGHT} className="decay-grid" />
          ))}
          <line x1="0" x2={WIDTH} y1={y(50)} y2={y(50)} className="decay-grid" />
          <path d={`M${past[0]}L${past.join('L')}L${x(0)},${HEIGHT}L0,${HEIGHT}Z`} className="decay-area" />
          <path d={`M${past.join('L')}`} className="decay-line" />
          <path d={`M${ahead.join('L')}`} className="decay-line ahead" />
          <line x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT} className="decay-now" />
        </svg>
      </div>
      <figcaption className="decay-axis">
        {NAMED_DAYS.map((day) => (
          <span key={day} ref={(label) => void label?.style.setProperty('left', `${x(day) / 10}%`)}>
            {day === 0 ? 'now' : DAY.format(new Date(nowMs + day * DAY_MS))}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
