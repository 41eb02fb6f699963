/** Atlassian: the audit log of an organisation. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  first,
  lookup,
  lookupIn,
  type Profile,
  type RecordShape,
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

/** The audit log of Jira and Confluence as a server of one's own writes it; its REST API calls the type `type`. */
function isOfServer({ author, affectedObjects, auditType, type }: Readonly<Members>): boolean {
  return isMembers(author) && Array.isArray(affectedObjects) && (isMembers(auditType) || isMembers(type))
}

const SHAPES: readonly RecordShape[] = [
  {
    name: 'server',
    is: isOfServer,
    names: {
      'attributes.action': ['auditType.action', 'type.action'],
      'attributes.actor.name': ['author.name'],
      'attributes.actor.id': ['author.id'],
      'attributes.location.ip': ['source'],
      'attributes.time': ['timestamp', 'timestamp.epochSecond'],
      'attributes.context.0.attributes.name': ['affectedObjects.0.name'],
      'attributes.context.0.id': ['affectedObjects.0.id'],
      'attributes.context.0.type': ['affectedObjects.0.type'],
      'attributes.container.0.attributes.siteName': ['system'],
    },
  },
  { name: 'json', is: () => true },
]

export const ATLASSIAN: SourceTable = {
  id: 'atlassian/1',
  shapes: SHAPES,
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
    isOfServer(record) ||
    (isMembers(record.attributes) &&
      typeof record.attributes.action === 'string' &&
      isMembers(record.attributes.actor)),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', ['user_login*', 'user_logged_in*', 'user_logout*', 'User login*', 'User logged*', 'User log*'], {
          class: 'authentication',
          activity: lookup(
            'attributes.action',
            {
              user_logged_in_as_user: 'Account Switch',
              user_logout: 'Logoff',
              'User logout': 'Logoff',
              'User logged out': 'Logoff',
            },
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
          activity: entityVerb('attributes.action', /[_ ]([a-z]+)$/),
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
