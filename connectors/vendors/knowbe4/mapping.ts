/** KnowBe4: events of its User Event API and the results of simulated phishing of its Reporting API. */
import { PLAIN, person, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { ip, is, list, type SourceTable, text, time } from '../../mapping/table.ts'

export const KNOWBE4: SourceTable = {
  id: 'knowbe4/1',
  shapes: PLAIN,
  select: ['pst_id'],
  rows: {
    time: time('occurred_date', 'clicked_at', 'reported_at', 'opened_at', 'delivered_at'),
    ...product('KnowBe4', 'KnowBe4'),
    'metadata.event_code': ['event_type.name', 'template.name'],
    message: ['description', 'event_type.name', 'pst.name', 'template.name'],
    severity_id: severity('risk.level'),
  },
  logSource: { product: 'knowbe4' },
  vendorId: ['external_id', 'id'],
  recognises: (record) =>
    (record.occurred_date !== undefined && record.event_type !== undefined && record.user !== undefined) ||
    (record.recipient_id !== undefined && record.pst_id !== undefined && record.user !== undefined),
  chapters: [
    {
      name: 'people',
      profiles: [
        {
          name: 'event',
          when: { pst_id: '' },
          class: 'base_event',
          activity: 'Other',
          rows: {
            ...person('actor.user', { name: 'user.email', uid: 'user.id', email: 'user.email' }),
            'metadata.log_name': text('source'),
            'actor.user.type_id': is('User'),
          },
          unclassified: 'what another product or a training says of a person, for which OCSF has no class',
        },
        {
          name: 'simulated phishing',
          when: {},
          class: 'email_activity',
          activity: 'Receive',
          rows: {
            ...person('actor.user', { name: 'user.email', uid: 'user.id', email: 'user.email' }),
            'src_endpoint.ip': ip('ip'),
            'email.to': list('user.email', /,/, 'email'),
            'email.subject': text('template.name', 'pst.name'),
            'email.uid': text('recipient_id'),
            direction_id: is('Inbound'),
          },
        },
      ],
    },
  ],
}
export const knowbe4 = compileSource(KNOWBE4)
