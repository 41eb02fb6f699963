import { sourceTests } from '../compile/source-tests.ts'
import { teleport } from './mapping.ts'

sourceTests(teleport, [
  {
    name: 'a command',
    record: {
      event: 'session.command',
      code: 'T4000I',
      time: '2024-01-02T03:04:05.678Z',
      uid: 'x',
      user: 'ann',
      login: 'root',
      pid: 8,
      ppid: 7,
      path: '/bin/echo',
      program: 'echo',
      server_id: 's',
      sid: 'i',
      return_code: 0,
    },
    becomes: {
      class_uid: 1007,
      activity_id: 1,
      time: 1704164645678,
      process: { pid: 8, name: 'echo', user: { name: 'root' } },
      actor: { user: { name: 'ann' }, process: { pid: 7 } },
      device: { uid: 's' },
      exit_code: 0,
    },
  },
  {
    name: 'a logon with a second factor',
    record: {
      event: 'user.login',
      code: 'T1000I',
      time: '2024-01-02T03:04:05.678Z',
      uid: 'x',
      user: 'ann',
      method: 'local',
      mfa_device: { mfa_device_type: 'WebAuthn', mfa_device_uuid: 'u' },
      success: true,
    },
    becomes: { class_uid: 3002, status: 'Success', is_mfa: true, user: { name: 'ann' } },
  },
  {
    name: 'a lock, which is no user',
    record: {
      event: 'lock.created',
      code: 'TLK00I',
      time: '2024-01-02T03:04:05.678Z',
      uid: 'x',
      user: 'ann',
      name: 'l1',
      target: { user: 'bob' },
    },
    becomes: { class_uid: 3004, entity: { name: 'l1', type_id: 99, type: 'lock.created', user: { name: 'bob' } } },
  },
])
