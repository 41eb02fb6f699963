/** Snyk's audit logs of groups and organisations. */

import { AUDIT, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { list, lookup, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const on = (name: string, events: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { event: events },
  ...of,
})

const ACTOR: Rows = { 'actor.user.uid': 'userId' }
/** The target of the action; `userId` is always the actor. */
const USER: Rows = person('user', {
  name: ['content.username', 'content.name', 'content.email'],
  uid: ['content.userPublicId', 'content.serviceAccountPublicId'],
  email: 'content.email',
})
const GROUP: Rows = { 'group.uid': ['orgId', 'groupId'], 'group.name': 'content.orgName' }

export const SNYK: SourceTable = {
  id: 'snyk/1',
  shapes: PLAIN,
  select: ['event'],
  rows: {
    time: time('created', 'p_event_time'),
    ...AUDIT,
    ...product('Snyk', 'Snyk'),
    'metadata.event_code': 'event',
    'metadata.tenant_uid': ['orgId', 'groupId'],
  },
  logSource: { product: 'snyk', service: 'audit' },
  recognises: (record) =>
    typeof record.event === 'string' &&
    /^(group|org|user|api)\./.test(record.event) &&
    (record.groupId !== undefined || record.orgId !== undefined || record.content !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('roles', ['group.user.role.edit', 'org.user.role.edit', 'group.user.provision*'], {
          class: 'user_access',
          activity: 'Assign Privileges',
          rows: {
            ...ACTOR,
            ...USER,
            privileges: list(
              [
                'content.after.role',
                'content.afterRoleName',
                'content.role.name',
                'content.role.role',
                'content.role',
                'event',
              ],
              /,/,
            ),
          },
        }),
        on('leaving', ['org.user.leave'], {
          class: 'group_management',
          activity: 'Remove User',
          rows: { ...ACTOR, 'user.uid': 'userId', ...GROUP },
        }),
        on('members', ['org.user.*', 'group.user.*'], {
          class: 'group_management',
          activity: lookup(
            'event',
            {
              'org.user.add': 'Add User',
              'group.user.add': 'Add User',
              'org.user.invite': 'Add User',
              'org.user.remove': 'Remove User',
              'group.user.remove': 'Remove User',
              'org.user.invite.revoke': 'Remove User',
            },
            'Other',
          ),
          rows: { ...ACTOR, ...USER, ...GROUP },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event'),
          rows: {
            ...ACTOR,
            'entity.name': [
              'content.after.name',
              'content.name',
              'content.orgName',
              'content.target.name',
              'content.before.name',
            ],
            'entity.uid': [
              'projectId',
              'content.serviceAccountPublicId',
              'content.publicId',
              'content.integrationPublicId',
              'content.prCheckPublicId',
              'content.newOrgPublicId',
              'orgId',
              'groupId',
            ],
            'entity.type_id': lookup(
              'event',
              {
                'group.policy.create': 'Policy',
                'group.policy.edit': 'Policy',
                'group.policy.delete': 'Policy',
                'org.create': 'Organization',
                'org.delete': 'Organization',
                'org.edit': 'Organization',
              },
              'Other',
            ),
          },
        },
      ],
    },
  ],
}
export const snyk = compileSource(SNYK)
