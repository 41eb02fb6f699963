type Contributor = { readonly points: number; readonly time: string }

const DAYS_BACK = 30
const DAYS_ON = 14
const HALF_LIFE_DAYS = 7
const DAY_MS = 86_400_000
const WIDTH = 440
const HEIGHT = 90
const POINTS_OF_HALF = 40

/** Points of each day, as `risk_score` counts them: what an alert adds is halved every seven days. */
export function Decay({ contributors }: { readonly contributors: readonly Contributor[] }) {
  const nowMs = Date.now()
  const days = Array.from({ length: DAYS_BACK + DAYS_ON + 1 }, (_, at) => at - DAYS_BACK)
  const score = days.map((day) => {
    const atMs = nowMs + day * DAY_MS
    const points = contributors.reduce((sum, { points: own, time }) => {
      // What is given is worth what it is worth now.
      const beganMs = Date.parse(time)
      return beganMs > atMs ? sum : sum + own * 2 ** ((nowMs - atMs) / DAY_MS / HALF_LIFE_DAYS)
    }, 0)
    return 100 * (1 - 2 ** (-points / POINTS_OF_HALF))
  })
  const x = (at: number) => (at / (days.length - 1)) * WIDTH
  const y = (value: number) => HEIGHT - (value / 100) * HEIGHT
  const path = score.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)},${y(value).toFixed(1)}`).join('')
  return (
    <figure className="decay">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Risk from 30 days ago to 14 days on, if nothing else happens"
      >
        <line x1="0" x2={WIDTH} y1={y(50)} y2={y(50)} className="decay-grid" />
        <line x1={x(DAYS_BACK)} x2={x(DAYS_BACK)} y1="0" y2={HEIGHT} className="decay-now" />
        <path d={path} className="decay-line" />
      </svg>
      <figcaption className="axis">
        <span>30 days ago</span>
        <span>risk 0 to 100, line at 50; now at the mark</span>
        <span>14 days on</span>
      </figcaption>
    </figure>
  )
}
