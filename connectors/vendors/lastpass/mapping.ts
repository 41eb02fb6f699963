/** LastPass: the reporting events of a company, command `reporting` of its API. */
import { AUDIT, client, entityVerb, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, is, lookup, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const LOGONS = { 'Failed Login Attempt': 'Failure', 'Failed Multifactor Attempt': 'Failure', 'Login Failed': 'Failure' }
const PASSED = ['Log in', 'Login', 'Login to Admin Console', 'Log in to Admin Console', 'Federated Login', 'SAML Login']
const LOGOFFS = { 'Log out': 'Logoff', Logout: 'Logoff' }
const ACCOUNTS = {
  ...{ 'Employee Account Created': 'Create', 'Employee Account Deleted': 'Delete', 'Account Created': 'Create' },
  ...{ 'Employee Account Disabled': 'Disable', 'Employee Account Reactivated': 'Enable', 'Account Deleted': 'Delete' },
  ...{ 'Master Password Changed': 'Password Change', 'Super Admin Password Reset': 'Password Reset' },
  ...{ 'Admin Reset Master Password': 'Password Reset', 'Require Password Change': 'Password Reset' },
  ...{ 'Multifactor Enabled': 'MFA Factor Enable', 'Multifactor Disabled': 'MFA Factor Disable' },
}

const USER: Rows = person('user', { name: 'Username', email: 'Username' })

export const LASTPASS: SourceTable = {
  id: 'lastpass/1',
  shapes: PLAIN,
  select: ['Action'],
  rows: {
    time: time('Time'),
    ...AUDIT,
    ...product('LastPass', 'LastPass'),
    'metadata.event_code': 'Action',
    ...client('IP_Address'),
    message: ['Data', 'Action'],
  },
  logSource: { product: 'lastpass' },
  recognises: (record) =>
    record.IP_Address !== undefined && record.Action !== undefined && record.Username !== undefined && 'Time' in record,
  chapters: [
    {
      name: 'reporting',
      profiles: [
        {
          name: 'logon',
          when: { Action: [...Object.keys(LOGONS), ...PASSED, ...Object.keys(LOGOFFS)] },
          class: 'authentication',
          activity: lookup('Action', LOGOFFS, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: { ...USER, 'service.name': always('LastPass'), status_id: lookup('Action', LOGONS, 'Success') },
        },
        {
          name: 'account',
          when: { Action: Object.keys(ACCOUNTS) },
          class: 'account_change',
          activity: lookup('Action', ACCOUNTS),
          rows: {
            // The report's user name is the actor; the data name the target.
            ...USER,
            ...person('actor.user', { name: 'Username' }),
          },
        },
        {
          name: 'item',
          when: {},
          class: 'entity_management',
          activity: entityVerb('Action', /([A-Z][a-z]+)$/),
          rows: {
            ...person('actor.user', { name: 'Username', email: 'Username' }),
            'entity.name': ['Data', 'Action'],
            'entity.type': 'Action',
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const lastpass = compileSource(LASTPASS)
