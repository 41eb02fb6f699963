import { sourceTests } from '../../mapping/source-tests.ts'
import { wazuh } from './mapping.ts'

const AGENT = { id: '001', name: 'web1', ip: '10.0.0.5' }

sourceTests(wazuh, [
  {
    name: 'passwords that were tried',
    record: {
      timestamp: '2026-03-04T10:11:12.345+0100',
      rule: {
        level: 10,
        description: 'sshd: brute force',
        id: '5712',
        mitre: { id: ['T1110'], technique: ['Brute Force'] },
        groups: ['syslog', 'sshd'],
        firedtimes: 3,
      },
      agent: AGENT,
      id: '1772615472.1',
      full_log: 'Mar  4 10:11:12 web1 sshd[1]: Failed password for invalid user bob from 198.51.100.9 port 4000 ssh2',
      data: { srcip: '198.51.100.9', srcport: '4000', srcuser: 'bob' },
      location: '/var/log/auth.log',
    },
    becomes: {
      class_uid: 2004,
      severity: 'High',
      time: Date.UTC(2026, 2, 4, 9, 11, 12, 345),
      finding_info: { title: 'sshd: brute force', types: ['syslog', 'sshd'] },
      attacks: [{ technique: { uid: 'T1110', name: 'Brute Force' } }],
      device: { hostname: 'web1', ip: '10.0.0.5', uid: '001' },
      actor: { user: { name: 'bob' } },
      evidences: [{ src_endpoint: { ip: '198.51.100.9', port: 4000 } }],
    },
  },
  {
    name: 'an event of Windows',
    record: {
      timestamp: '2026-03-04T10:11:12.345+0000',
      rule: { level: 3, description: 'Logon', id: '60106' },
      agent: AGENT,
      id: '1772615472.2',
      data: { win: { system: { eventID: '4624' }, eventdata: { targetUserName: 'ada', ipAddress: '198.51.100.9' } } },
    },
    becomes: {
      severity: 'Informational',
      actor: { user: { name: 'ada' } },
      evidences: [{ src_endpoint: { ip: '198.51.100.9' } }],
    },
  },
  {
    name: 'a file that changed',
    record: {
      timestamp: '2026-03-04T10:11:12.345+0000',
      rule: { level: 7, description: 'Integrity checksum changed.', id: '550' },
      manager: { name: 'siem1' },
      id: '1772615472.3',
      syscheck: { path: '/etc/passwd', sha256_after: 'ab'.repeat(32) },
    },
    becomes: {
      severity: 'Medium',
      evidences: [{ file: { path: '/etc/passwd', name: 'passwd', hashes: [{ value: 'ab'.repeat(32) }] } }],
      device: { hostname: 'siem1' },
    },
  },
])
