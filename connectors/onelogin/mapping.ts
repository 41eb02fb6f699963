/**
 * OneLogin's events. Numbers are those of its event types (`GET /api/1/events/types`), as its developer pages, its SDK's
 * tests and published webhooks name them; types that none of these names make no claim but their class.
 */
import { compileSource } from '../compile/source.ts'
import {
  always,
  integer,
  is,
  list,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../compile/table.ts'
import { AUDIT, client, FORWARDED, PLAIN, person, product } from '../saas/rows.ts'

const on = (name: string, ids: readonly number[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { event_type_id: ids },
  ...of,
})

const ACTOR: Rows = {
  ...person('actor.user', { name: ['actor_user_name', 'user_name'], uid: ['actor_user_id', 'user_id'] }),
  ...client('ipaddr'),
}
const USER: Rows = person('user', { name: ['user_name', 'actor_user_name'], uid: ['user_id', 'actor_user_id'] })

export const ONELOGIN: SourceTable = {
  id: 'onelogin/1',
  shapes: PLAIN,
  select: ['event_type_id'],
  rows: {
    time: time('event_timestamp', 'created_at', 'p_event_time'),
    ...AUDIT,
    ...product('OneLogin', 'OneLogin'),
    'metadata.event_code': text('event_type_id'),
    'actor.user.risk_score': integer('risk_score'),
  },
  logSource: { product: 'onelogin', service: 'onelogin.events' },
  vendorId: ['uuid', 'id'],
  recognises: (record) =>
    record.event_type_id !== undefined &&
    (record.user_id !== undefined || record.actor_user_id !== undefined || record.user_name !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'events',
      profiles: [
        on('assumed', [3], {
          class: 'authentication',
          activity: 'Account Switch',
          rows: { ...ACTOR, ...USER, 'service.name': always('OneLogin'), account_switch_type_id: is('Impersonate') },
        }),
        on('logon', [5, 6, 7, 8, 9, 29, 30, 69, 90], {
          class: 'authentication',
          activity: lookup('event_type_id', { 7: 'Logoff', 8: 'Service Ticket Request' }, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...ACTOR,
            ...USER,
            'service.name': 'app_name',
            'dst_endpoint.svc_name': always('OneLogin'),
            'auth_factors[0].device.name': 'otp_device_name',
            'auth_factors[0].device.type_id': is('Unknown'),
            'auth_factors[0].factor_type': 'authentication_factor_description',
            'auth_factors[0].factor_type_id': is('Other'),
            status_id: lookup(
              'event_type_id',
              // How 29 ends could not be checked: it claims neither.
              {
                5: 'Success',
                7: 'Success',
                8: 'Success',
                6: 'Failure',
                9: 'Failure',
                30: 'Failure',
                69: 'Failure',
                90: 'Failure',
              },
              'Other',
            ),
          },
        }),
        on('privilege', [4, 72, 73], {
          class: 'user_access',
          activity: lookup('event_type_id', { 73: 'Revoke Privileges' }, 'Assign Privileges'),
          rows: { ...ACTOR, ...USER, privileges: list(['privilege_name', 'role_name', 'event_type_id'], /,/) },
        }),
        on('account', [11, 12, 13, 14, 15, 16, 17, 19, 21, 22, 23, 24, 172, 211, 531, 532, 551, 553], {
          class: 'account_change',
          activity: lookup(
            'event_type_id',
            {
              11: 'Password Change',
              211: 'Password Change',
              12: 'Unlock',
              13: 'Create',
              15: 'Disable',
              17: 'Delete',
              19: 'Lock',
              24: 'MFA Factor Disable',
              172: 'MFA Factor Disable',
              531: 'Lock',
              532: 'Lock',
              551: 'Lock',
              553: 'Lock',
            },
            'Other',
          ),
          rows: { ...ACTOR, ...USER },
        }),
        {
          name: 'other',
          when: {},
          class: 'entity_management',
          activity: 'Other',
          rows: {
            ...ACTOR,
            'entity.name': ['app_name', 'privilege_name', 'role_name', 'user_name', 'event_type_id'],
            'entity.type_id': is('Other'),
            'entity.type': is('OneLogin object'),
          },
        },
      ],
    },
  ],
}
export const onelogin = compileSource(ONELOGIN)
