/** What a reader of intel makes of a file: indicators one by one, and why the rest is none. */
import { type Indicator, indicatorOf, type Kind } from '../indicator.ts'
import { normaliseValue } from '../normalise-value.ts'

export type Skip = { readonly line: number | null; readonly reason: string; readonly text: string }

export interface Sink {
  take(indicator: Indicator): void
  skip(skip: Skip): void
}

const SHOWN_CHARACTERS_MAX = 120

/** Takes the value when it is one of its kind, and says why when it is not. */
export function offer(
  sink: Sink,
  given: { readonly kind: Kind; readonly value: string } & Partial<Indicator>,
  line: number | null = null,
): void {
  const value = normaliseValue(given.kind, given.value)
  if (value !== null) return sink.take(indicatorOf({ ...given, value }))
  const network = given.kind === 'ip' ? normaliseValue('cidr', given.value) : null
  if (network !== null) return sink.take(indicatorOf({ ...given, kind: 'cidr', value: network }))
  refuse(sink, `not a value of kind ${given.kind}`, given.value, line)
}

export function refuse(sink: Sink, reason: string, text: string, line: number | null = null): void {
  sink.skip({ line, reason, text: text.slice(0, SHOWN_CHARACTERS_MAX) })
}

/** 0 to 100; undefined for what is no such number. */
export function confidenceOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return Math.min(100, Math.max(0, Math.round(number)))
}

/** Undefined for what is no time between 1970 and 2200. */
export function timeOf(value: unknown): number | undefined {
  const given = typeof value === 'string' && /^\d{9,10}$/.test(value) ? Number(value) * 1000 : value
  const ms = typeof given === 'number' ? given : typeof given === 'string' ? Date.parse(given) : Number.NaN
  return ms > 0 && ms < Date.UTC(2200, 0, 1) ? ms : undefined
}

export function textIn(value: unknown, lengthMax = 200): string | undefined {
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value.slice(0, lengthMax) : undefined
}

export function tagsIn(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap((value) => textIn(value) ?? []))].slice(0, TAGS_MAX)
}

const TAGS_MAX = 50

/** Members that are undefined are left out, so that what is left out is as `indicatorOf` has it. */
export function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
