/** Runs the built-in rules over real logs: no rule may match a large share of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import { corpusRecords } from '../../test/corpora/records.ts'
import { isTactic, isTechnique } from './attack.ts'
import { builtInRules } from './load.ts'
import { ContentUnderTest } from './testing.ts'

const corpora = corporaDir()
const RECORDS_PER_FILE = 500
/** In a smaller part one event would be too large a share. */
const EVENTS_MIN = 500
const SHARE_MAX = 0.02
/** Logs of hosts and networks in normal use; the cloud parts consist almost entirely of recorded attacks. */
const PARTS = ['windows-sample', 'windows', 'linux', 'syslog', 'zeek']

describe.skipIf(corpora === null)('over real logs (SVC_CORPORA_DIR)', () => {
  const content = new ContentUnderTest(builtInRules())

  test.each(PARTS)('no rule matches a large part of %s', (part) => {
    const hits = new Map<string, number>()
    let events = 0
    for (const record of corpusRecords(corpora ?? '', part, RECORDS_PER_FILE)) {
      events++
      for (const rule of content.foundIn(record, 'auto')) {
        // Informational rules only feed windows and are meant to match often.
        if (rule.severity !== 'informational') hits.set(rule.file, (hits.get(rule.file) ?? 0) + 1)
      }
    }
    expect(events).toBeGreaterThanOrEqual(EVENTS_MIN)
    expect([...hits].filter(([, count]) => count > events * SHARE_MAX)).toEqual([])
  })
})

type Techniques = { readonly techniques: readonly { readonly id: string; readonly tactics: readonly string[] }[] }

test.skipIf(corpora === null)(
  'technique tags exist, and tactic tags belong to a technique of the rule (SVC_CORPORA_DIR)',
  () => {
    const text = readFileSync(join(corpora ?? '', 'attack', 'techniques.json'), 'utf8')
    const { techniques } = JSON.parse(text) as Techniques
    const tacticsOf = new Map(techniques.map(({ id, tactics }) => [`attack.${id.toLowerCase()}`, tactics]))
    for (const { tags, file } of builtInRules()) {
      const named = tags.filter(isTechnique)
      expect(
        named.filter((tag) => !tacticsOf.has(tag)),
        file,
      ).toEqual([])
      const known = new Set(named.flatMap((tag) => tacticsOf.get(tag) ?? []).map((tactic) => `attack.${tactic}`))
      expect(
        tags.filter((tag) => isTactic(tag) && !known.has(tag)),
        file,
      ).toEqual([])
    }
  },
)
