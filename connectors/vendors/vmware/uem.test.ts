import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { workspaceOne } from './uem.ts'

sourceTests(workspaceOne, [
  {
    name: 'a device answers a command, between labels that nothing separates',
    record: recordOf(
      '<134>Mar  4 10:11:12 console1  AirWatch Syslog Details are as follows Event Type: DeviceEvent: ProfileInstalledUser: eveEvent Source: DeviceEvent Module: DevicesEvent Category: CommandEvent Data: Device: tablet 7Event Timestamp: March 4',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'eve' } },
      api: { operation: 'ProfileInstalled' },
      resources: [{ type: 'Devices', name: 'Device: tablet 7' }],
      metadata: { log_name: 'Command', event_code: 'ProfileInstalled' },
    },
  },
])
