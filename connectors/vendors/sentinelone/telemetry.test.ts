import { sourceTests } from '../../mapping/source-tests.ts'
import { sentineloneTelemetry } from './telemetry.ts'

sourceTests(sentineloneTelemetry, [
  {
    name: 'a connection',
    record: {
      'event.time': 1795774272123,
      'event.type': 'IP Connect',
      'endpoint.name': 'ws1',
      'agent.uuid': 'u',
      'src.process.name': 'a.exe',
      'src.process.pid': 42,
      'src.process.user': 'EXAMPLE\\kim',
      'src.ip.address': '10.0.0.9',
      'src.port.number': 50123,
      'dst.ip.address': '203.0.113.80',
      'dst.port.number': 443,
    },
    becomes: { class_uid: 4001, actor: { user: { name: 'kim' } }, dst_endpoint: { ip: '203.0.113.80', port: 443 } },
  },
  {
    name: 'a file is deleted',
    record: {
      'event.time': 1795774272123,
      'event.type': 'File Deletion',
      'endpoint.name': 'ws1',
      'agent.uuid': 'u',
      'src.process.name': 'a.exe',
      'src.process.pid': 42,
      'tgt.file.path': 'C:\\a.txt',
    },
    becomes: { class_uid: 1001, activity_name: 'Delete', file: { path: 'C:\\a.txt' } },
  },
  {
    name: 'a value of the registry',
    record: {
      'event.time': 1795774272123,
      'event.type': 'Registry Value Modified',
      'endpoint.name': 'ws1',
      'agent.uuid': 'u',
      'src.process.name': 'a.exe',
      'src.process.pid': 42,
      'registry.keyPath': 'HKLM\\Run\\x',
      'registry.value': 'a.exe',
    },
    becomes: { class_uid: 201002, reg_value: { name: 'x' } },
  },
  {
    name: 'a module',
    record: {
      'event.time': 1795774272123,
      'event.type': 'Module Load',
      'endpoint.name': 'ws1',
      'agent.uuid': 'u',
      'src.process.name': 'a.exe',
      'src.process.pid': 42,
      'module.path': 'C:\\x.dll',
    },
    becomes: { class_uid: 1005, module: { file: { name: 'x.dll' } } },
  },
  {
    name: 'a logon',
    record: {
      'event.time': 1795774272123,
      'event.type': 'Login',
      'endpoint.name': 'ws1',
      'agent.uuid': 'u',
      'event.login.userName': 'kim',
      'event.login.loginIsSuccessful': false,
      'src.endpoint.ip.address': '198.51.100.9',
    },
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' } },
  },
])
