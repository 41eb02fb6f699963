/**
 * Lines as products write them by their public documents, with invented names and documentation addresses, raw and in the
 * envelopes of shippers, and what intake has to read in each: a JSON file for each mapping table, named like the table.
 * Values that are not named there may be read or not; the four entities that are empty must stay empty.
 */
import fs from 'node:fs'

export type VendorSample = {
  readonly name: string
  /** A line, or a body of several. */
  readonly body: string
  /** Columns and parts of each event, as `read-lines.ts` shows them. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
}

export function vendorSamples(): VendorSample[] {
  const files = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
  return files.sort().flatMap((name) => {
    return JSON.parse(fs.readFileSync(new URL(name, import.meta.url), 'utf8')) as VendorSample[]
  })
}
