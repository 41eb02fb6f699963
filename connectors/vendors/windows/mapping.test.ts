import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { restOf } from '../../mapping/event-of.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { WINDOWS_FIXTURES } from './fixtures.ts'
import { windows } from './mapping.ts'

sourceTests(windows, WINDOWS_FIXTURES)

const DEFENDER_LOG = 'Microsoft-Windows-Windows Defender/Operational'
const DATA = {
  TargetUserName: 'bob',
  TargetDomainName: 'CORP',
  TargetUserSid: 'S-1-5-21-1-7',
  LogonType: '2',
  IpAddress: '10.0.0.1',
}
const SPELLINGS: Readonly<Record<string, Members>> = {
  flat: {
    ...DATA,
    Channel: 'security',
    EventID: '4624',
    Hostname: 'dc',
    TimeCreated: '2024-01-02T03:04:05Z',
    Level: 0,
    RecordNumber: 5,
    SourceName: 'P',
  },
  'data of its own beside the header': {
    Channel: 'Security',
    EventID: '4624',
    Computer: 'dc',
    TimeCreated: '2024-01-02T03:04:05Z',
    Level: '0',
    EventRecordID: '5',
    ProviderName: 'P',
    ExtraEventData: DATA,
  },
  'winlogbeat 6': {
    log_name: 'Security',
    event_id: 4624,
    computer_name: 'dc',
    '@timestamp': '2024-01-02T03:04:05Z',
    level: 'Information',
    record_number: '5',
    source_name: 'P',
    event_data: DATA,
  },
  'winlogbeat 7': {
    '@timestamp': '2024-01-02T03:04:05Z',
    log: { level: 'information' },
    event: { code: '4624' },
    winlog: {
      channel: 'Security',
      event_id: 4624,
      computer_name: 'dc',
      record_id: 5,
      provider_name: 'P',
      event_data: DATA,
    },
  },
  event: {
    Event: {
      System: {
        Channel: 'Security',
        EventID: 4624,
        Computer: 'dc',
        Level: 0,
        EventRecordID: 5,
        Provider: { '#attributes': { Name: 'P' } },
        TimeCreated: { '#attributes': { SystemTime: '2024-01-02T03:04:05Z' } },
      },
      EventData: DATA,
    },
  },
  'attributes beside the rest': {
    Event: {
      System: {
        Channel: 'Security',
        EventID: '4624',
        Computer: 'dc',
        Level: '0',
        EventRecordID: '5',
        Provider: { Name: 'P' },
        TimeCreated: { SystemTime: '2024-01-02T03:04:05Z' },
      },
      EventData: { Data: Object.entries(DATA).map(([Name, text]) => ({ Name, '#text': text })) },
    },
  },
  'without the outer object': {
    System: {
      Channel: 'Security',
      EventID: 4624,
      Computer: 'dc',
      Level: 0,
      EventRecordID: 5,
      Provider: { Name: 'P' },
      TimeCreated: { SystemTime: '2024-01-02T03:04:05Z' },
    },
    EventData: DATA,
  },
}

test('users without a security identifier are not one and the same user', () => {
  const record = structuredClone(SPELLINGS.flat as Members)
  const nobody = { SubjectUserSid: 'S-1-0-0', SubjectUserName: '-', SubjectLogonId: '0x0' }
  const event = windows.toOcsf({ ...record, ...nobody, EventID: '4625', TargetUserSid: 'S-1-0-0' })
  expect(event).toMatchObject({ status: 'Failure', user: { name: 'bob' } })
  expect(event?.user).not.toHaveProperty('uid')
  expect(event?.actor).not.toHaveProperty('user')
})

