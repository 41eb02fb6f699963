import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { windowsEvent } from '../../formats/windows-xml.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { windows } from '../windows/mapping.ts'
import { mssql } from './mapping.ts'

const line = (text: string) => recordOf(`<13>Mar  4 10:11:12 sql1 SQLServer: ${text}`)

sourceTests(mssql, [
  {
    name: 'a password is wrong',
    record: line(
      "2026-03-04 10:11:12.34 Logon       Login failed for user 'sa'. Reason: Password did not match that for the login provided. [CLIENT: 198.51.100.9]",
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'sa' },
      src_endpoint: { ip: '198.51.100.9' },
      status_detail: 'Password did not match that for the login provided.',
    },
  },
  {
    name: 'somebody signs in at the machine',
    record: line(
      "2026-03-04 10:11:12.34 Logon       Login succeeded for user 'CORP\\ada'. Connection made using Windows authentication. [CLIENT: <local machine>]",
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'ada', domain: 'CORP' } },
  },
  {
    name: 'the number of an error',
    record: line('2026-03-04 10:11:12.34 Logon       Error: 18456, Severity: 14, State: 8.'),
    becomes: { class_uid: 0, metadata: { event_code: '18456' } },
  },
  {
    name: 'the words alone',
    record: line("Login failed for user 'sa'. Reason: Password did not match. [CLIENT: 198.51.100.9]"),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'sa' } },
  },
])

test.each([
  [
    '<Data>sa</Data><Data> Reason: Password did not match.</Data><Data> [CLIENT: 198.51.100.9]</Data>',
    'sa',
    '198.51.100.9',
  ],
  [
    '<Data>CORP\\ada</Data><Data> Reason: No such login.</Data><Data> [CLIENT: &lt;local machine&gt;]</Data>',
    'ada',
    undefined,
  ],
])('its event in the log of Windows with %s', (data, name, ip) => {
  const record = windowsEvent(
    `<Event><System><Provider Name="MSSQLSERVER"/><EventID>18456</EventID><TimeCreated SystemTime="2026-03-04T10:11:12Z"/><Channel>Application</Channel><Computer>sql1</Computer></System><EventData>${data}</EventData></Event>`,
  )
  const event = windows.toOcsf(record as Record<string, unknown>) as Record<string, { name?: string; ip?: string }>
  expect([event.class_uid, event.status_id, event.user?.name, event.src_endpoint?.ip]).toEqual([3002, 2, name, ip])
})
