/** Real logs: every record gets its class, and its missing members are known. Needs SVC_CORPORA_DIR. */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { corporaDir } from '../../../test/corpora/config.ts'
import { Fidelity } from '../../mapping/fidelity.ts'
import { windows } from './mapping.ts'

const dir = corporaDir()
const timeout = 120_000
/** Maximum number of lines that are read from each brotli file: these are long and repetitive. */
const LINES_MAX = 120
const PACKED_BYTES_MAX = 40_000
const ALL_LINES = 0xffff_ffff

/** Faults of the data itself, by kind, path and profile: the record lacks the missing field. */
const LACKING = new Set([
  // A script block event without its text.
  'missing script.script_content 4104 script block',
  // Its message was not resolved by the shipper, and it has no data.
  'missing script 800 pipeline',
  // A failed request without an account.
  'missing user 4769,4773,4821 service ticket',
])

function* records(folder: string): Generator<Members> {
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name)
    if (name.endsWith('.ndjson')) yield* parsed(fs.readFileSync(file, 'utf8'), ALL_LINES)
    else if (name.endsWith('.ndjson.br')) yield* parsed(beginningOf(fs.readFileSync(file)), LINES_MAX)
  }
}

/** Whole lines of the first bytes: some of the files unpack to hundreds of megabytes. */
function beginningOf(packed: Buffer): string {
  const { BROTLI_OPERATION_FLUSH } = zlib.constants
  const bytes = zlib.brotliDecompressSync(packed.subarray(0, PACKED_BYTES_MAX), { finishFlush: BROTLI_OPERATION_FLUSH })
  return bytes.toString('utf8', 0, bytes.lastIndexOf(10))
}

function* parsed(text: string, max: number): Generator<Members> {
  for (const line of text.split('\n', max)) if (line !== '') yield JSON.parse(line) as Members
}

test.skipIf(dir === null).each(['windows-sample', 'windows-evtx', 'windows'])(
  '%s (SVC_CORPORA_DIR)',
  { timeout },
  (part) => {
    const faults = new Map<string, number>()
    const fidelity = new Fidelity()
    let seen = 0
    let unknownLogs = 0
    for (const record of records(path.join(dir ?? '', part))) {
      seen++
      expect(windows.recognises(record)).toBe(true)
      const event = windows.toOcsf(record)
      const { name, chapter } = windows.profileOf(record)
      if (chapter === 'other') unknownLogs++
      const found = validate(event, '1.8.0')
      for (const { kind, path: at } of found) {
        const fault = `${kind} ${at} ${name}`
        faults.set(fault, (faults.get(fault) ?? 0) + 1)
      }
      expect(windows.faults().length > 0).toBe(found.length > 0)
      fidelity.add(windows, record)
    }
    expect(seen).toBeGreaterThan(1000)
    expect([...faults].filter(([fault]) => !LACKING.has(fault))).toEqual([])
    expect(unknownLogs).toBe(0)
    const { bytes } = fidelity.report()
    const total = bytes.mapped + bytes.derived + bytes.unmapped
    expect((bytes.mapped + bytes.derived) / total).toBeGreaterThan(FLOORS[part] ?? 1)
  },
)

/** Shares of bytes that are mapped or derived; they may only rise. */
const FLOORS: Readonly<Record<string, number>> = { 'windows-sample': 0.7, 'windows-evtx': 0.6, windows: 0.7 }
