/**
 * CyberArk's vault: its audit records in CEF ("Integrate with SIEM applications", translator ArcSight.sample.xsl). `cs1` is
 * the affected user, `cs2` the safe, `fname` the account's object. Its analytics (PTA) send findings, which CEF's own table
 * reads.
 */
import { isMembers } from '../../../platform/members.ts'
import { ZERO_TO_TEN } from '../../families/cef/severities.ts'
import { entityVerb, FIRST_WORD } from '../../families/saas/rows.ts'
import { SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  always,
  first,
  hostname,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const on = (name: string, names: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { 'cef.name': names },
  ...of,
})

const FAILED = [
  'Failure: Logon',
  'Logon Failed',
  'Logon Failure',
  'Undefined User Logon',
  'Failed Logon',
  'User Authentication Failure',
  'Authentication Failure',
  'Failure: Authentication',
  'Failure: User Authentication',
]
const LOGONS = [
  'Logon',
  'Full Gateway Connection',
  'Partial Gateway Connection',
  'PSM Connect',
  'User Authentication',
  ...FAILED,
]
const LOGOFFS = ['Logoff', 'PSM Disconnect']
const ACCOUNTS = {
  ...{ 'Add User': 'Create', 'Delete User': 'Delete', 'Update User': 'Other', 'Rename User': 'Other' },
  ...{ 'Disable User': 'Disable', 'Enable User': 'Enable', 'Activate User': 'Unlock', 'User Suspended': 'Lock' },
  ...{ 'Auto Suspend User': 'Lock', 'Set Password': 'Password Change', 'Reset User Password': 'Password Reset' },
}

const BY: Rows = {
  'actor.user.name': account('suser'),
  'actor.user.domain': accountDomain('suser'),
  'src_endpoint.ip': ip('shost', 'src'),
}
/** PSM names the account that is used on the target. */
const WHERE: Rows = {
  'src_endpoint.ip': ip('shost', 'src'),
  'src_endpoint.hostname': hostname('shost'),
  'dst_endpoint.ip': ip('dhost', 'dst'),
  'dst_endpoint.hostname': hostname('dhost'),
}

export const CYBERARK: SourceTable = {
  id: 'cyberark/1',
  shapes: [{ name: 'cef', is: () => true }],
  select: ['cef.name'],
  rows: {
    time: time('rt', 'syslog.time'),
    severity_id: lookup('cef.severity', ZERO_TO_TEN),
    message: ['msg', 'cef.name'],
    status_detail: text('reason'),
    'metadata.product.name': always('Vault'),
    'metadata.product.vendor_name': always('CyberArk'),
    'metadata.product.version': 'cef.device_version',
    'metadata.event_code': 'cef.device_event_class_id',
    'metadata.log_name': 'cef.name',
    'metadata.original_time': 'syslog.timestamp',
    'device.hostname': first(hostname('dvchost'), 'syslog.hostname'),
    'device.ip': ip('dvc'),
    'device.type_id': is('Unknown'),
  },
  logSource: { product: 'cyberark', service: 'vault' },
  vendorId: 'externalId',
  recognises: ({ cef }) =>
    isMembers(cef) &&
    /^cyber-?ark$/i.test(String(cef.device_vendor)) &&
    /^(?:vault|epv)$/i.test(String(cef.device_product)),
  renderings: [...SYSLOG_RENDERINGS, 'cef.version', 'cs1Label', 'cs2Label', 'cs3Label', 'cs4Label', 'cs5Label'],
  chapters: [
    {
      name: 'vault',
      profiles: [
        on('logon', [...LOGONS, ...LOGOFFS], {
          class: 'authentication',
          activity: lookup('cef.name', Object.fromEntries(LOGOFFS.map((name) => [name, 'Logoff'])), 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...WHERE,
            'user.name': account('suser'),
            'user.domain': accountDomain('suser'),
            'service.name': always('CyberArk Vault'),
            status_id: lookup('cef.name', Object.fromEntries(FAILED.map((name) => [name, 'Failure'])), 'Success'),
          },
        }),
        on('account', Object.keys(ACCOUNTS), {
          class: 'account_change',
          activity: lookup('cef.name', ACCOUNTS),
          rows: { ...BY, 'user.name': first(account('cs1'), account('duser'), account('fname'), account('suser')) },
        }),
        {
          name: 'object',
          when: {},
          class: 'entity_management',
          activity: entityVerb('cef.name', FIRST_WORD),
          rows: {
            ...BY,
            'entity.name': ['fname', 'cs2', 'cs1', 'cef.name'],
            'entity.type': 'cef.name',
            'entity.type_id': is('Other'),
            'entity.group.name': 'cs2',
          },
        },
      ],
    },
  ],
}
export const cyberark = compileSource(CYBERARK)
