import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { endpointProtector } from './mapping.ts'

const event = (name: string) =>
  recordOf(
    `<134>1 2024-03-04T10:11:12Z epp1 EPP-1.1.1.1 23203 - - EPP IP - corp.example - Device Control - ${name}: [Log ID] l-1 | [Event Name] ${name} | [Client Computer] pc7 | [IP Address] 192.0.2.7 | [MAC Address] 00-53-00-00-00-07 | [Serial Number]  | [OS] Windows 10 Enterprise x64 22H2  (19045.3) | [Client User] alice | [Device Type] USB Storage | [File Name] E:/a/meta.json | [File Size] 276 | [Justification]  | [Date/Time(Server UTC)] 2024-03-04T10:11:00Z |`,
  )

sourceTests(endpointProtector, [
  {
    name: 'a file is deleted on a device',
    record: event('File Delete'),
    becomes: {
      class_uid: 1001,
      activity_name: 'Delete',
      time: Date.UTC(2024, 2, 4, 10, 11),
      file: { path: 'E:/a/meta.json', name: 'meta.json', size: 276 },
      actor: { user: { name: 'alice' } },
      device: { hostname: 'pc7', ip: '192.0.2.7' },
      metadata: { log_name: 'Device Control', original_event_uid: 'l-1' },
    },
  },
  {
    name: 'a device that is plugged in has no class',
    record: event('Connected'),
    becomes: { class_uid: 0, metadata: { event_code: 'Connected' } },
  },
])
