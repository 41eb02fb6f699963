import { sourceTests } from '../compile/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { symantec } from './mapping.ts'

const said = (words: string, program = 'SymantecDLPAlert: ') =>
  recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(symantec, [
  {
    name: 'an incident',
    record: said(
      'Application_Name=”N/A” Blocked=”Blocked” Destination_IP=”198.51.100.9 ” Endpoint_Username=”eve” File_Name=”plan.pdf” incident_id=”6937” Machine_IP=”192.0.2.7” Policy_Name=”cards 2” Policy_Rules=”rule 1” Protocol=”HTTPS” Severity=”1:High”',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      disposition: 'Blocked',
      finding_info: { title: 'cards 2', uid: '6937' },
      evidences: [{ file: { name: 'plan.pdf' }, user: { name: 'eve' }, dst_endpoint: { ip: '198.51.100.9' } }],
    },
  },
  {
    name: 'an administrator signs in',
    record: said(
      'Site: S1,Server: sepm1,Domain: Default,Admin: ann,Administrator log on succeeded',
      'SymantecServer: ',
    ),
    becomes: { class_uid: 3002, user: { name: 'ann' }, status: 'Success' },
  },
  {
    name: 'the server about a client',
    record: said(
      'Site: S1,Server Name: sepm1,Domain Name: Default,The management server received the client log successfully,pc1,eve,corp',
      'SymantecServer: ',
    ),
    becomes: { class_uid: 0 },
  },
])