test('a field with the same name and another meaning is not used', () => {
  const spoken = (EventID: number, data: Members) =>
    windows.toOcsf({ Channel: 'Security', Hostname: 'dc', EventID, ...data })
  expect(spoken(4740, { TargetUserName: 'bob', TargetDomainName: 'PC-2' })?.user).not.toHaveProperty('domain')
  const inward = spoken(5156, { Direction: '%%14592', SourceAddress: '10.0.0.9', DestAddress: '10.0.0.5' })
  expect(inward?.src_endpoint).not.toHaveProperty('hostname')
  const ended = { Channel: 'System', SourceName: 'Service Control Manager', EventID: 7034, param1: 'svc', param2: '3' }
  expect(windows.toOcsf(ended)).not.toHaveProperty('status_code')
})

test('an event is the same in every spelling of its shippers', () => {
  const [first, ...others] = Object.values(SPELLINGS).map((record) => windows.toOcsf(structuredClone(record)))
  expect(first).toMatchObject({ class_uid: 3002, user: { name: 'bob' }, src_endpoint: { ip: '10.0.0.1' } })
  for (const other of others) expect(other).toEqual(first)
})

test.each(Object.entries(SPELLINGS))('%s: names of Sigma, OCSF and ECS lead to the value', (_, spelling) => {
  const record = structuredClone(spelling)
  const view = windows.viewOf(record)
  const valueAt = (field: string) =>
    view
      .paths(field)
      .map(({ path }) => path.reduce<unknown>((at, step) => (at as Members | undefined)?.[step], record))
      .find((value) => value !== undefined)
  expect(['TargetUserName', 'user.name', 'user.target.name'].map(valueAt)).toEqual(['bob', 'bob', 'bob'])
  expect(['IpAddress', 'src_endpoint.ip', 'source.ip'].map(valueAt)).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.1'])
  expect(['Computer', 'host.name'].map(valueAt)).toEqual(['dc', 'dc'])
  expect(Number(valueAt('EventID'))).toBe(4624)
  expect([valueAt('Provider_Name'), valueAt('NoSuchField')]).toEqual(['P', undefined])
})

test.each<Members>([
  { Channel: DEFENDER_LOG, EventID: 1116, SourceName: 'P', Hostname: 'pc', 'Source Name': 'AMSI', 'Threat Name': 'V' },
  {
    log_name: DEFENDER_LOG,
    ...{ source_name: 'P', event_id: 1116, computer_name: 'pc' },
    event_data: { 'Source Name': 'AMSI', 'Threat Name': 'V' },
  },
  {
    winlog: {
      ...{ channel: DEFENDER_LOG, provider_name: 'P', event_id: 1116, computer_name: 'pc' },
      event_data: { 'Source Name': 'AMSI', 'Threat Name': 'V' },
    },
  },
])(
  'names that Defender writes with spaces answer to names of rules, before what those are in other logs: %#',
  (record) => {
    const valueIn = (of: Members, field: string) =>
      windows
        .viewOf(of)
        .paths(field)
        .map(({ path }) => path.reduce<unknown>((at, step) => (at as Members | undefined)?.[step], of))
        .find((value) => value !== undefined)
    const names = ['SourceName', 'Source Name', 'ThreatName', 'Threat_Name', 'Provider_Name', 'ProviderName']
    expect(names.map((name) => valueIn(record, name))).toEqual(['AMSI', 'AMSI', 'V', 'V', 'P', 'P'])
    // An event whose data names no source has the provider under that name.
    const bare = { Channel: DEFENDER_LOG, EventID: 5001, SourceName: 'P' }
    expect(valueIn(bare, 'SourceName')).toBe('P')
  },
)

test.each([
  [{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1 }, 'sysmon', ['process_creation']],
  [{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 13 }, 'sysmon', ['registry_event', 'registry_set']],
  [{ Channel: 'Security', EventID: 4688 }, 'security', ['process_creation']],
  [{ Channel: 'Security', EventID: 4624 }, 'security', []],
  [{ Channel: 'Windows PowerShell', EventID: 400 }, 'powershell-classic', ['ps_classic_start']],
  [{ Channel: 'PowerShellCore/Operational', EventID: 4104 }, 'powershell', ['ps_script']],
  [{ Channel: 'Microsoft-Windows-Windows Defender/Operational', EventID: 1116 }, 'windefend', []],
  [{ Channel: 'Microsoft-Windows-Bits-Client/Operational', EventID: 59 }, 'bits-client', []],
  [{ Channel: 'Contoso', EventID: 59 }, '', []],
])('%j is logged by service %s', (record, service, categories) => {
  expect(windows.logSourceOf(record)).toEqual({ product: 'windows', service, categories })
})

