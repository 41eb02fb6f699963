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
])
