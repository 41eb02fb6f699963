import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { plainView } from '../../schemas/event-view.ts'
import { corporaDir } from '../../test/corpora/config.ts'
import { readFolder } from '../content/read-folder.ts'
import { JsonMatcher } from './json-matcher.ts'
import { compileMatcher } from './matcher.ts'
import type { RecordOf } from './read-field.ts'
import { scanRule } from './scan.ts'
import { windowsLogSource } from './test-windows-log-source.ts'

/** Every rule scans one event in this many, which takes a millisecond or two each. */
const SCANNED_EVERY = 307
const dir = corporaDir()

test.skipIf(dir === null)(
  'real rules on real Windows events: the index finds what the scan finds (SVC_CORPORA_DIR)',
  async () => {
    const root = dir ?? ''
    const { rules } = await readFolder(path.join(root, 'sigma-rules'))
    const matcher = compileMatcher(rules, { onFault: (rule, error) => expect.fail(`${rules[rule]?.title}: ${error}`) })
    const texts = new JsonMatcher(compileMatcher(rules))
    const route = (record: RecordOf) => ({ logSource: windowsLogSource(record), view: plainView })
    const scans = rules.map(({ body }) => (body.kind === 'event' ? scanRule(body) : () => false))
    let events = 0
    let found = 0
    for (const line of everyNthLine(path.join(root, 'windows'), SCANNED_EVERY)) {
      const record = JSON.parse(line) as Record<string, unknown>
      const event = { record, logSource: windowsLogSource(record), view: plainView, timeMs: 0 }
      const scanned = scans.flatMap((judge, rule) => (judge(event) ? [rule] : []))
      const matched: number[] = []
      matcher.match(event, (rule) => matched.push(rule))
      expect(matched, line).toEqual(scanned)
      const withText: number[] = []
      matcher.match(event, (rule) => withText.push(rule), line)
      expect(withText, line).toEqual(scanned)
      const fromText: number[] = []
      const body = Buffer.from(line)
      texts.match({ body, start: 0, end: body.length }, route, (rule) => fromText.push(rule))
      expect(fromText, line).toEqual(scanned)
      events++
      found += scanned.length
    }
    expect(events).toBeGreaterThan(1000)
    expect(found).toBeGreaterThan(10)
  },
)

function* everyNthLine(folder: string, nth: number): Generator<string> {
  let lines = 0
  for (const file of fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.br'))
    .sort()) {
    const bytes = zlib.brotliDecompressSync(fs.readFileSync(path.join(folder, file)))
    for (let from = 0, to = bytes.indexOf(10); to >= 0; from = to + 1, to = bytes.indexOf(10, from)) {
      if (lines++ % nth === 0) yield bytes.toString('utf8', from, to)
    }
  }
}
