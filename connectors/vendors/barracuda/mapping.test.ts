import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { barracuda } from './mapping.ts'

const recordFor = (words: string, program = '') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(barracuda, [
  {
    name: 'an attack',
    record: recordFor(
      'src=192.0.2.7 spt=33217 dst=198.51.100.1 dpt=443 actionTaken=DENY attackDescription=GEO_IP_BLOCK attackDetails=GeoIP Policy Match attackGroup=Forceful Browsing attackId=1111 logType=WF request=/a/ requestMethod=GET',
    ),
    becomes: { class_uid: 2004, disposition: 'Blocked', finding_info: { title: 'GEO_IP_BLOCK', uid: '1111' } },
  },
  {
    name: 'a packet',
    record: recordFor('NF INFO TCP 192.0.2.7 52676 198.51.100.1 80 DENY acl1 MGMT interface traffic:deny'),
    becomes: { class_uid: 4001, activity_name: 'Refuse', policy: { name: 'acl1' } },
  },
  {
    name: 'a change',
    record: recordFor('AUDIT eve GUI 192.0.2.7 24784 CONFIG 166 config SET virtual_ip_config_address 203.0.113.5'),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'eve' } },
      api: { operation: 'SET' },
      resources: [{ name: 'virtual_ip_config_address' }],
    },
  },
])
