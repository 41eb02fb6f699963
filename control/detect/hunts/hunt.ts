import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'

export const HUNT_LANGUAGES = ['lucene', 'kql', 'sql'] as const
export type HuntLanguage = (typeof HUNT_LANGUAGES)[number]

/** The suspicion, and the question that would show it. */
export type HuntQuestion = {
  readonly title: string
  readonly hypothesis: string
  /** ATT&CK: `T1110`, `T1059.001`. */
  readonly techniques: readonly string[]
  readonly language: HuntLanguage
  /** SQL contains the time span as `{from:DateTime64(3)}` and `{to:DateTime64(3)}`. */
  readonly query: string
  /** How many hours before its start a run searches. */
  readonly windowHours: number
}

export type HuntSchedule = {
  /** Null: runs only on request. */
  readonly everyMinutes: number | null
  readonly enabled: boolean
  readonly nextRunAt: Date | null
}

export type Hunt = HuntQuestion &
  HuntSchedule & {
    /** A built-in one has a word, a tenant's own a UUID. */
    readonly id: string
    readonly isBuiltin: boolean
    readonly createdAt: Date | null
    readonly updatedAt: Date | null
  }

export type BuiltinHunt = HuntQuestion & { readonly id: string; readonly everyMinutes: number }

export const HUNT_COLUMNS = `id, title, hypothesis, techniques, language, query, window_hours, created_at, updated_at`

export type StoredHunt = HuntQuestion & { readonly id: string; readonly createdAt: Date; readonly updatedAt: Date }

export function toHunt(row: Row): StoredHunt {
  return {
    id: text(row, 'id'),
    title: text(row, 'title'),
    hypothesis: text(row, 'hypothesis'),
    techniques: row.techniques as readonly string[],
    language: row.language as HuntLanguage, // a word that this context wrote
    query: text(row, 'query'),
    windowHours: row.window_hours as number,
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

export function toSchedule(row: Row): HuntSchedule {
  return {
    everyMinutes: row.every_minutes as number | null,
    enabled: row.enabled === true,
    nextRunAt: orNull(time, row, 'next_run_at'),
  }
}
