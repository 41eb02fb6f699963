import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { decodeObservations, type EntityObservation } from '../../../schemas/entity-observation.ts'
import { encodeEventBatch } from '../../../schemas/event-batch.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import { assertCompliant } from '../../contract/compliance.ts'
import { OBSERVE } from '../../topology.ts'
import { intakeStage } from '../intake/stage.ts'
import { observationsOf } from './observations.ts'
import { observeStage } from './stage.ts'

const HOUR_MS = 3_600_000
const RECEIVED_MS = 480_000 * HOUR_MS + 600_000

/** The records that intake writes for pushed events. */
function recordsOf(events: readonly object[], receivedMs = RECEIVED_MS, sourceFormat = 'ocsf'): LogRecord[] {
  const body = Buffer.from(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`)
  const header = {
    tenantId: tenantId('acme'),
    connectorId: 'c',
    connectorType: 'x',
    sourceFormat,
    requestId: 'r',
  }
  const task = intakeStage({ partitions: 1, eventBytesMax: 10_000 }).open(0)
  const value = Buffer.concat(
    encodeEventBatch({ ...header, receivedMs, framing: 'lines', events: events.length }, body),
  )
  task.step({ topic: TOPICS.securityEvents.name, partition: 0, offset: 0, timestampMs: receivedMs, key: '', value })
  return task
    .flush()
    .outputs.filter(({ topic }) => topic === TOPICS.normalizedEvents.name)
    .map((output, offset) => ({ ...output, offset, value: Buffer.concat(output.value) }))
}

const observed = (events: readonly object[], receivedMs?: number, sourceFormat?: string) =>
  recordsOf(events, receivedMs, sourceFormat).flatMap(({ value }) => observationsOf(value).observations)
const find = (all: readonly EntityObservation[], type: string) => all.filter(({ entity_type }) => entity_type === type)
const event = (class_uid: number, activity_id: number, more: object) => ({
  ...{ class_uid, activity_id, type_uid: class_uid * 100 + activity_id, time: RECEIVED_MS - 60_000, severity_id: 1 },
  ...{ metadata: { version: '1.8.0', product: { name: 'p' } }, device: { hostname: 'WEB-1.', type_id: 0 } },
  ...more,
})
const logon = (more: object) =>
  event(3002, 1, { user: { name: 'CORP\\Alice' }, src_endpoint: { ip: '203.0.113.9' }, status_id: 1, ...more })

test('logons count for the user, the host and the source address', () => {
  const country = { ip: '203.0.113.9', location: { country: 'nz' } }
  const all = observed([logon({}), logon({ status_id: 2, n: 1 }), logon({ src_endpoint: country, n: 2 })])
  expect(find(all, 'user')).toMatchObject([
    {
      ...{ tenant_id: 'acme', entity: 'alice', hour: 480_000, received_ms: RECEIVED_MS },
      counts: [
        { metric: 'activity', value: 3 },
        { metric: 'logons', value: 2 },
        { metric: 'failed_logons', value: 1 },
      ],
      items: [
        { metric: 'hosts', text: 'web-1' },
        { metric: 'countries', text: 'NZ' },
      ],
    },
  ])
  expect(find(all, 'host')).toMatchObject([{ entity: 'web-1', items: [{ metric: 'users', text: 'alice' }] }])
  expect(find(all, 'ip')).toMatchObject([{ entity: '203.0.113.9' }])
})

test('programs, their parents, and commands without ids and numbers', () => {
  const process = { name: 'C:\\Windows\\CMD.exe', pid: 7, cmd_line: 'cmd /c del C:\\tmp\\7731.tmp' }
  const all = observed([event(1007, 1, { process: { ...process, parent_process: { name: 'winword.exe' } } })])
  const items = find(all, 'host')[0]?.items ?? []
  expect(items).toContainEqual({ metric: 'processes', text: 'cmd.exe' })
  expect(items).toContainEqual({ metric: 'parent_pairs', text: 'winword.exe > cmd.exe' })
  expect(items).toContainEqual({ metric: 'commands', text: 'cmd /c del c:\\tmp\\#.tmp' })
})

test('missing byte counts are absent, and zero is zero', () => {
  const flow = (more: object) => observed([event(4001, 6, { src_endpoint: { ip: '10.0.0.7' }, ...more })])
  const bytes = (all: readonly EntityObservation[]) =>
    find(all, 'ip')[0]?.counts.filter(({ metric }) => metric === 'bytes_out')
  expect(bytes(flow({}))).toEqual([])
  expect(bytes(flow({ traffic: { bytes_out: 0 } }))).toEqual([{ metric: 'bytes_out', value: 0 }])
  expect(bytes(flow({ traffic: { bytes_out: 5_000_000 } }))).toEqual([{ metric: 'bytes_out', value: 5_000_000 }])
})

test('domains count the hosts that look them up; reverse lookups are left out', () => {
  const ask = (hostname: string) => event(4003, 1, { query: { hostname } })
  const all = observed([ask('Evil.Example.'), ask('9.113.0.203.in-addr.arpa')])
  expect(find(all, 'domain')).toMatchObject([{ entity: 'evil.example', items: [{ metric: 'askers', text: 'web-1' }] }])
})

test('observes long-lived keys with their programs and countries, also from CloudTrail', () => {
  const call = (credential_uid: string, more: object = {}) =>
    event(6003, 1, {
      actor: { user: { name: 'deploy' }, session: { uid: 's', credential_uid } },
      ...{ api: { operation: 'PutObject' }, src_endpoint: { ip: '203.0.113.9', location: { country: 'nz' } } },
      http_request: { user_agent: 'aws-cli/2.15.1 Python/3.11' },
      ...more,
    })
  const all = observed([
    call('AKIAEXAMPLE'),
    call('projects/p/keys/abc', { http_request: undefined, n: 1 }),
    call('ASIAEXAMPLE', { n: 2 }),
    logon({ session: { uid: 's', credential_uid: 'a-new-one' } }),
  ])
  const [deploy, alice] = [find(all, 'user').find(({ entity }) => entity === 'deploy'), find(all, 'user')[1]]
  expect(deploy?.counts).toContainEqual({ metric: 'key_calls', value: 2 })
  expect(deploy?.items.filter(({ metric }) => metric.startsWith('key_'))).toEqual([
    { metric: 'key_agents', text: 'AKIAEXAMPLE > aws-cli/# python/#' },
    { metric: 'key_countries', text: 'AKIAEXAMPLE > NZ' },
    { metric: 'key_countries', text: 'abc > NZ' },
  ])
  expect([alice?.entity, alice?.counts.some(({ metric }) => metric === 'key_calls')]).toEqual(['alice', false])
  const trail = {
    ...{ eventVersion: '1.08', eventTime: new Date(RECEIVED_MS - 60_000).toISOString(), eventName: 'ListBuckets' },
    ...{ eventSource: 's3.amazonaws.com', awsRegion: 'eu-west-1', sourceIPAddress: '203.0.113.9', eventID: 'e-1' },
    userIdentity: {
      type: 'IAMUser',
      userName: 'carol',
      accessKeyId: 'AKIACAROL',
      accountId: '1',
      arn: 'a',
      principalId: 'p',
    },
    ...{ userAgent: 'Boto3/1.34', eventType: 'AwsApiCall', recipientAccountId: '1', readOnly: true },
  }
  const [carol] = find(observed([trail], RECEIVED_MS, 'cloudtrail'), 'user')
  expect(carol).toMatchObject({ entity: 'carol', items: [{ metric: 'key_agents', text: 'AKIACAROL > boto#/#' }] })
})

test('ignores a clock that runs ahead, and observes no common names', () => {
  const [ahead] = find(observed([logon({ time: RECEIVED_MS + 2 * HOUR_MS })]), 'user')
  expect(ahead?.hour).toBe(480_000)
  const all = observed([logon({ user: { name: 'SYSTEM' }, src_endpoint: { ip: '127.0.0.1' } })])
  expect(all.map(({ entity_type }) => entity_type)).toEqual(['host'])
})

test('keeps the contract of a stage', () => {
  const any = fc.record({ name: fc.constantFrom('ann', 'bob', '', '\0', 'x'.repeat(300)), n: fc.nat(9) })
  fc.assert(
    fc.property(
      fc.array(fc.array(any, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
      fc.nat(6),
      (all, crashAt) => {
        const records = all
          .flatMap((some) => recordsOf(some.map(({ name, n }) => logon({ user: { name }, n }))))
          .map((record, offset) => ({ ...record, offset }))
        const make = () => observeStage({ partitions: 3 })
        assertCompliant(OBSERVE, make, records, { crashAt, commitEvery: 2, partitionsOf: () => 3 })
        const task = make().open(0)
        for (const record of records) task.step(record)
        for (const { value } of task.flush().outputs)
          expect(decodeObservations(Buffer.concat(value)).length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 30 },
  )
})
