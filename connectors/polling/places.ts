/** Fills the placeholders in the texts of a table. */
import { isoTime } from '../../platform/iso-time.ts'
import type { PollTable } from './table.ts'

export type Places = Readonly<Record<string, string>>

type Span = {
  readonly table: PollTable
  readonly settings: Readonly<Record<string, string>>
  readonly sinceMs: number
  readonly untilMs: number
}

export function placesOf({ table, settings, sinceMs, untilMs }: Span): Places {
  const fallbacks = Object.fromEntries(
    // A setting's default may itself hold another setting: https://sts.{region}.amazonaws.com
    table.settings.flatMap(({ name, fallback }) =>
      fallback === undefined ? [] : [[name, filled(fallback, settings)]],
    ),
  )
  const sql = (ms: number) => isoTime(ms).slice(0, 19).replace('T', ' ')
  return {
    ...fallbacks,
    ...settings,
    since_iso: isoTime(sinceMs),
    until_iso: isoTime(untilMs),
    since_seconds: String(Math.floor(sinceMs / 1000)),
    until_seconds: String(Math.floor(untilMs / 1000)),
    since_ms: String(sinceMs),
    until_ms: String(untilMs),
    since_utc: isoTime(sinceMs).slice(0, 19),
    until_utc: isoTime(untilMs).slice(0, 19),
    since_sql: sql(sinceMs),
    until_sql: sql(untilMs),
    limit: String(table.limit),
  }
}

export function filled(text: string, places: Places): string {
  return text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(places, name) ? (places[name] ?? '') : whole,
  )
}

export function filledAll(texts: Readonly<Record<string, string>>, places: Places): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, places)]))
}

const NUMBERS = /^\{(?:since_ms|until_ms|since_seconds|until_seconds|limit)\}$/

/** The body as JSON. A text that is only a placeholder of a number becomes that number. */
export function bodyText(body: unknown, places: Places): string | undefined {
  if (body === undefined) return undefined
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return NUMBERS.test(value) ? Number(filled(value, places)) : filled(value, places)
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, walk(own)]))
  }
  return JSON.stringify(walk(body))
}