test('the audit log’s process creation has Sysmon’s names too', () => {
  const view = windows.viewOf({ Channel: 'Security', EventID: 4688 })
  expect(view.paths('Image')).toContainEqual({ path: ['NewProcessName'] })
  expect(view.paths('process.command_line')).toContainEqual({ path: ['CommandLine'] })
})

test('ids that two providers share are distinguished', () => {
  const classOf = (Provider_Name: string) =>
    windows.profileOf({ Channel: 'System', EventID: 7001, Provider_Name }).classUid
  expect([classOf('Service Control Manager'), classOf('Microsoft-Windows-Winlogon')]).toEqual([201_004, 3002])
})

test('any record of any log becomes a valid event, except for missing fields', () => {
  const channels = [
    'Security',
    'System',
    'Application',
    'Windows PowerShell',
    'Microsoft-Windows-Sysmon/Operational',
    'Microsoft-Windows-WMI-Activity/Operational',
    'x',
  ]
  const ids = [
    1, 3, 6, 7, 8, 10, 13, 22, 104, 400, 800, 1000, 1102, 4103, 4104, 4624, 4625, 4656, 4688, 4697, 4728, 4769, 5140,
    5156, 5860, 7036, 7045,
  ]
  const names = [
    'Image',
    'User',
    'ProcessId',
    'TargetUserName',
    'SubjectUserName',
    'IpAddress',
    'IpPort',
    'Hashes',
    'CommandLine',
    'ObjectName',
    'ObjectType',
    'Keywords',
    'Level',
    'param1',
    'param2',
    'Message',
    'Data',
    'TargetObject',
    'QueryName',
    'SourceIp',
    'LogonType',
    'UserID',
    'EventTime',
    'Hostname',
  ]
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('-', '0x10', 'A\\b', '10.0.0.1', 4),
  )
  const data = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 15 })
  const header = fc.record({
    Channel: fc.constantFrom(...channels),
    EventID: fc.oneof(fc.constantFrom(...ids), fc.constantFrom(...ids).map(String)),
  })
  const record = fc.oneof(
    fc.tuple(header, data).map(([head, fields]) => ({ ...fields, ...head })),
    fc.tuple(header, value).map(([head, fields]) => ({ Event: { System: head, EventData: fields } })),
    fc.tuple(header, value).map(([head, fields]) => ({ Event: { System: head, UserData: { x: fields } } })),
    fc.tuple(header, fc.array(value)).map(([head, Data]) => ({ System: head, EventData: { Data } })),
    fc.tuple(header, value).map(([head, fields]) => ({
      winlog: { channel: head.Channel, event_id: head.EventID, event_data: fields, user_data: fields },
    })),
    fc
      .tuple(header, value)
      .map(([head, fields]) => ({ log_name: head.Channel, event_id: head.EventID, user_data: fields })),
    fc.dictionary(fc.constantFrom('Event', 'System', 'winlog', 'event_data', 'log_name', 'event_id'), value),
  )
  fc.assert(
    fc.property(record, (fields) => {
      const row = new EventRow()
      expect(windows.fill(structuredClone(fields) as Members, row)).toBeNull()
      expect(() => restOf(row)).not.toThrow()
      const event = windows.toOcsf(structuredClone(fields) as Members)
      const faults = validate(event, '1.8.0').filter(({ path }) => path !== 'time')
      expect(faults.filter(({ kind }) => kind !== 'missing' && kind !== 'constraint')).toEqual([])
      expect(windows.faults().length > 0, JSON.stringify([faults, windows.faults()])).toBe(faults.length > 0)
    }),
    { numRuns: 500 },
  )
})
