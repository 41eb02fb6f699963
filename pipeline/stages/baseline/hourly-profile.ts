/**
 * The usual values of one metric of one entity: the level of the logarithm of its hourly values, the offset of each
 * hour of the week, the spread of the values, and the frequency and size of outliers. Of fixed size.
 *
 * Robust: an hour moves it by no more than three of its own spreads, whatever its value. For a settled profile, one day
 * of any values moves the expectation of any hour of the week by less than `DAY_SHIFT_MAX` spreads (plus half a
 * rounding step), and the spread by at most `DAY_SPREAD_MAX`; a property test checks both.
 *
 * Exact: plain double arithmetic in one order, so a stored and restored profile continues bit for bit.
 */
export const HOURS_OF_WEEK = 168
/** Until this many hours are known, learning steps are large, and a single bad day has more effect. */
export const SETTLED_HOURS = 2 * HOURS_OF_WEEK

const STEP = 0.005
const SEASON_STEP = 0.2
const SEASON_STEP_FIRST = 0.5
/** Steps of a seasonal offset per unit of the logarithm. */
const SEASON_UNITS = 16
const CLIP = 3
/** Smallest assumed spread while a profile is learned, so that a job of one hour a week is recognised after two runs. */
const SPREAD_FIRST = 1
export const SPREAD_MIN = 0.3
const SCALE_MIN = 0.05
/** Mean of `min(|r|, CLIP)` of a standard normal. */
const MEAN_ABSOLUTE = 0.797
const OUTLYING = 2
const RATE_FIRST = 0.02
const RATE_STEP = 1 / 500
const EXCESS_FIRST = 0.75
const EXCESS_MIN = 0.5
const EXCESS_MAX = 2
const EXCESS_STEP = 0.005

export const DAY_SHIFT_MAX = 1.4
export const DAY_SPREAD_MAX = 1.4

export type HourlyProfile = {
  /** Number of hours that were learned. */
  hours: number
  level: number
  scale: number
  /** Share of hours that lie `OUTLYING` spreads or more above, and their mean distance beyond that. */
  rate: number
  excess: number
  /** Offset of each hour of the week from the level, in steps of `SEASON_UNITS`; null when all hours are alike. */
  readonly season: Int8Array | null
}

/** The expectation by which an hour is judged, as of the hour's beginning. */
export type Expected = {
  readonly hours: number
  readonly center: number
  readonly spread: number
  readonly rate: number
  readonly excess: number
}

export function newProfile(isSeasonal: boolean, hoursOfZero: number): HourlyProfile {
  return {
    hours: Math.min(hoursOfZero, SETTLED_HOURS),
    level: 0,
    scale: hoursOfZero > 0 ? SPREAD_MIN : 0.5,
    ...{ rate: RATE_FIRST, excess: EXCESS_FIRST },
    season: isSeasonal ? new Int8Array(HOURS_OF_WEEK) : null,
  }
}

/** Hour 0 is the first hour of a Thursday in UTC, like the epoch. */
export function hourOfWeek(hour: number): number {
  return ((hour % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK
}

/** Counts vary by chance alone: with mean m, the logarithm of 1 + count varies by about sqrt(m) / (1 + m). */
export function expectedOf(profile: HourlyProfile, hour: number): Expected {
  const season = profile.season === null ? 0 : (profile.season[hourOfWeek(hour)] as number) / SEASON_UNITS
  const center = Math.max(0, profile.level + season)
  const mean = Math.expm1(center)
  const spread = Math.max(profile.scale, SPREAD_MIN, Math.sqrt(mean) / (1 + mean))
  return { hours: profile.hours, center, spread, rate: profile.rate, excess: profile.excess }
}

/** `x` is the logarithm of one plus the value. */
export function learn(profile: HourlyProfile, hour: number, x: number): void {
  const { center, spread } = expectedOf(profile, hour)
  const isSettled = profile.hours >= SETTLED_HOURS
  const residual = x - center
  const bound = CLIP * (isSettled ? spread : Math.max(spread, SPREAD_FIRST))
  const bounded = Math.min(bound, Math.max(-bound, residual))
  profile.level += bounded * (isSettled ? STEP : Math.max(STEP, 1 / (profile.hours + 1)))
  if (profile.season)
    addSeason(profile.season, hourOfWeek(hour), bounded * (isSettled ? SEASON_STEP : SEASON_STEP_FIRST))
  const apart = Math.min(CLIP, Math.abs(residual) / spread) / MEAN_ABSOLUTE - 1
  const step = isSettled ? STEP : Math.max(STEP, 1 / (profile.hours + 8))
  profile.scale = Math.max(SCALE_MIN, profile.scale * (1 + step * apart))
  const beyond = residual / spread - OUTLYING
  profile.rate += ((beyond >= 0 ? 1 : 0) - profile.rate) * RATE_STEP
  if (beyond >= 0) profile.excess += (Math.min(beyond, EXCESS_MAX) - profile.excess) * EXCESS_STEP
  if (!isSettled) profile.hours++
}

function addSeason(season: Int8Array, at: number, by: number): void {
  season[at] = Math.min(127, Math.max(-128, (season[at] as number) + Math.round(by * SEASON_UNITS)))
}

/**
 * The probability of a value this large or larger: the share of hours that lay far out, and beyond that an exponential
 * tail with their mean distance.
 */
export function tailProbability({ center, spread, rate, excess }: Expected, x: number): number {
  const apart = (x - center) / spread
  if (apart <= 0) return 1
  if (apart < OUTLYING) return rate ** (apart / OUTLYING)
  return rate * Math.exp(-(apart - OUTLYING) / Math.max(excess, EXCESS_MIN))
}

const NUMBERS = 5
const SHORT_BYTES = 8 * NUMBERS
export const PROFILE_BYTES = SHORT_BYTES + HOURS_OF_WEEK

export function bytesOfProfile({ season }: HourlyProfile): number {
  return season ? PROFILE_BYTES : SHORT_BYTES
}

/** Writes the profile and returns the offset after it. */
export function writeProfile(into: Buffer, at: number, profile: HourlyProfile): number {
  const { hours, level, scale, rate, excess, season } = profile
  into.writeDoubleLE(hours, at)
  into.writeDoubleLE(level, at + 8)
  into.writeDoubleLE(scale, at + 16)
  into.writeDoubleLE(rate, at + 24)
  into.writeDoubleLE(excess, at + 32)
  // bytes are written modulo 256, so negative offsets keep their two's complement
  if (season) into.set(season, at + SHORT_BYTES)
  return at + bytesOfProfile(profile)
}

export function readProfile(bytes: Buffer, at: number, isSeasonal: boolean): { profile: HourlyProfile; end: number } {
  const number = (n: number) => bytes.readDoubleLE(at + n * 8)
  const season = isSeasonal ? new Int8Array(HOURS_OF_WEEK) : null
  if (season) for (let i = 0; i < HOURS_OF_WEEK; i++) season[i] = bytes.readInt8(at + SHORT_BYTES + i)
  const profile = { hours: number(0), level: number(1), scale: number(2), rate: number(3), excess: number(4), season }
  return { profile, end: at + (isSeasonal ? PROFILE_BYTES : SHORT_BYTES) }
}
