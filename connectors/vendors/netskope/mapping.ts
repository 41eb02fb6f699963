/** Netskope: the audit log of administrators. */

import { entityVerb, FIRST_WORD, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  type Rows,
  type SourceTable,
  time,
} from '../../mapping/table.ts'

const ACTOR: Rows = {
  ...person('actor.user', { name: ['user', 'ur_normalized'], email: ['user', 'ur_normalized'] }),
  'src_endpoint.ip': ip('supporting_data.data_values.0'),
}

const FAILED = { fail: 'Failure', denied: 'Failure', invalid: 'Failure' }
const ANSWERS = { 2: 'Success', 4: 'Failure', 5: 'Failure' }

export const NETSKOPE: SourceTable = {
  id: 'netskope/1',
  shapes: PLAIN,
  select: ['audit_log_event'],
  rows: {
    time: time('timestamp', '_insertion_epoch_timestamp', 'p_event_time'),
    severity_id: lookup('severity_level', {
      0: 'Informational',
      1: 'Informational',
      2: 'Low',
      3: 'Medium',
      4: 'High',
      5: 'Critical',
    }),
    ...product('Netskope', 'Netskope'),
    'metadata.event_code': 'audit_log_event',
    count: integer('count'),
  },
  logSource: { product: 'netskope', service: 'audit' },
  vendorId: '_id',
  recognises: (record) => record.audit_log_event !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        {
          name: 'logon',
          when: { audit_log_event: ['Login *', 'Logout *', 'Admin logged *', 'Admin log*'] },
          class: 'authentication',
          activity: lookupIn('audit_log_event', /^(Login)/, { Login: 'Logon' }, 'Logoff'),
          rows: {
            ...ACTOR,
            ...person('user', { name: ['user', 'ur_normalized'], email: ['user', 'ur_normalized'] }),
            'service.name': always('Netskope'),
            // The lock-out of an administrator counts as a failed logon: its logons failed.
            status_id: lookupIn('audit_log_event', /(fail|denied|invalid)/i, FAILED, 'Success'),
          },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('audit_log_event', FIRST_WORD),
          rows: {
            ...ACTOR,
            'entity.name': ['supporting_data.data_values.2', 'audit_log_event'],
            'entity.type': ['supporting_data.data_type', 'audit_log_event'],
            'entity.type_id': is('Other'),
            // A call names its answer where others name an address.
            status_id: lookupIn('supporting_data.data_values.0', /^([245])\d\d$/, ANSWERS),
            status_code: capture('supporting_data.data_values.0', /^([245]\d\d)$/),
          },
        },
      ],
    },
  ],
}
export const netskope = compileSource(NETSKOPE)
