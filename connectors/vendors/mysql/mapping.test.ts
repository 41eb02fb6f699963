import { recordOf } from '../../families/syslog/fixture-line.ts'
import type { Fields } from '../../formats/decoder.ts'
import { mysqlError } from '../../formats/server-logs.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { mysql } from './mapping.ts'

const line = (text: string) => mysqlError.decode(text, { receivedMs: 0 }) as Fields
const TIME = Date.UTC(2026, 10, 24, 10, 0, 1)
const REFUSED = "Access denied for user 'root'@'192.0.2.1' (using password: YES)"
const refused = {
  class_uid: 3002,
  activity_name: 'Logon',
  status: 'Failure',
  user: { name: 'root' },
  src_endpoint: { ip: '192.0.2.1' },
  service: { name: 'MySQL' },
  message: REFUSED,
}

sourceTests(mysql, [
  {
    name: 'MySQL 8',
    record: line(`2026-11-24T10:00:01.123456Z 12 [Note] [MY-010926] [Server] ${REFUSED}`),
    becomes: { ...refused, time: TIME + 123, metadata: { event_code: 'MY-010926' } },
  },
  {
    name: 'JSON of MySQL',
    record: {
      prio: 2,
      err_code: 10926,
      subsystem: 'Server',
      msg: REFUSED,
      time: '2026-11-24T10:00:01.123456Z',
      thread: 12,
      label: 'Note',
    },
    becomes: { ...refused, metadata: { event_code: '10926' } },
  },
  {
    name: 'MariaDB, a local client',
    record: line("2026-11-24 10:00:01 12 [Warning] Access denied for user 'root'@'localhost' (using password: NO)"),
    becomes: { class_uid: 3002, time: TIME, src_endpoint: { hostname: 'localhost' } },
  },
  {
    name: 'by syslog',
    record: recordOf(`<30>Nov 24 10:00:01 db mysqld[7]: 2026-11-24T10:00:01.123456Z 12 [Note] ${REFUSED}`),
    becomes: { ...refused, device: { hostname: 'db' } },
  },
  {
    name: 'a start',
    record: line('2026-11-24  9:00:01 0 [Note] /usr/sbin/mariadbd: ready for connections.'),
    becomes: { class_uid: 6002, activity_name: 'Start', time: TIME - 3_600_000 },
  },
  {
    name: 'a start by syslog, without a label',
    record: recordOf('<30>Nov 24 10:00:01 db mysqld[7]: /usr/sbin/mysqld (mysqld 8.0.36) starting as process 7'),
    becomes: { class_uid: 6002, activity_name: 'Start', app: { version: '8.0.36' } },
  },
  {
    name: 'a stop',
    record: line(
      '2026-11-24T10:00:01.123456Z 9 [System] [MY-013172] [Server] Received SHUTDOWN from user eve. Shutting down mysqld (Version: 8.0.36).',
    ),
    becomes: { class_uid: 6002, activity_name: 'Stop', actor: { user: { name: 'eve' } } },
  },
  {
    name: 'a connection that was cut',
    record: line(
      "261124 10:00:01 [Warning] Aborted connection 9 to db: 'shop' user: 'eve' host: '192.0.2.1' (Got timeout reading communication packets)",
    ),
    becomes: { class_uid: 4001, activity_name: 'Reset', time: TIME, actor: { user: { name: 'eve' } } },
  },
  {
    name: 'an error',
    record: line("2026-11-24T10:00:01.123456Z 0 [ERROR] [MY-010262] [Server] Can't start server: Bind on TCP/IP port"),
    becomes: { class_uid: 6008, severity: 'High' },
  },
  {
    name: 'words',
    record: line('2026-11-24T10:00:01.123456Z 0 [Warning] [MY-010068] [Server] CA certificate ca.pem is self signed.'),
    becomes: { class_uid: 0, severity: 'Low' },
  },
])
