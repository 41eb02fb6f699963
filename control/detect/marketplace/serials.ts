import { assert } from '../../../platform/assert.ts'
import { int } from '../../../stores/postgres/columns.ts'
import { type Postgres, withSystem } from '../../../stores/postgres/pool.ts'

/** Keeps `serial` of a catalogue when it is the highest so far. Answers with the highest that any process has kept. */
export type RaiseSerial = (catalogue: string, serial: number) => Promise<number>

export function serialsIn(pool: Postgres): RaiseSerial {
  return async (catalogue, serial) => {
    const sql = /* sql */ `SELECT svc_marketplace_serial($1, $2) AS serial`
    const highest = await withSystem(pool, 'serial of the marketplace', (tx) =>
      tx.maybeOne((row) => int(row, 'serial'), sql, [catalogue, serial]),
    )
    assert(highest !== null, 'the function answers with a row')
    return highest
  }
}
