import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generic } from '../../../../connectors/families/generic/mapping.ts'
import { EventRow } from '../../../../schemas/event-row.ts'
import { decodeSignals } from '../../../../schemas/signal.ts'
import type { EventAtHand } from '../step.ts'
import { DecoyBook, type DecoyDocument, Decoys, HONEYTOKEN_KIND } from './decoy-book.ts'
import { honeytokenStep } from './step.ts'

const MAIL = '11111111-1111-4111-8111-111111111111'
const KEY = '22222222-2222-4222-8222-222222222222'
const FILE = '33333333-3333-4333-8333-333333333333'
const MORE = '44444444-4444-4444-8444-444444444444'
const AKIA = 'AKIA2222222222222222'
const DECOYS: readonly (readonly [string, DecoyDocument])[] = [
  [MAIL, { name: 'mail', values: [{ kind: 'address', value: 'ceo.backup@acme.example' }] }],
  [KEY, { name: 'key', values: [{ kind: 'access_key_id', value: AKIA }] }],
  [FILE, { name: 'file', values: [{ kind: 'file_name', value: 'All Salaries (2026).html' }] }],
  [
    MORE,
    {
      name: 'more',
      values: [
        { kind: 'track_path', value: `honeytokens/track/${MORE}` },
        { kind: 'user', value: 'svc-Backup2' },
        { kind: 'dns_name', value: 'vault.corp.example' },
        { kind: 'url', value: 'wiki.corp.example/passwords?id=7' },
      ],
    },
  ],
]

function bookOf(tenant: string): DecoyBook {
  const book = new DecoyBook()
  for (const [id, document] of DECOYS) book.change(tenant, HONEYTOKEN_KIND, id, document)
  return book
}

function signalsOf(decoys: DecoyBook, record: object, { tenant = 'acme', isText = false } = {}) {
  const task = honeytokenStep({ decoys, signalPartitions: 1 }).open()
  const columns = { tenantId: tenant, message: isText ? (record as { message: string }).message : '' }
  const event = {
    row: Object.assign(new EventRow(), columns),
    record: isText ? {} : record,
    mapping: isText ? null : generic,
  }
  task.process(event as unknown as EventAtHand)
  return (task.flush?.(0).outputs ?? []).flatMap(({ value }) => decodeSignals(Buffer.concat(value)))
}

const touched = (record: object) => signalsOf(bookOf('acme'), record).map(({ rule_id }) => rule_id)

test.each([
  ['an address as it was laid out', { user: { email: 'ceo.backup@acme.example' } }, MAIL],
  ['in another case, in brackets', { headers: { to: ['A <x@y.example>', 'CEO <CEO.Backup@ACME.example>'] } }, MAIL],
  ['at the end of a sentence', { message: 'no such user ceo.backup@acme.example.' }, MAIL],
  ['in a query string', { url: 'https://idp.example/login?u=ceo.backup%40acme.example&x=1' }, MAIL],
  ['in JSON inside of a message', { message: '{"text":"line\\nceo.backup@acme.example","at":"\\u0040"}' }, MAIL],
  ['in JSON with escapes of its own', { message: '{"to":"ceo.backup\\u0040acme.example"}' }, MAIL],
  ['deep in fields that no column has', { a: [{ b: { c: [[`x ${AKIA} y`]] } }] }, KEY],
  ['a key in a signature', { auth: `AWS4-HMAC-SHA256 Credential=${AKIA}/20261128/eu-west-1/s3/aws4_request` }, KEY],
  ['a file in a path of Windows', { TargetFilename: 'C:\\Users\\eve\\new\\All salaries (2026).HTML' }, FILE],
  ['a file in a path with escapes', { message: '{"p":"C:\\\\temp\\\\All Salaries (2026).html"}' }, FILE],
  ['a file in a path of a share, quoted', { path: '/srv/share/All%20Salaries%20(2026).html' }, FILE],
  ['where the decoy leads', { request: `GET /api/v1/honeytokens/track/${MORE.toUpperCase()}/bucket HTTP/1.1` }, MORE],
  ['a user behind a domain', { TargetUserName: 'CORP\\svc-backup2' }, MORE],
  ['a user before one', { upn: 'svc-backup2@corp.example' }, MORE],
  ['a DNS name with its root, below it', { question: 'a.vault.corp.example.' }, MORE],
  ['a URL whatever its scheme', { url: 'hxxp://wiki.corp.example/passwords?id=7#top' }, MORE],
])('a decoy is touched by an event that has %s', (_, record, id) => {
  expect(touched(record)).toEqual([`honeytoken:${id}`])
})

