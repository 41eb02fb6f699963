/** MongoDB Atlas: events of organisations and projects. */

import { AUDIT, client, entityVerb, FORWARDED, person, product, spelled } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { lookup, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { eventTypeName: types },
  ...of,
})
const NAMES = [
  'eventTypeName',
  'orgId',
  'groupId',
  'userId',
  'remoteAddress',
  'targetUsername',
  'targetPublicKey',
  'alertConfigId',
  'whitelistEntry',
  'isGlobalAdmin',
]
const ACTOR: Rows = {
  ...person('actor.user', { name: ['username', 'publicKey'], uid: 'userId', email: 'username' }),
  ...client('remoteAddress'),
}

export const MONGODB: SourceTable = {
  id: 'mongodb/1',
  shapes: spelled(Object.fromEntries(NAMES.map((name) => [name, [name, name.toLowerCase()]]))),
  select: ['eventTypeName'],
  rows: {
    time: time('created', 'p_event_time'),
    ...AUDIT,
    ...product('MongoDB', 'Atlas'),
    'metadata.event_code': 'eventTypeName',
    'metadata.tenant_uid': ['orgId', 'groupId'],
  },
  logSource: { product: 'mongodb', service: 'atlas' },
  recognises: (record) =>
    (record.eventTypeName !== undefined || record.eventtypename !== undefined) &&
    (record.id !== undefined || record.orgId !== undefined || record.created === undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'events',
      profiles: [
        on('members', ['INVITED_TO_*', 'JOINED_*', 'REMOVED_FROM_*', 'USER_ROLES_CHANGED_AUDIT'], {
          class: 'group_management',
          activity: lookup(
            'eventTypeName',
            {
              INVITED_TO_ORG: 'Add User',
              JOINED_ORG: 'Add User',
              REMOVED_FROM_ORG: 'Remove User',
              JOINED_GROUP: 'Add User',
              REMOVED_FROM_GROUP: 'Remove User',
              USER_ROLES_CHANGED_AUDIT: 'Assign Privileges',
            },
            'Other',
          ),
          rows: {
            ...ACTOR,
            ...person('user', { name: 'targetUsername', email: 'targetUsername' }),
            'group.uid': ['orgId', 'groupId', 'eventTypeName'],
          },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb(
            'eventTypeName',
            /_(ADDED|CREATED|DELETED|REMOVED|UPDATED|CHANGED|ENABLED|DISABLED|REQUIRED|OPTIONAL)(?:_AUDIT)?$/,
          ),
          rows: {
            ...ACTOR,
            'entity.name': ['whitelistEntry', 'targetUsername', 'targetPublicKey', 'eventTypeName'],
            'entity.uid': ['alertConfigId', 'orgId', 'groupId'],
            'entity.type': 'eventTypeName',
            'entity.type_id': lookup('eventTypeName', {}, 'Other'),
          },
        },
      ],
    },
  ],
}
export const mongodb = compileSource(MONGODB)
