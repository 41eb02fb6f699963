/**
 * Events that the OCSF project mapped by hand, leaf by leaf. Its examples were written for a draft of 1.0.0 and declare
 * themselves no gold standard: each difference is explained here. Needs SVC_CORPORA_DIR.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { corporaDir } from '../../../test/corpora/config.ts'
import { isFault } from '../../formats/decoder.ts'
import { windowsXml } from '../../formats/windows-xml.ts'
import { windows } from './mapping.ts'

const EXPLAINED: readonly (readonly [RegExp, string])[] = [
  [/account_type(_id)?$/, 'not in 1.8.0: the type of an account is in its own object'],
  [/^metadata\.(version|uid)$/, 'another version; a uid is given when the event is stored'],
  [/^metadata\.product\./, 'the log is named as the product, the vendor alike'],
  [/^metadata\.profiles\.0$/, 'in these classes device and actor belong to the class itself'],
  [/^message$/, 'the rendered message stays in the raw event'],
  [/^category_name$/, 'the category has another name since'],
  [/^(time)$/, 'the text has no zone: it is read as UTC, the example assumes one'],
  [/^severity(_id)?$/, 'a failed audit is of medium severity'],
  [/^status$/, 'the caption of the id; the code is in status_code'],
  [/^status_detail$/, 'the sub-status says more than the failure reason'],
  [/^(class_uid|activity_id)$/, 'the example names a class of the draft that has another meaning now'],
  [/parent_folder$/, 'is the path without its end'],
  [/file\.type(_id)?$/, 'the event does not say what kind of file it is'],
  [/^actor\.process\./, 'the creator of a process is its parent, which has its columns; an exit has no other process'],
  [/^process\.user\.(name|domain)$|^actor\.user\.(name|domain)$|^src_endpoint\.(ip|port)$/, '- is nothing'],
  [/\.uid$/, 'the null SID by its number'],
  [/^src_endpoint\.name$/, 'a workstation is a host: hostname'],
  [/^logon_process\./, 'OCSF wants the process; the package is in auth_protocol'],
  [/^process\.cmd_line$/, 'the space at the end of the line is not part of the command'],
]

function leaves(value: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(at, value)
  for (const [name, member] of Object.entries(value)) leaves(member, at === '' ? name : `${at}.${name}`, found)
  return found
}

const dir = corporaDir()
const pairs =
  dir === null
    ? []
    : fs.readdirSync(path.join(dir, 'ocsf-pairs')).filter((name) => name.startsWith('microsoft-windows-'))

test.skipIf(dir === null)(
  'each leaf is as the OCSF project maps it, or the difference is explained (SVC_CORPORA_DIR)',
  () => {
    expect(pairs.length).toBeGreaterThan(0)
    for (const pair of pairs) {
      const folder = path.join(dir ?? '', 'ocsf-pairs', pair)
      const record = windowsXml.decode(fs.readFileSync(path.join(folder, 'raw.txt'), 'utf8'), { receivedMs: 0 })
      expect.assert(!isFault(record))
      const { unmapped: _, ...expected } = JSON.parse(
        fs.readFileSync(path.join(folder, 'expected.json'), 'utf8'),
      ) as Members
      const event = windows.toOcsf(record)
      expect(validate(event, '1.8.0'), pair).toEqual([])
      const ours = leaves(event)
      const different = [...leaves(expected)].filter(([at, value]) => ours.get(at) !== value).map(([at]) => at)
      expect(
        different.filter((at) => !EXPLAINED.some(([pattern]) => pattern.test(at))),
        pair,
      ).toEqual([])
    }
  },
)
