import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { stealthbits } from './mapping.ts'

const event = (words: string) => recordOf(`<134>Mar  4 10:11:12 sbtp1 ${words}`)
const WHO =
  'PolicyName="AD" Domain="CORP" Server="DC1" Perpetrator="CORP\\alice" ClientHost="pc7" ClientAddress="192.0.2.7" TargetHost="dc1" TargetHostIP="192.0.2.200"'

sourceTests(stealthbits, [
  {
    name: 'a sign-in fails',
    record: event(
      `StealthINTERCEPT - Authentication Auth failed - ${WHO} DistinguishedName="CN=alice" SuccessfulChange="False"`,
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'alice', domain: 'CORP' },
      src_endpoint: { ip: '192.0.2.7', hostname: 'pc7' },
      dst_endpoint: { hostname: 'dc1', ip: '192.0.2.200' },
    },
  },
  {
    name: 'an object changes',
    record: event(
      `StealthINTERCEPT - Active Directory Object modified - ${WHO} DistinguishedName="CN=Admins" ObjectClass="group" SuccessfulChange="True" AttributeName="member" Operation="Modify"`,
    ),
    becomes: {
      class_uid: 3004,
      activity_name: 'Update',
      status: 'Success',
      entity: { name: 'CN=Admins', type: 'group' },
      actor: { user: { name: 'alice' } },
    },
  },
  {
    name: 'an alert',
    record: event(
      'NumberOfLogins=15801 UsedLoginProtocols=NTLM AttackingHost=pc7 AttackingHostIp=192.0.2.7 AttackedHost= AttackedHostIp= AlertText=Activity still in process. Account Name: CORP\\x; Number of attempts: 15801',
    ),
    becomes: {
      class_uid: 2004,
      evidences: [{ src_endpoint: { ip: '192.0.2.7', hostname: 'pc7' } }],
      finding_info: { title: 'Activity still in process. Account Name: CORP\\x; Number of attempts: 15801' },
    },
  },
])
