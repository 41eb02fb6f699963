import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { securid } from './mapping.ts'

const recordFor = (words: string, program = '') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(securid, [
  {
    name: 'a login through an agent',
    record: recordFor(
      '2024-03-04 10:11:12,344, am1.example, audit.runtime.com.rsa.ims.authn.impl.AuthenticationBrokerImpl, INFO, id1,in1,192.0.2.7,198.51.100.1,AUTHN_LOGIN_EVENT,13002,FAIL,AUTHN_METHOD_FAILED,ses1,guid1,src1,dom1,eve,Eve,Smith,agent1,dom1,192.0.2.9,vpn.example,7,pol1,SecurID_Native,,,AUTHN_LOGIN_EVENT,5,1,',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      severity: 'Medium',
      user: { name: 'eve', full_name: 'Eve Smith', uid: 'guid1' },
      src_endpoint: { ip: '192.0.2.7' },
      dst_endpoint: { ip: '192.0.2.9', hostname: 'vpn.example' },
      session: { uid: 'ses1' },
      status_code: '13002',
      status_detail: 'AUTHN_METHOD_FAILED',
      auth_protocol: 'SecurID_Native',
      is_mfa: true,
    },
  },
  {
    name: 'a login of which only the agent is known',
    record: recordFor(
      '2024-03-04 10:11:12,344, am1, audit.runtime.com.rsa.ims.authn.impl.AuthenticationBrokerImpl, INFO, id1,in1,192.0.2.9,198.51.100.1,AUTHN_LOGIN_EVENT,13002,SUCCESS,AUTHN_METHOD_SUCCESS,ses1,guid1,src1,dom1,eve,Eve,Smith,agent1,dom1,192.0.2.9,vpn.example,7,pol1,SecurID_Native,,,AUTHN_LOGIN_EVENT,5,1,',
    ),
    becomes: { status: 'Success', dst_endpoint: { ip: '192.0.2.9', hostname: 'vpn.example' } },
  },
  {
    name: 'an administrator makes a file',
    record: recordFor(
      '2024-03-04 2024-03-04 10:11:12, am1, audit.admin.authmgr.FileDataAdministration, INFO, id1,in1,192.0.2.7,198.51.100.1,AUTHMGR_FILE_CREATE,20081,SUCCESS,,ses1,guid1,src1,dom1,admin,Ann,Admin,AM_FILE,',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'admin' } },
      api: { operation: 'AUTHMGR_FILE_CREATE' },
      status: 'Success',
    },
  },
  {
    name: 'a line cut short',
    record: recordFor('2024-03-04 10:11:12, am1, audit.admin.com.rsa.X, INFO,'),
    becomes: { class_uid: 0 },
  },
])

test('the agent’s address is not the user’s address', () => {
  const login = (client: string) =>
    securid.toOcsf(
      recordFor(
        `2024-03-04 10:11:12,344, am1, audit.runtime.X, INFO, i,n,${client},198.51.100.1,AUTHN_LOGIN_EVENT,13002,SUCCESS,,s,g,,,eve,,,a,d,192.0.2.9,vpn,7,p,SecurID_Native`,
      ),
    )
  expect(login('192.0.2.9')).not.toHaveProperty('src_endpoint.ip')
  expect(login('192.0.2.7')).toHaveProperty('src_endpoint.ip', '192.0.2.7')
})
