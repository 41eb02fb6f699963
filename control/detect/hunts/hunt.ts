import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

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

export const SCHEDULES = tableInCamelCase('HuntSchedule', {
  /** Null: runs only on request. */
  every_minutes: column.orNull(column.number()),
  enabled: column.bool(),
  next_run_at: column.orNull(column.time()),
})
export type HuntSchedule = RowOf<typeof SCHEDULES>

export type Hunt = HuntQuestion &
  HuntSchedule & {
    /** A built-in one has a word, a tenant's own a UUID. */
    readonly id: string
    readonly isBuiltin: boolean
    readonly createdAt: Date | null
    readonly updatedAt: Date | null
  }

export type BuiltinHunt = HuntQuestion & { readonly id: string; readonly everyMinutes: number }

export const HUNTS = tableInCamelCase('StoredHunt', {
  id: column.text(),
  title: column.text(),
  hypothesis: column.text(),
  techniques: column.texts(),
  language: column.word(HUNT_LANGUAGES),
  query: column.text(),
  window_hours: column.int(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type StoredHunt = RowOf<typeof HUNTS>
