/** Lists of known-good values: public resolvers, networks of content delivery networks, a tenant's own. */
import { Type } from 'typebox'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'

/** `suppress`: an indicator of a value on the list does not match. `flag`: it matches as informational, and names the list. */
export const EFFECTS = ['suppress', 'flag'] as const
export type Effect = (typeof EFFECTS)[number]

export const WARNING_LIST_LIMITS = {
  /**
   * Lists of a tenant.
   * @bound warning lists of a tenant; entries of one; entries of all = {}; {entries}; {entriesInAll} -> 409; 422; 409
   */
  lists: 50,
  /** Entries of one list. */
  entries: 50_000,
  /** Entries of all lists of a tenant. */
  entriesInAll: 200_000,
  /**
   * Bytes of a list that is sent.
   * @bound a warning list that is sent -> 413
   */
  bodyBytes: 8 << 20,
} as const

export const WARNING_LISTS = table('WarningList', {
  id: column.uuid(),
  name: column.text(),
  description: column.orNull(column.text()),
  version: column.orNull(column.text({ description: 'version given by its publisher' })),
  effect: column.word(EFFECTS, {
    description:
      '`suppress`: an indicator of a value on the list does not match; `flag`: it matches as informational, and names the list',
  }),
  is_enabled: column.bool(),
  entries: column.int({ description: 'number of distinct entries, normalised' }),
  skipped: column.int({ description: 'number of submitted entries that are not valid values' }),
  skip_reasons: column.json<Readonly<Record<string, number>>>(Type.Record(Type.String(), Type.Integer())),
  updated_by: column.text(),
  updated_at: column.time(),
})
export type WarningList = RowOf<typeof WARNING_LISTS>
