import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { freeradius } from './mapping.ts'

const line = (text: string) => recordOf(`<29>Mar  4 10:11:12 rad1 radiusd[12]: ${text}`)

sourceTests(freeradius, [
  {
    name: 'somebody is let in',
    record: line('(5) Login OK: [ada/<via Auth-Type = eap>] (from client ap1 port 0 cli 00-11-22-33-44-55)'),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'ada' }, src_endpoint: { hostname: 'ap1' } },
  },
  {
    name: 'somebody is not',
    record: line('Auth: (6) Login incorrect (mschap: MS-CHAP2-Response is incorrect): [ada] (from client ap1 port 0)'),
    becomes: { class_uid: 3002, status: 'Failure', status_detail: 'mschap: MS-CHAP2-Response is incorrect' },
  },
])
