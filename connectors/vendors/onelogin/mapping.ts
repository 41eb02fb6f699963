/**
 * OneLogin's events. The numbers are those of its event types (`GET /api/1/events/types`), as its published client
 * libraries list them; 90, 211, 240, 551 and 553 are newer and known only from published detection rules. A type that
 * is in neither has no class.
 */

import { AUDIT, client, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
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
} from '../../mapping/table.ts'

const on = (name: string, ids: readonly number[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { event_type_id: ids },
  ...of,
})

const each = (ids: readonly number[], meaning: string) => Object.fromEntries(ids.map((id) => [id, meaning]))
const numbersOf = (meanings: Readonly<Record<number, string>>) => Object.keys(meanings).map(Number)

/** At the portal (6), through an app (77, 85, 90), by RADIUS (69), remotely (86), the API (123), LDAP (129), social (141), Mac (154). */
const FAILED_LOGONS = [6, 69, 77, 85, 86, 90, 123, 129, 141, 154]
const LOGONS = [5, 68, 78, 122, 130, 140, 153, ...FAILED_LOGONS]
/** Logoffs from OneLogin, from an app, and by the API. */
const LOGOFFS = [7, 29, 516]
/** Grants of roles by hand, by rule and by the API, and of privileges to accounts and users. */
const GRANTS = [4, 70, 72, 147, 149, 151, 513]
const REVOCATIONS = [71, 73, 148, 150, 152, 514]

const ACCOUNTS = {
  ...each([13, 80, 533], 'Create'),
  ...each([16, 32, 83], 'Enable'),
  ...each([11, 211, 510, 511], 'Password Change'),
  ...each([10], 'Password Reset'),
  ...each([15, 21, 82, 551], 'Disable'),
  ...each([17, 84, 530], 'Delete'),
  ...each([19, 35, 531, 553], 'Lock'),
  ...each([12, 120], 'Unlock'),
  ...each([22], 'MFA Factor Enable'),
  ...each([24, 172], 'MFA Factor Disable'),
  // 532 is an update by the API that failed.
  ...each([14, 81, 529, 532], 'Other'),
}
/** Policies, proxies, RADIUS, VPN, certificates, API credentials, mappings, fields, directories, registration profiles. */
const SETTINGS = {
  ...each([156, 159, 161, 170, 177, 179, 189, 194, 198, 200, 203], 'Create'),
  ...each([157, 162, 165, 168, 171, 174, 185, 188, 193, 196, 197, 204], 'Update'),
  ...each([158, 160, 163, 178, 180, 190, 195, 199, 201, 205], 'Delete'),
  ...each([126, 164, 167, 175, 181, 183, 186, 192], 'Enable'),
  ...each([127, 166, 169, 176, 182, 184, 187, 191], 'Disable'),
  // Showing a password to the user who requested it, and viewing a secure note.
  ...each([87, 240], 'Read'),
}

const WHO: Rows = {
  ...person('actor.user', { name: ['actor_user_name', 'user_name'], uid: ['actor_user_id', 'user_id'] }),
  'actor.user.risk_score': integer('risk_score'),
}
const ACTOR: Rows = { ...WHO, ...client('ipaddr') }
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
        on('logon', [...LOGONS, ...LOGOFFS, 8], {
          class: 'authentication',
          activity: lookup('event_type_id', { ...each(LOGOFFS, 'Logoff'), 8: 'Service Ticket Request' }, 'Logon'),
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
            status_id: lookup('event_type_id', each(FAILED_LOGONS, 'Failure'), 'Success'),
          },
        }),
        on('privilege', [...GRANTS, ...REVOCATIONS], {
          class: 'user_access',
          activity: lookup('event_type_id', each(REVOCATIONS, 'Revoke Privileges'), 'Assign Privileges'),
          rows: { ...ACTOR, ...USER, privileges: list(['privilege_name', 'role_name', 'event_type_id'], /,/) },
        }),
        on('account', numbersOf(ACCOUNTS), {
          class: 'account_change',
          activity: lookup('event_type_id', ACCOUNTS),
          rows: { ...ACTOR, ...USER },
        }),
        on('setting', numbersOf(SETTINGS), {
          class: 'entity_management',
          activity: lookup('event_type_id', SETTINGS),
          rows: {
            ...ACTOR,
            'entity.name': ['app_name', 'policy_name', 'privilege_name', 'role_name', 'user_name', 'event_type_id'],
            'entity.type_id': is('Other'),
            'entity.type': is('OneLogin object'),
          },
        }),
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          rows: WHO,
          unclassified: 'types that say nothing of a person, and those that nothing public names',
        },
      ],
    },
  ],
}
export const onelogin = compileSource(ONELOGIN)
