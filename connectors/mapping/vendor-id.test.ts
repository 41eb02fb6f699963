import { expect, test } from 'vitest'
import { sourceOf } from '../registry.ts'
import { vendorIdOf } from './vendor-id.ts'

test.each([
  ['a-1', 'a-1'],
  [' a-1 ', 'a-1'],
  [7, '7'],
  ['0x0', '0x0'],
  [2 ** 53 - 1, '9007199254740991'],
  ['9007199254740993', '9007199254740993'],
  ['x'.repeat(256), 'x'.repeat(256)],
])('%j is an id', (value, id) => {
  expect(vendorIdOf(value)).toBe(id)
})

test.each([
  [2 ** 53],
  [-1],
  [0],
  [1.5],
  ['0'],
  ['-1'],
  ['-'],
  [' '],
  ['unknown'],
  ['(none)'],
  ['00000000-0000-0000-0000-000000000000'],
  ['x'.repeat(257)],
  [true],
  [null],
  [undefined],
  [['a']],
  [{ toString: false }],
])('%j tells no event apart', (value) => {
  expect(vendorIdOf(value)).toBe('')
})

/** The id is of the record's subject: the next record about the subject has the same id and other content. */
test.each([
  ['security-hub', { Id: 'f-1', ProductArn: 'arn:x', RecordState: 'ARCHIVED' }],
  ['guardduty', { id: 'f-1', type: 'Recon:EC2/Portscan', service: { count: 2 } }],
  ['graph-alerts', { id: 'f-1', serviceSource: 'x', status: 'resolved' }],
  ['azure-risk', { id: 'f-1', riskEventType: 'unfamiliarFeatures', riskState: 'dismissed' }],
  ['carbonblack', { id: 'f-1', alert_url: 'https://x.example', org_key: 'o' }],
  ['wiz', { issue: { id: 'f-1', status: 'RESOLVED' }, trigger: {}, control: {} }],
  ['qradar', { id: 7, status: 'CLOSED' }],
  ['canary', { IncidentHash: 'f-1', IncidentKey: 'incident:devicereconnected:1' }],
  ['upwind', { id: 'f-1', occurrence_count: 2 }],
  ['socradar', { alarm_id: 7, status: 'CLOSED' }],
  ['ai-finding', { finding_id: 'f-1', status: 'resolved' }],
  ['ai-runtime', { request_id: 'r-1', span_id: 's-1', event_type: 'response' }],
  ['sentinelone', { id: '7', threatInfo: { incidentStatus: 'resolved' } }],
  ['mongodb', { id: 'f-1', eventTypeName: 'HOST_DOWN', status: 'CLOSED' }],
  ['gitlab', { id: 1, object_kind: 'release', action: 'update' }],
  ['proofpoint', { GUID: 'm-1', messageID: 'm-1', clickIP: '192.0.2.7' }],
  ['databricks', { requestId: 'r-1', response: { statusCode: 200 } }],
  ['snowflake', { QUERY_ID: 'q-1', EXECUTION_STATUS: 'SUCCESS' }],
])('%s: the id of a thing is not that of a record', (format, record) => {
  expect(sourceOf(format)?.vendorId(record)).toBe('')
})

test.each([
  ['duo', { telephony_id: 't-1', txid: 'a-1' }, 't-1'],
  ['duo', { txid: 'a-1' }, 'a-1'],
  ['sentinelone', { activityUuid: 'a-1', id: '7' }, 'a-1'],
  ['snowflake', { EVENT_ID: 7, EVENT_TYPE: 'LOGIN' }, '7'],
  ['crowdstrike', { id: 'e-1', CompositeId: 'd-1' }, 'e-1'],
])('%s: the id of a record is', (format, record, id) => {
  expect(sourceOf(format)?.vendorId(record)).toBe(id)
})
