/** Zscaler Internet Access: the admin audit log. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FIRST_WORD, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, first, known, lookup, objects, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const ACTOR: Rows = { ...person('actor.user', { name: 'adminid', email: 'adminid' }), ...client('clientip') }

const GROUP = { name: 'name', uid: 'id' }

export const ZSCALER: SourceTable = {
  id: 'zscaler/1',
  shapes: [
    {
      name: 'enveloped',
      is: (record) => isMembers(record.event),
      under: 'event',
      names: { p_event_time: ['p_event_time'] },
    },
    { name: 'flat', is: () => true },
  ],
  select: ['action', 'subcategory'],
  rows: {
    time: time('time', 'p_event_time'),
    ...AUDIT,
    ...product('Zscaler', 'ZIA'),
    'metadata.event_code': 'action',
    'metadata.log_name': 'auditlogtype',
    'metadata.original_event_uid': 'recordid',
    status_id: lookup('result', { SUCCESS: 'Success', FAILURE: 'Failure' }, 'Other'),
    status_code: known('errorcode'),
  },
  logSource: { product: 'zscaler', service: 'zia_admin_audit' },
  recognises: (record) => {
    const event = isMembers(record.event) ? record.event : record
    return event.auditlogtype !== undefined && event.adminid !== undefined
  },
  renderings: FORWARDED,
  chapters: [
    {
      name: 'admin audit',
      profiles: [
        {
          name: 'sign-in',
          when: { action: ['SIGN_IN', 'SIGN_OUT'] },
          class: 'authentication',
          activity: lookup('action', { SIGN_IN: 'Logon', SIGN_OUT: 'Logoff' }),
          rows: {
            ...ACTOR,
            ...person('user', { name: 'adminid', email: 'adminid' }),
            'service.name': always('ZIA admin portal'),
          },
        },
        {
          name: 'account',
          when: {
            action: ['CREATE', 'UPDATE', 'DELETE'],
            subcategory: ['USER', 'ADMINISTRATOR_ADMIN_USER', 'ADMINISTRATOR_AUDITOR'],
          },
          class: 'account_change',
          activity: lookup('action', { CREATE: 'Create', DELETE: 'Delete' }, 'Other'),
          rows: {
            ...ACTOR,
            ...person('user', {
              name: ['postaction.loginName', 'preaction.loginName', 'resource'],
              uid: ['postaction.id', 'preaction.id'],
              email: ['postaction.email', 'preaction.email', 'postaction.loginName', 'preaction.loginName'],
            }),
            'user.full_name': known('resource'),
            'user.type': 'subcategory',
            'user.groups': first(objects('postaction.groups', GROUP), objects('preaction.groups', GROUP)),
          },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action', FIRST_WORD),
          rows: {
            ...ACTOR,
            'entity.name': known('resource', 'postaction.name', 'preaction.name', 'category'),
            'entity.uid': ['postaction.id', 'preaction.id'],
            'entity.type_id': lookup(
              ['subcategory', 'category'],
              { USER: 'User', GROUP: 'Group', USER_MANAGEMENT: 'User' },
              'Other',
            ),
          },
        },
      ],
    },
  ],
}
export const zscaler = compileSource(ZSCALER)
