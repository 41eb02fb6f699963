/**
 * Lets a hunt learn unknown kinds of rows before SQL evaluates rules: SQL handles rows of a known kind, and the matcher
 * handles every row whose kind is learned too late.
 */
import { Bindings } from '../detections/sql/bindings.ts'
import type { LakeSources } from './lake-sources.ts'
import type { LakeReader } from './ledger.ts'
import { teachableSql } from './row-shapes.ts'
import { STORED_COLUMNS, STORED_SQL, type StoredEvent } from './stored-event.ts'

/** Rows of one sample: one for each mapping, form, class and code, by which kinds mostly differ. */
const ROWS_MAX = 64
/** Samples of one slice. */
const LOOKS_MAX = 3
/** After this many samples in a row without a new kind, sampling ends: no kind can be learned from these rows. */
const VAIN_MAX = 3

export class KindTeacher {
  readonly #reader: LakeReader
  readonly #sources: LakeSources
  #vain = 0

  constructor(reader: LakeReader, sources: LakeSources) {
    this.#reader = reader
    this.#sources = sources
  }

  /** `choice` is the text after FROM events. Rejects with the engine's error. */
  async look(choice: string): Promise<void> {
    for (let look = 0; look < LOOKS_MAX && this.#vain < VAIN_MAX; look++) {
      const known = this.#sources.kinds()
      const rows = await this.#unknown(choice)
      if (rows.length === 0) return
      for (const row of rows) this.#sources.eventOf(row)
      const isVain = this.#sources.kinds() === known
      this.#vain = isVain ? this.#vain + 1 : 0
      if (isVain || rows.length < ROWS_MAX / 2) return
    }
  }

  async #unknown(choice: string): Promise<readonly StoredEvent[]> {
    const bindings = new Bindings()
    const where = teachableSql(this.#sources.kinds(), bindings)
    return await this.#reader.query<StoredEvent>(/* sql */ `
SELECT ${STORED_SQL}
FROM (
  SELECT event_uid, time, ingest_time, mapping, source_format, class_uid, activity_id, status_id, event_code, source, raw_header, raw
  FROM ${bindings.table(STORED_COLUMNS, choice)}
  WHERE ${where}
  LIMIT 1 BY mapping, source_format, class_uid, event_code
  LIMIT ${ROWS_MAX}
)`)
  }
}
