/** Akamai: security events of its web application firewalls, SIEM API and connector ("SIEM integration", JSON). */

import { isMembers } from '../../../platform/members.ts'
import { product } from '../../families/saas/rows.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import { hostname, integer, ip, lookup, type SourceTable, text, time, under } from '../../mapping/table.ts'

/** The connector decodes the lists; the API gives them in base64, with `;` between the rules. */
const DENY = ['deny', 'ZGVueQ==', 'abort', 'tarpit', 'slow', 'deny_custom']
const ACTION = ['attackData.appliedAction', 'attackData.action', 'attackData.ruleActions', 'attackData.rules.0.action']
const acted = (denied: string, alert: string) => ({
  ...Object.fromEntries(DENY.map((word) => [word, denied])),
  ...{ alert, monitor: alert, 'YWxlcnQ=': alert, 'YWxlcnQ%3d': alert, 'ZGVueQ%3d%3d': denied },
})

export const AKAMAI: SourceTable = {
  id: 'akamai/1',
  shapes: [{ name: 'json', is: () => true }],
  select: ['format'],
  rows: {
    time: time('httpMessage.start', 'start'),
    severity_id: lookup(ACTION, acted('Medium', 'Low'), 'Medium', 'Informational'),
    ...product('Akamai', 'App & API Protector'),
    'metadata.event_code': ['attackData.rules.0.rule', 'attackData.ruleTags', 'type'],
    'metadata.original_event_uid': text('httpMessage.requestId'),
  },
  logSource: { product: 'akamai', service: 'waf', categories: ['webserver'] },
  vendorId: 'httpMessage.requestId',
  recognises: (record) => isMembers(record.attackData) && isMembers(record.httpMessage),
  chapters: [
    {
      name: 'requests',
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('httpMessage.method', HTTP_METHODS, 'Other', 'Unknown'),
          rows: {
            action_id: lookup(ACTION, acted('Denied', 'Observed'), 'Other'),
            disposition_id: lookup(ACTION, acted('Blocked', 'Alert'), 'Other'),
            status_id: lookup(ACTION, acted('Failure', 'Success'), 'Other'),
            ...under('http_request', {
              http_method: 'httpMessage.method',
              'url.hostname': 'httpMessage.host',
              'url.path': 'httpMessage.path',
              'url.query_string': 'httpMessage.query',
              'url.port': integer('httpMessage.port'),
              uid: text('httpMessage.requestId'),
              user_agent: 'userAgent',
            }),
            'http_response.code': integer('httpMessage.status'),
            'src_endpoint.ip': ip('attackData.clientIP'),
            'src_endpoint.location.country': 'geo.country',
            'src_endpoint.location.city': 'geo.city',
            'dst_endpoint.hostname': hostname('httpMessage.host'),
            'dst_endpoint.port': integer('httpMessage.port'),
            'firewall_rule.uid': ['attackData.rules.0.rule', 'attackData.rules'],
            'firewall_rule.name': ['attackData.rules.0.message', 'attackData.ruleMessages'],
            'policy.uid': text('attackData.policyId'),
            message: ['attackData.rules.0.message', 'attackData.ruleMessages'],
          },
        },
      ],
    },
  ],
}
export const akamai = compileSource(AKAMAI)
