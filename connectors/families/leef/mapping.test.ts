import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { leef } from './mapping.ts'

const line = (id: string, pairs: string) => recordOf(`<134>Mar  4 10:11:12 fw1 LEEF:2.0|Acme|Box|1.0|${id}|^|${pairs}`)

sourceTests(leef, [
  {
    name: 'a flow',
    record: line(
      'allow',
      'cat=TRAFFIC^src=10.0.0.7^srcPort=5000^dst=192.0.2.10^dstPort=443^proto=tcp^sev=1^usrName=bob^srcBytes=5',
    ),
    becomes: {
      class_uid: 4001,
      action: 'Allowed',
      src_endpoint: { ip: '10.0.0.7', port: 5000 },
      actor: { user: { name: 'bob' } },
      traffic: { bytes_out: 5 },
    },
  },
  {
    name: 'an anomaly',
    record: line('77', 'cat=anomaly^src=10.0.0.7^sev=8'),
    becomes: { class_uid: 2004, severity: 'High', finding_info: { title: 'anomaly', uid: '77' } },
  },
  {
    name: 'a flow that is denied, as the name of the event says',
    record: line('deny', 'src=10.0.0.7^dst=192.0.2.10^dstPort=443^sev=1'),
    becomes: { class_uid: 4001, activity_name: 'Refuse', action: 'Denied', disposition: 'Blocked', status: 'Failure' },
  },
])

test('the event’s number is not a decision', () => {
  const flow = leef.toOcsf(line('41', 'src=10.0.0.7^dst=192.0.2.10^dstPort=443^sev=1'))
  expect(flow).toMatchObject({ class_uid: 4001, activity_name: 'Traffic' })
  for (const name of ['action', 'disposition', 'status']) expect(flow).not.toHaveProperty(name)
})
