/** Tracebit: alerts of canary resources and credentials. */

import { FORWARDED, finding, PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { ip, type SourceTable, time } from '../../mapping/table.ts'

export const TRACEBIT: SourceTable = {
  id: 'tracebit/1',
  shapes: PLAIN,
  select: ['discriminator.subtype'],
  rows: {
    time: time('timestamp', 'p_event_time'),
    ...product('Tracebit', 'Tracebit'),
    severity_id: severity('severity'),
  },
  logSource: { product: 'tracebit', service: 'alerts' },
  vendorId: 'id',
  recognises: (record) => record.tracebit_portal_url !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...finding({
              uid: ['alert_id', 'id'],
              title: 'message',
              rule: 'discriminator.subtype',
              url: 'tracebit_portal_url',
            }),
            'metadata.event_code': 'discriminator.subtype',
            'cloud.provider': 'provider',
            'cloud.account.uid': ['canary.provider_account_id', 'canary.aws.account_id', 'principal.aws.account_id'],
            'cloud.account.name': ['canary.aws.account_name', 'canary.azure.subscription_name'],
            'resources[0].name': ['canary.name', 'canary_credential.name'],
            'resources[0].uid': ['canary.provider_id', 'canary_credential.aws.access_key_id'],
            'resources[0].type': ['canary.type', 'canary_credential.type'],
            'evidences[0].src_endpoint.ip': ip('event.request.ip'),
            'evidences[0].api.operation': 'event.operation',
            'evidences[0].http_request.user_agent': 'event.request.user_agent.raw',
            'evidences[0].user.name': ['principal.okta.alternate_id', 'principal.id'],
            'evidences[0].user.uid': ['principal.aws.arn', 'principal.azure.app_id', 'principal.okta.id'],
          },
        },
      ],
    },
  ],
}
export const tracebit = compileSource(TRACEBIT)
