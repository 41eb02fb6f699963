/** Atlassian: the audit log of an organisation. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  first,
  lookup,
  lookupIn,
  type Profile,
  type Rows,
  type SourceTable,
  time,
} from '../../mapping/table.ts'

const on = (name: string, actions: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { 'attributes.action': actions },
  ...of,
})
const ACTOR: Rows = {
  ...person('actor.user', {
    name: ['attributes.actor.name', 'attributes.actor.email'],
    uid: 'attributes.actor.id',
    email: 'attributes.actor.email',
  }),
  ...client('attributes.location.ip'),
  'src_endpoint.location.country': 'attributes.location.countryName',
  'src_endpoint.location.city': 'attributes.location.city',
}
const ABOUT = 'attributes.context.0'

export const ATLASSIAN: SourceTable = {
  id: 'atlassian/1',
  shapes: PLAIN,
  select: ['attributes.action'],
  rows: {
    time: time('attributes.time', 'p_event_time'),
    ...AUDIT,
    ...product('Atlassian', 'Atlassian'),
    'metadata.event_code': 'attributes.action',
    'metadata.tenant_uid': 'attributes.container.0.id',
    message: 'message.content',
  },
  logSource: { product: 'atlassian', service: 'audit' },
  vendorId: 'id',
  recognises: (record) =>
    isMembers(record.attributes) && typeof record.attributes.action === 'string' && isMembers(record.attributes.actor),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', ['user_login*', 'user_logged_in*', 'user_logout*'], {
          class: 'authentication',
          activity: lookup(
            'attributes.action',
            { user_logged_in_as_user: 'Account Switch', user_logout: 'Logoff' },
            'Logon',
          ),
          rows: {
            ...ACTOR,
            ...person('user', {
              name: [`${ABOUT}.attributes.name`, 'attributes.actor.name'],
              uid: [`${ABOUT}.id`, 'attributes.actor.id'],
              email: [`${ABOUT}.attributes.email`, 'attributes.actor.email'],
            }),
            status_id: first(
              lookupIn('attributes.action', /(fail)/, { fail: 'Failure' }),
              lookup('attributes.action', {}, 'Success'),
            ),
            'service.name': always('Atlassian'),
            'dst_endpoint.hostname': 'attributes.container.0.attributes.siteName',
          },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('attributes.action', /_([a-z]+)$/),
          rows: {
            ...ACTOR,
            'entity.name': [`${ABOUT}.attributes.name`, 'message.content', 'attributes.action'],
            'entity.uid': `${ABOUT}.id`,
            'entity.type_id': lookup(`${ABOUT}.type`, { users: 'User', groups: 'Group', policies: 'Policy' }, 'Other'),
          },
        },
      ],
    },
  ],
}
export const atlassian = compileSource(ATLASSIAN)
