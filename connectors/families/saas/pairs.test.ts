/** Events of Okta and GitHub that the OCSF project mapped by hand for 1.3.0. Needs SVC_CORPORA_DIR. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { corporaDir } from '../../../test/corpora/config.ts'
import { github } from '../../vendors/github/mapping.ts'
import { okta } from '../../vendors/okta/mapping.ts'

const EXPLAINED: readonly (readonly [RegExp, string])[] = [
  [/^metadata\.(version|uid|profiles)/, 'another version; a uid is given when the event is stored'],
  [/^metadata\.product\./, 'the vendor names the log so; the number is that of the format'],
  [/^(category_name|observables\.)/, 'named and listed anew since'],
  [/^time(_dt)?$/, 'the example is in seconds and cut; here milliseconds'],
  [
    /^(actor\.)?user\.(name|type|type_id|uid)$/,
    'the login is the name, the display name full_name; types only when said',
  ],
  [/^actor\.user\.account\.type/, 'an organisation is no kind of account that the schema has'],
  [/^user\.email_addr$/, 'the address is defanged in the record and is none'],
  [/^src_endpoint\.(type|location\.(isp|lat|long))/, 'the vendor says Computer; isp moved; coordinates are floats'],
  [/^dst_endpoint\.svc_name$/, 'a path of a request is in http_request.url'],
  [/^(entity\.policy|entity\.type)/, 'name and uid of the entity itself'],
  [/^(status|status_id)$/, 'as the outcome says'],
  [/^(activity_id|activity_name|type_name|type_uid)$/, 'a push and a clone have verbs of their own'],
  [/^logon_type/, 'the record does not say'],
  [/^http_request\.url/, 'the address before the path without query'],
]

function leaves(value: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(at, value)
  for (const [name, member] of Object.entries(value)) leaves(member, at === '' ? name : `${at}.${name}`, found)
  return found
}

const dir = corporaDir()
const pairs =
  dir === null ? [] : fs.readdirSync(path.join(dir, 'ocsf-pairs')).filter((name) => /^(okta|github)-/.test(name))

test.skipIf(dir === null)(
  'each leaf is as the OCSF project maps it, or the difference is explained (SVC_CORPORA_DIR)',
  () => {
    expect(pairs.length).toBe(6)
    for (const pair of pairs) {
      const folder = path.join(dir ?? '', 'ocsf-pairs', pair)
      const raw = fs.readdirSync(folder).find((name) => name.startsWith('raw')) ?? ''
      const record = JSON.parse(fs.readFileSync(path.join(folder, raw), 'utf8')) as Members
      const { unmapped: _, ...expected } = JSON.parse(
        fs.readFileSync(path.join(folder, 'expected.json'), 'utf8'),
      ) as Members
      const event = (pair.startsWith('okta') ? okta : github).toOcsf(record)
      expect(validate(event, '1.8.0'), pair).toEqual([])
      expect((event as Members).class_uid, pair).toBe(expected.class_uid)
      const ours = leaves(event)
      const different = [...leaves(expected)]
        .filter(([at, value]) => ours.get(at) !== value)
        .map(([at, value]) => `${at} ${String(value)} ${String(ours.get(at))}`)
      expect(
        different.filter((line) => !EXPLAINED.some(([pattern]) => pattern.test(line.split(' ')[0] ?? ''))),
        pair,
      ).toEqual([])
    }
  },
)
