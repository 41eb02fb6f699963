import { sourceTests } from '../../mapping/source-tests.ts'
import { postgresql } from './mapping.ts'

/** A line of the server log after decoding: without the time and without a program name. */
const server = (message: string) => ({
  syslog: { timestamp: '2024-03-04 10:11:12.526 UTC', time: Date.UTC(2024, 2, 4, 10, 11, 12), message },
})

sourceTests(postgresql, [
  {
    name: 'a refused login',
    record: server('[91] eve@shop FATAL:  password authentication failed for user "eve"'),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, service: { name: 'shop' } },
  },
  {
    name: 'the server is ready',
    record: server('[7] LOG:  database system is ready to accept connections'),
    becomes: { class_uid: 6002, activity_name: 'Start' },
  },
  {
    name: 'the server is asked to stop',
    record: server('[7] LOG:  received fast shutdown request'),
    becomes: { class_uid: 6002, activity_name: 'Stop' },
  },
  {
    name: 'words',
    record: server('[7] LOG:  listening on IPv4 address "127.0.0.1", port 5432'),
    becomes: { class_uid: 0, severity: 'Informational' },
  },
])
