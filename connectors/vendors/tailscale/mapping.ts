/** Tailscale: configuration audit logs. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, entityVerb, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { lookup, type SourceTable, time } from '../../mapping/table.ts'

export const TAILSCALE: SourceTable = {
  id: 'tailscale/1',
  shapes: [
    {
      name: 'enveloped',
      is: (record) => isMembers(record.event),
      under: 'event',
      names: { time: ['time', 'fields.recorded'], p_event_time: ['p_event_time'] },
    },
    { name: 'flat', is: () => true, names: { time: ['eventTime', 'time'] } },
  ],
  select: ['action'],
  rows: {
    time: time('time', 'p_event_time', 'eventTime', 'event.eventTime'),
    ...AUDIT,
    ...product('Tailscale', 'Tailscale'),
    'metadata.event_code': 'action',
    'metadata.correlation_uid': 'eventGroupID',
  },
  logSource: { product: 'tailscale', service: 'audit' },
  recognises: (record) => {
    const event = isMembers(record.event) ? record.event : record
    return event.eventGroupID !== undefined && isMembers(event.actor)
  },
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        {
          name: 'change',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action'),
          rows: {
            ...person('actor.user', {
              name: ['actor.loginName', 'actor.displayName'],
              uid: 'actor.id',
              email: 'actor.loginName',
            }),
            'actor.user.full_name': 'actor.displayName',
            'actor.user.type': 'actor.type',
            'actor.app_name': 'origin',
            'entity.name': 'target.name',
            'entity.uid': 'target.id',
            'entity.type_id': lookup('target.type', { USER: 'User', TAILNET: 'Organization', NODE: 'Device' }, 'Other'),
            comment: 'target.property',
          },
        },
      ],
    },
  ],
}
export const tailscale = compileSource(TAILSCALE)
