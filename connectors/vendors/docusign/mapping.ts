/** DocuSign Connect: webhooks about envelopes, recipients and templates. */

import { AUDIT, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, lookup, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const RESOURCE: Rows = {
  'web_resources[0].uid': ['data.envelopeId', 'data.templateId', 'data.recipientId', 'uri'],
  'web_resources[0].name': ['data.name', 'data.envelopeDocuments.0.name'],
  'web_resources[0].url_string': 'uri',
  'web_resources[0].type': 'event',
  'web_resources[0].created_time': time('data.envelopeSummary.created'),
  status_id: lookup('data.envelopeSummary.status', { completed: 'Success' }, 'Other'),
  status_detail: 'data.terminationReason',
}
const SENDER: Rows = person('actor.user', {
  name: ['data.senderEmail', 'data.email', 'data.userId'],
  uid: ['data.userId', 'data.recipientId'],
  email: ['data.senderEmail', 'data.email'],
})
/** The recipient who signs, declines or views; `userId` is the sender. */
const RECIPIENT: Rows = person('actor.user', {
  name: ['data.email', 'data.name', 'data.recipientId'],
  uid: 'data.recipientId',
  email: 'data.email',
})

export const DOCUSIGN: SourceTable = {
  id: 'docusign/1',
  shapes: PLAIN,
  select: ['event'],
  rows: {
    time: time('generatedDateTime', 'p_event_time'),
    ...AUDIT,
    ...product('DocuSign', 'Connect'),
    'metadata.event_code': 'event',
    'metadata.tenant_uid': 'data.accountId',
    'metadata.log_version': 'apiVersion',
  },
  logSource: { product: 'docusign', service: 'connect' },
  recognises: (record) =>
    typeof record.event === 'string' && record.configurationId !== undefined && record.generatedDateTime !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'connect',
      profiles: [
        {
          name: 'recipient authenticates',
          when: { event: ['recipient-authentication*'] },
          class: 'authentication',
          activity: 'Logon',
          rows: {
            ...person('user', { name: ['data.name', 'data.email'], uid: 'data.recipientId', email: 'data.email' }),
            'user.phone_number': 'data.phoneNumber',
            'service.name': always('DocuSign'),
            'auth_factors[0].factor_type_id': lookup('data.method', { SMS: 'SMS', Phone: 'Phone Call' }, 'Other'),
            status_id: lookup('event', {
              'recipient-authentication-failure': 'Failure',
              'recipient-authentication-success': 'Success',
            }),
            status_detail: 'data.errorReason',
          },
        },
        {
          name: 'recipient',
          when: { event: 'recipient-*' },
          class: 'web_resources_activity',
          activity: lookup('event', { 'recipient-signed': 'Update', 'recipient-viewed': 'Read' }, 'Other'),
          rows: {
            ...RESOURCE,
            'web_resources[0].name': 'data.envelopeDocuments.0.name',
            ...RECIPIENT,
          },
        },
        {
          name: 'document',
          when: {},
          class: 'web_resources_activity',
          activity: lookup(
            'event',
            {
              'envelope-created': 'Create',
              'template-created': 'Create',
              'envelope-sent': 'Share',
              'envelope-corrected': 'Update',
              'template-modified': 'Update',
              'envelope-completed': 'Update',
              'envelope-voided': 'Delete',
              'envelope-deleted': 'Delete',
              'template-deleted': 'Delete',
            },
            'Other',
          ),
          rows: { ...RESOURCE, ...SENDER },
        },
      ],
    },
  ],
}
export const docusign = compileSource(DOCUSIGN)
