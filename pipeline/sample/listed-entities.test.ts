/** OCSF events without a finding, whose entities are in lists, in members of other objects, or only in text. */
import { expect, test } from 'vitest'
import { ocsf as ocsfMapping } from '../../connectors/families/ocsf/mapping.ts'
import { listedEntities } from '../../connectors/mapping/finding.ts'
import { eachObservable } from '../stages/intake/intel/observables.ts'
import type { EventAtHand } from '../stages/intake/step.ts'
import { normalisedEvents } from './sample-events.ts'

const HASH = '0123456789abcdef'.repeat(4)

const ocsf = (members: object, class_uid = 0) => ({
  ...{
    class_uid,
    category_uid: Math.floor(class_uid / 1000),
    activity_id: 0,
    type_uid: class_uid * 100,
    severity_id: 1,
  },
  ...{ time: 1_795_774_272_000, metadata: { version: '1.8.0', product: { name: 'P', vendor_name: 'V' } }, ...members },
})

function read(record: object) {
  const [event] = normalisedEvents(Buffer.from(`${JSON.stringify(record)}\n`), 'auto')
  if (event === undefined || 'reason' in event) throw new Error('not read')
  return event.row
}

const observable = (type_id: number, value: string, name = 'x') => ({ type_id, value, name })

test.each<readonly [string, object, object]>([
  [
    'observables: what is no address of a connection stands for itself',
    ocsf({
      observables: [
        observable(2, '203.0.113.60'),
        observable(1, 'ws60'),
        observable(4, 'kim'),
        observable(8, HASH),
        observable(6, 'http://bad.example/x'),
      ],
    }),
    { srcIp: '203.0.113.60', host: 'ws60', user: 'kim', fileHash: HASH, url: 'http://bad.example/x' },
  ],
  [
    'observables: their names say which end, whose machine and what was asked for',
    ocsf({
      observables: [
        observable(1, 'bad.example', 'query.hostname'),
        observable(2, '203.0.113.62', 'dst_endpoint.ip'),
        observable(2, '203.0.113.61', 'src_endpoint.ip'),
        observable(1, 'ws61', 'device.hostname'),
      ],
    }),
    { srcIp: '203.0.113.61', dstIp: '203.0.113.62', host: 'ws61', domain: 'bad.example' },
  ],
  [
    'evidence and resources: the machine outranks the far end, a path outranks a name',
    ocsf({
      evidences: [
        {
          dst_endpoint: { ip: '203.0.113.64', hostname: 'far.example' },
          src_endpoint: { ip: '203.0.113.63' },
          file: { name: 'a.exe', path: 'C:\\t\\a.exe' },
          user: { name: 'bob' },
        },
      ],
      resources: [{ type: 'Host', name: 'ws62' }],
    }),
    { srcIp: '203.0.113.63', dstIp: '203.0.113.64', host: 'ws62', user: 'bob', filePath: 'C:\\t\\a.exe' },
  ],
  [
    'a connection that is told by observables alone',
    ocsf({ observables: [observable(2, '203.0.113.65', 'src_endpoint.ip')] }, 4001),
    { srcIp: '203.0.113.65', dstIp: '' },
  ],
  [
    'an event that names its own end is not about those of its lists',
    ocsf({ src_endpoint: { ip: '203.0.113.66' }, observables: [observable(4, 'ann')] }, 4001),
    { srcIp: '203.0.113.66', user: '' },
  ],
  [
    'a request is not made by the machine that it is about',
    ocsf({ resources: [{ type: 'Host', name: 'vm1', ip: '203.0.113.67' }] }, 6003),
    { srcIp: '', host: '' },
  ],
  [
    'members of others and words',
    ocsf({
      message: 'login failed for user eve from 198.51.100.77 port 22',
      unmapped: { ClientHost: '198.51.100.78', foo: '1' },
    }),
    { srcIp: '198.51.100.78', user: 'eve' },
  ],
  [
    'nobody at all',
    ocsf({ message: 'job 7 has ended', unmapped: { job: 7 } }),
    { srcIp: '', dstIp: '', user: '', host: '' },
  ],
])('%s', (_, record, expected) => {
  expect(read(record)).toMatchObject(expected)
})

test('looks up every listed entity among the indicators, not only the first of a kind', () => {
  const record = ocsf({
    observables: [
      observable(1, 'ws60'),
      observable(1, 'evil.example'),
      observable(8, HASH),
      observable(8, 'cd'.repeat(16)),
    ],
  })
  const row = read(record)
  const event = { row, record, mapping: ocsfMapping, entities: listedEntities(row, record) } as unknown as EventAtHand
  const found: string[] = []
  eachObservable(
    event,
    () => true,
    (kind, value) => found.push(`${kind} ${value}`),
  )
  expect(found).toEqual(expect.arrayContaining(['domain evil.example', `sha256 ${HASH}`, `md5 ${'cd'.repeat(16)}`]))
})
