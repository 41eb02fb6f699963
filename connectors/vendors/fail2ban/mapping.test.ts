import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { fail2ban } from './mapping.ts'

const line = (text: string) => recordOf(`<29>Mar  4 10:11:12 web1 ${text}`)

sourceTests(fail2ban, [
  {
    name: 'an address is banned',
    record: line('fail2ban.actions[12]: NOTICE [sshd] Ban 198.51.100.4'),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      finding_info: { title: 'Address banned by sshd' },
      evidences: [{ src_endpoint: { ip: '198.51.100.4' } }],
      disposition: 'Blocked',
    },
  },
  {
    name: 'an address is found, in its own file',
    record: line(
      '2026-03-04 10:11:12,123 fail2ban.filter         [12]: INFO    [sshd] Found 2001:db8::7 - 2026-03-04 10:11:12',
    ),
    becomes: { class_uid: 4001, src_endpoint: { ip: '2001:db8::7' }, firewall_rule: { name: 'sshd' } },
  },
])
