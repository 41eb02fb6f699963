import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from './fixture-line.ts'
import { syslogSource } from './mapping.ts'

sourceTests(syslogSource, [
  {
    name: 'RFC 5424',
    record: recordOf('<11>1 2024-03-04T10:11:12.5+01:00 app1 billing 77 ID1 - out of coins'),
    becomes: {
      class_uid: 0,
      severity: 'High',
      time: Date.UTC(2024, 2, 4, 9, 11, 12, 500),
      message: 'out of coins',
      device: { hostname: 'app1' },
      actor: { process: { pid: 77 } },
      metadata: { event_code: 'ID1', log_name: 'user', log_provider: 'billing' },
    },
  },
  {
    name: 'the table of Azure Monitor',
    record: {
      SyslogMessage: 'out of coins',
      EventTime: '2024-03-04T10:11:12Z',
      HostName: 'app1',
      ProcessName: 'billing',
      SeverityLevel: 'warning',
    },
    becomes: {
      message: 'out of coins',
      severity: 'Low',
      device: { hostname: 'app1' },
      metadata: { log_provider: 'billing' },
    },
  },
])

test('rules for the words of a log find them', () => {
  const record = recordOf('<11>Mar  4 10:11:12 app1 billing: out of coins')
  expect(syslogSource.logSourceOf(record)).toEqual({ product: 'linux', service: 'syslog', categories: [] })
})