test.each([
  { mail: 'other.ceo.backup@acme.example' },
  { mail: 'ceo.backup@acme.example.org' },
  { mail: 'ceo.backup@acme.examples' },
  { key: `X${AKIA}` },
  { key: `${AKIA}7` },
  { file: 'All Salaries (2026).html.exe' },
  { file: 'Not-All Salaries (2026).html' },
  { id: MORE },
  { user: 'svc-backup22' },
  { user: 'old-svc-backup2' },
  { name: 'notvault.corp.example' },
  { name: 'vault.corp.example.org' },
  { url: 'wiki.corp.example/passwords?id=77' },
])('and not by %j, which is something else', (record) => {
  expect(touched(record)).toEqual([])
})

test('searches text that no mapping reads', () => {
  const found = signalsOf(bookOf('acme'), { message: `what ${AKIA} did` }, { isText: true })
  expect(found.map(({ rule_id }) => rule_id)).toEqual([`honeytoken:${KEY}`])
})

test('a signal names decoy, kind and field, but never the value, and is the same for the same event', () => {
  const record = { a: { b: `${AKIA} and ${AKIA}` }, c: AKIA }
  const [signal, ...others] = signalsOf(bookOf('acme'), record)
  expect(others).toEqual([])
  expect(signal).toMatchObject({ tenant_id: 'acme', language: 'honeytoken', severity_id: 5 })
  expect(JSON.stringify(signal)).not.toContain(AKIA)
  expect(signal?.matched[0]).toEqual({ field: expect.stringMatching(/^(a\.b|c)$/), value: 'access_key_id' })
  expect(signalsOf(bookOf('acme'), record)[0]?.signal_id).toBe(signal?.signal_id)
})

test('a decoy matches for its tenant only, until it is deleted', () => {
  const book = bookOf('acme')
  expect(signalsOf(book, { key: AKIA }, { tenant: 'globex' })).toEqual([])
  book.change('acme', HONEYTOKEN_KIND, KEY, undefined)
  expect(signalsOf(book, { key: AKIA })).toEqual([])
  for (const [id] of DECOYS) book.change('acme', HONEYTOKEN_KIND, id, undefined)
  expect(book.of('acme')).toBeUndefined()
})

test('finds decoys that share most words by their distinct ones', () => {
  const decoys = new Decoys()
  const values = (n: number) => [{ kind: 'address' as const, value: `u${n}@a-very-long-domain.example` }]
  for (let n = 0; n < 2_000; n++) decoys.put(String(n), { name: '', values: values(n) })
  let compared = 0
  decoys.eachIn('mail for somebody@a-very-long-domain.example and u1999@a-very-long-domain.example', () => compared++)
  expect(compared).toBe(1)
})

test('finds a value with any neighbours except letters and digits', () => {
  const decoys = new Decoys()
  decoys.put('k', { name: '', values: [{ kind: 'access_key_id', value: AKIA }] })
  const around = fc.string({ unit: fc.constantFrom(...' ,;:|"\'/\\()<>[]{}=@+&?#%\n\t\0\u2013\u{1f510}') })
  fc.assert(
    fc.property(around, around, (before, after) => {
      let found = 0
      decoys.eachIn(`${before}${AKIA}${after}`, () => found++)
      expect(found).toBe(1)
    }),
  )
})
