import { expect, test } from 'vitest'
import { mailSource } from '../families/mail/mapping.ts'
import { suricata } from '../vendors/suricata/mapping.ts'
import { compileSource } from './source.ts'
import { always, integer, ip, is, objects, type Rows, time } from './table.ts'
import { OBJECTS_MAX } from './transforms.ts'

const answered = (answers: unknown) => ({
  timestamp: '2024-03-04T10:11:12.000+0000',
  event_type: 'dns',
  src_ip: '192.0.2.1',
  dest_ip: '192.0.2.53',
  dns: { type: 'answer', rrname: 'a.example', rcode: 'NOERROR', answers },
})
const ADDRESSES = Array.from({ length: OBJECTS_MAX + 20 }, (_, n) => `198.51.100.${n}`)

test('every entry of a list is written up to the bound, and the record keeps all of them', () => {
  const record = answered(ADDRESSES.map((rdata, ttl) => ({ rdata, rrtype: 'A', ttl })))
  const copy = structuredClone(record)
  const event = suricata.toOcsf(record)
  const answers = event?.answers as { rdata: string; ttl: number }[]
  expect(answers.map(({ rdata }) => rdata)).toEqual(ADDRESSES.slice(0, OBJECTS_MAX))
  expect(answers[1]).toEqual({ rdata: '198.51.100.1', type: 'A', ttl: 1 })
  expect(record).toEqual(copy)
})

test('an entry that lacks a required member, or is not an object, is left out', () => {
  const event = suricata.toOcsf(answered([{ rrtype: 'SOA' }, 'text', null, { rdata: '198.51.100.7' }]))
  expect(event?.answers).toEqual([{ rdata: '198.51.100.7' }])
  expect(suricata.toOcsf(answered([]))).not.toHaveProperty('answers')
})

test('observables come from every written entry', () => {
  const attachments = ['a.exe', 'b.pdf', 'c.zip'].map((filename) => ({ filename, size: 5 }))
  const record = { from: 'eve@a.example', to: ['bob@b.example'], subject: 'hi', attachments }
  const { observables } = mailSource.toOcsf(record) ?? {}
  const names = (observables as { name: string; value: string }[])
    .filter(({ name }) => name === 'email.files.name')
    .map(({ value }) => value)
  expect(names).toEqual(['a.exe', 'b.pdf', 'c.zip'])
})

test.each<[string, Rows, RegExp]>([
  ['an object without what it demands', { answers: objects('a', { type: 't' }) }, /dns_answer demands rdata/],
  ['a member that it does not have', { answers: objects('a', { rdata: 'r', colour: 'c' }) }, /has no colour/],
  ['a member of another kind', { answers: objects('a', { rdata: 'r', ttl: 't' }) }, /ttl: is integer, not text/],
  ['a list of texts', { 'src_endpoint.intermediate_ips': objects('a', { ip: ip('i') }) }, /is no list of objects/],
])('a table that writes %s is refused when it is loaded', (_, rows, fault) => {
  const load = () =>
    compileSource({
      id: 'x/1',
      shapes: [{ name: 'json', is: () => true }],
      select: ['k'],
      rows: {
        time: time('t'),
        severity_id: is('Informational'),
        'metadata.product.name': is('x'),
        'src_endpoint.ip': ip('i'),
        'src_endpoint.port': integer('p'),
        'query.hostname': always('x'),
      },
      chapters: [{ name: 'c', profiles: [{ name: 'p', when: {}, class: 'dns_activity', activity: 'Query', rows }] }],
    }).toOcsf({})
  expect(load).toThrow(fault)
})
