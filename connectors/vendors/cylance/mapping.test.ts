import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { cylance } from './mapping.ts'

const event = (words: string) => recordOf(`<134>1 2024-03-04T10:11:12Z sysloghost CylancePROTECT - - - ${words}`)

sourceTests(cylance, [
  {
    name: 'an exploit is stopped',
    record: event(
      'Event Type: ExploitAttempt, Event Name: Blocked, Device Name: pc7, IP Address: (192.0.2.7), Action: Terminated, Process ID: 72, Process Name: C:\\t\\a.exe, User Name: alice, Violation Type: LSASS Read, Zone Names: (a)',
    ),
    becomes: {
      class_uid: 2004,
      action: 'Denied',
      disposition: 'Blocked',
      finding_info: { title: 'LSASS Read', types: ['ExploitAttempt'] },
      evidences: [{ process: { name: 'a.exe', pid: 72 }, user: { name: 'alice' } }],
      device: { hostname: 'pc7' },
    },
  },
  {
    name: 'a threat is found',
    record: event(
      `Event Type: Threat, Event Name: threat_found, Device Name: pc7, File Name: a.exe, Path: c:\\t\\, SHA256: ${'A'.repeat(64)}, Status: Unsafe`,
    ),
    becomes: {
      class_uid: 2004,
      action: 'Observed',
      disposition: 'Detected',
      evidences: [{ file: { name: 'a.exe', path: 'c:\\t\\a.exe' } }],
    },
  },
  {
    name: 'somebody at the console',
    record: event(
      'Event Type: AuditLog, Event Name: ThreatGlobalQuarantine, Message: SHA256 x, User: Eve Doe (e@x.example)',
    ),
    becomes: {
      class_uid: 6003,
      api: { operation: 'ThreatGlobalQuarantine' },
      actor: { user: { name: 'Eve Doe', email_addr: 'e@x.example' } },
    },
  },
  {
    name: 'a device that registers has no class',
    record: event('Event Type: Device, Event Name: Registration, Device Name: pc8'),
    becomes: { class_uid: 0, device: { hostname: 'pc8' } },
  },
  {
    name: 'somebody does not get into the console',
    record: event(
      'Event Type: AuditLog, Event Name: LoginFailure, Message: Provider: CylancePROTECT, Source IP: 192.0.2.9, User: Eve Doe (e@x.example)',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'Eve Doe', email_addr: 'e@x.example' },
      src_endpoint: { ip: '192.0.2.9' },
    },
  },
])
