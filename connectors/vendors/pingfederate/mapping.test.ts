import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { pingfederate } from './mapping.ts'

const line = (text: string) => recordOf(`<14>Nov 27 10:11:13 pf1 pingfederate[7]: ${text}`)

sourceTests(pingfederate, [
  {
    name: 'a password is wrong',
    record: line(
      '2026-11-27 10:11:12,832| tid:AbCdEf| AUTHN_ATTEMPT| kim| 198.51.100.34 | | https://sp.example.com| SAML20| idp.example.com| IdP| failure| HTMLFormAdapter| Invalid credentials| 120',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'kim' },
      src_endpoint: { ip: '198.51.100.34' },
      auth_protocol: 'SAML20',
      status_detail: 'Invalid credentials',
    },
  },
  {
    name: 'a sign-on with the transaction of newer versions',
    record: line(
      '2026-11-27 10:11:12,832| tid:AbCdEf| x1y2z3| SSO| kim@example.com| 2001:db8::34| portal| sp1| OIDC| idp.example.com| IdP| success| LDAP| | 12',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'kim@example.com' },
      src_endpoint: { ip: '2001:db8::34' },
      service: { name: 'portal' },
    },
  },
  {
    name: 'a session ends',
    record: line(
      '2026-11-27 10:11:12,832| tid:AbCdEf| SLO| kim| 198.51.100.34| | sp1| SAML20| idp.example.com| IdP| success| | | 5',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'kim' } },
  },
  {
    name: 'a request without a user',
    record: line(
      '2026-11-27 10:11:12,832| tid:AbCdEf| AUTHN_REQUEST| | 198.51.100.34| | sp1| SAML20| idp.example.com| IdP| inprogress| | | 5',
    ),
    becomes: { class_uid: 0 },
  },
  {
    name: 'an administrator signs in',
    record: line(
      '2026-11-27 10:11:12,832 | kim | UserAdmin,Admin | 198.51.100.33 | A-rBnNPcJff | ADMINISTRATOR | LOGIN | - Login was successful',
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'kim' }, src_endpoint: { ip: '198.51.100.33' } },
  },
  {
    name: 'an administrator changes a license',
    record: line(
      '2026-11-27 5:11:12,832 | kim | UserAdmin,Admin | 198.51.100.33 | A-rBnNPcJff | LICENSE | ROTATE | - License replaced',
    ),
    becomes: {
      class_uid: 6003,
      activity_name: 'Update',
      actor: { user: { name: 'kim' } },
      api: { operation: 'ROTATE' },
    },
  },
])
