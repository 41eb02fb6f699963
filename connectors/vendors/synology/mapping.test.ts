import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { synology } from './mapping.ts'

const line = (text: string) => recordOf(`<14>Mar  4 10:11:12 nas1 ${text}`)

sourceTests(synology, [
  {
    name: 'somebody signs in',
    record: line('Connection: User [ada] from [198.51.100.4] signed in to [DSM] successfully via [password].'),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'ada' },
      src_endpoint: { ip: '198.51.100.4' },
      service: { name: 'DSM' },
    },
  },
  {
    name: 'a password is wrong',
    record: line('Connection: User [ada] from [198.51.100.4] failed to log in via [SSH] due to authorization failure.'),
    becomes: { class_uid: 3002, status: 'Failure', service: { name: 'SSH' } },
  },
  {
    name: 'an address is blocked',
    record: line('System: Host [198.51.100.4] was blocked via [SSH].'),
    becomes: { class_uid: 4001, activity_name: 'Refuse', src_endpoint: { ip: '198.51.100.4' } },
  },
])
