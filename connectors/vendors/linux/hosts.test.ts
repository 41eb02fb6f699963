import { describe } from 'vitest'
import { santa as santaLine } from '../../formats/host-logs.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { osquery } from './osquery.ts'
import { santa } from './santa.ts'
import { sysmonLinux } from './sysmon.ts'

const SYSMON =
  '<Event><System><Provider Name="Linux-Sysmon" Guid="{ff032593-a8d3-4f13-b0d6-01fc615a0f97}"/><EventID>1</EventID>' +
  '<Level>4</Level><TimeCreated SystemTime="2024-03-04T10:11:12.5Z"/><EventRecordID>9</EventRecordID>' +
  '<Channel>Linux-Sysmon/Operational</Channel><Computer>web1</Computer></System><EventData>' +
  '<Data Name="ProcessId">11</Data><Data Name="Image">/usr/bin/cat</Data><Data Name="CommandLine">cat /etc/shadow</Data>' +
  '<Data Name="User">root</Data><Data Name="ParentProcessId">10</Data><Data Name="ParentImage">/bin/bash</Data></EventData></Event>'

describe('Sysmon for Linux', () => {
  sourceTests(sysmonLinux, [
    {
      name: 'a process, as XML in a message',
      record: { SyslogMessage: SYSMON, HostName: 'web1' },
      becomes: {
        class_uid: 1007,
        time: Date.UTC(2024, 2, 4, 10, 11, 12, 500),
        process: { pid: 11, name: 'cat', cmd_line: 'cat /etc/shadow' },
        device: { hostname: 'web1', os: { type: 'Linux' } },
        metadata: {
          log_name: 'Linux-Sysmon/Operational',
          log_provider: 'Linux-Sysmon',
          product: { name: 'Sysmon for Linux', vendor_name: 'Microsoft' },
        },
      },
    },
    {
      name: 'a process whose message a relay cut inside a value',
      record: { SyslogMessage: SYSMON.slice(0, SYSMON.indexOf('/bash')), HostName: 'web1' },
      becomes: { class_uid: 1007, process: { pid: 11, name: 'cat', parent_process: { pid: 10 } } },
    },
    {
      name: 'a process whose message a relay cut inside a tag',
      record: { SyslogMessage: SYSMON.slice(0, SYSMON.indexOf('ParentProcessId')), HostName: 'web1' },
      becomes: {
        class_uid: 1007,
        process: { pid: 11, cmd_line: 'cat /etc/shadow' },
        actor: { user: { name: 'root' } },
      },
    },
    {
      name: 'nothing but the beginning of a message',
      record: { SyslogMessage: SYSMON.slice(0, 60), HostName: 'web1', EventTime: '2024-03-04T10:11:12Z' },
      becomes: { class_uid: 0, device: { hostname: 'web1' }, time: Date.UTC(2024, 2, 4, 10, 11, 12) },
    },
  ])
})

describe('Santa', () => {
  const text =
    '[2024-03-04T10:11:12.500Z] I santad: action=EXEC|decision=DENY|reason=BINARY|sha256=' +
    `${'a'.repeat(64)}|pid=11|ppid=1|uid=501|user=bob|path=/tmp/x|args=/tmp/x -v|machineid=mac1`
  const record = santaLine.decode(text, { receivedMs: 0 })
  sourceTests(santa, [
    {
      name: 'a program is not let run',
      record: typeof record === 'string' ? {} : record,
      becomes: {
        class_uid: 1007,
        action: 'Denied',
        severity: 'Medium',
        process: { pid: 11, cmd_line: '/tmp/x -v', file: { path: '/tmp/x', hashes: [{ algorithm: 'SHA-256' }] } },
        actor: { user: { name: 'bob' } },
      },
    },
  ])
})

describe('osquery', () => {
  sourceTests(osquery, [
    {
      name: 'a row that came',
      record: {
        name: 'pack_ir_shell_history',
        action: 'added',
        unixTime: 1_700_000_000,
        hostIdentifier: 'web1',
        columns: { command: 'aws s3 ls', username: 'ubuntu', uid: '1000' },
      },
      becomes: {
        class_uid: 0,
        message: 'aws s3 ls',
        actor: { user: { name: 'ubuntu' } },
        device: { hostname: 'web1' },
      },
    },
  ])
})
