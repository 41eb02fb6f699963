/** Carbon Black App Control (Bit9): events of the server, whose `type` and `subtype` give their kind. */

import { finding, syslogDevice } from '../../families/syslog/device.ts'
import { basename, hashes, ip, is, lookupIn, type Profile, text, time } from '../../mapping/table.ts'

/** `File 'x' [hash] was blocked because ..`, `.. would have blocked if the rule was not in Report Only mode.` */
const DONE = /['\]] (was|would have) (?:been )?blocked/

const PROFILES: readonly Profile[] = [
  finding('enforcement', {
    'finding_info.title': 'subtype',
    'finding_info.desc': 'text',
    'finding_info.uid': text('process_key', 'subtype'),
    'finding_info.analytic.name': 'rule_name',
    'finding_info.analytic.type_id': is('Rule'),
    'evidences[0].file.path': 'file_path',
    'evidences[0].file.name': ['file_name', 'file_path'],
    'evidences[0].file.hashes': hashes('file_hash'),
    'evidences[0].file.type_id': is('Unknown'),
    'evidences[0].process.path': 'process',
    'evidences[0].process.uid': text('process_key'),
    'evidences[0].process.name': basename('process'),
    'evidences[0].user.name': 'username',
    'policy.name': 'policy',
    // `subtype` ends in "block" for report-only events too; the sentence has the actual result.
    action_id: lookupIn('text', DONE, { was: 'Denied', 'would have': 'Observed' }, 'Other'),
    disposition_id: lookupIn('text', DONE, { was: 'Blocked', 'would have': 'Logged' }, 'Other'),
    severity_id: is('Medium'),
  }),
]

export const appControl = syslogDevice({
  id: 'carbonblack-app-control/1',
  vendor: 'VMware',
  product: 'Carbon Black App Control',
  begins: /^(?:Carbon Black|Cb Protection|Bit9).{0,64} event:/,
  is: (record) => record.subtype !== undefined,
  read: (_, record) => ({ kind: record.type === 'Policy Enforcement' ? 'enforcement' : 'words' }),
  rows: {
    time: time('date', 'syslog.time'),
    'metadata.event_code': 'subtype',
    'metadata.log_name': 'type',
    'metadata.product.version': 'server_version',
    message: ['text', 'syslog.message'],
    'device.hostname': ['hostname', 'syslog.hostname'],
    'device.ip': ip('ip_address'),
  },
  profiles: PROFILES,
  rest: 'the server, its computers and policies: the type says which',
})
