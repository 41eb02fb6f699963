import { sourceTests } from '../../mapping/source-tests.ts'
import { carbonblackTelemetry } from './telemetry.ts'

sourceTests(carbonblackTelemetry, [
  {
    name: 'a connection from outside',
    record: {
      type: 'endpoint.event.netconn',
      device_name: 'EXAMPLE\\WS1',
      process_path: 'c:\\x.exe',
      process_pid: 42,
      process_username: 'EXAMPLE\\kim',
      local_ip: '10.0.0.9',
      local_port: 3389,
      remote_ip: '198.51.100.9',
      remote_port: 50123,
      netconn_inbound: true,
      netconn_protocol: 'PROTO_TCP',
      device_timestamp: '2026-11-27 10:11:12.123 +0000 UTC',
    },
    becomes: {
      class_uid: 4001,
      src_endpoint: { ip: '198.51.100.9' },
      dst_endpoint: { ip: '10.0.0.9', port: 3389 },
      device: { hostname: 'WS1' },
    },
  },
  {
    name: 'a file is written',
    record: {
      type: 'endpoint.event.filemod',
      device_name: 'WS1',
      process_path: 'c:\\x.exe',
      process_pid: 42,
      action: 'ACTION_FILE_WRITE',
      filemod_name: 'c:\\a.txt',
      device_timestamp: '2026-11-27 10:11:12 +0000 UTC',
    },
    becomes: { class_uid: 1001, activity_name: 'Update', file: { path: 'c:\\a.txt' } },
  },
  {
    name: 'a key of the registry',
    record: {
      type: 'endpoint.event.regmod',
      device_name: 'WS1',
      process_path: 'c:\\x.exe',
      process_pid: 42,
      action: 'ACTION_CREATE_KEY',
      regmod_name: 'HKLM\\Run',
      device_timestamp: '2026-11-27 10:11:12 +0000 UTC',
    },
    becomes: { class_uid: 201001, activity_name: 'Create' },
  },
  {
    name: 'a module',
    record: {
      type: 'ingress.event.moduleload',
      computer_name: 'WS1',
      path: 'c:\\x.exe',
      pid: 42,
      modload_name: 'c:\\x.dll',
      timestamp: 1795774272,
    },
    becomes: { class_uid: 1005 },
  },
])
