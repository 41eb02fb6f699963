/** AWS WAF: requests that a web ACL allowed, counted, challenged or blocked. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  first,
  integer,
  ip,
  lookup,
  type RecordShape,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { product } from './common.ts'

const HEADERS_MAX = 200

/** Headers are a list of names and values; those with a place of their own are put beside it. */
const shape: RecordShape = {
  name: 'json',
  is: () => true,
  settle: (record) => {
    const request = record.httpRequest
    if (!isMembers(request) || !Array.isArray(request.headers)) return
    for (const header of request.headers.slice(0, HEADERS_MAX)) {
      const name = isMembers(header) ? textOf(header.name).toLowerCase() : ''
      if (PLACED.has(name)) request[name] ??= (header as Members).value
    }
  },
}
const PLACED = new Set(['user-agent', 'host', 'referer'])

export const WAF: SourceTable = {
  id: 'aws-waf/1',
  shapes: [shape],
  select: ['action'],
  vendorId: 'httpRequest.requestId',
  recognises: (record) => 'webaclId' in record && isMembers(record.httpRequest),
  logSource: { product: 'aws', service: 'waf', categories: ['webserver'] },
  rows: {
    ...product('WAF'),
    'cloud.provider': always('AWS'),
    'cloud.region': capture('webaclId', /^arn:aws[\w-]{0,10}:wafv2:([\w-]{1,32}):/),
    'cloud.account.uid': capture('webaclId', /^arn:aws[\w-]{0,10}:wafv2:[\w-]{1,32}:(\d{12})/),
    time: time('timestamp'),
    severity_id: lookup(
      'action',
      { BLOCK: 'Medium', CAPTCHA: 'Low', CHALLENGE: 'Low' },
      'Informational',
      'Informational',
    ),
    action_id: lookup('action', { ALLOW: 'Allowed', BLOCK: 'Denied', COUNT: 'Observed' }, 'Other'),
    disposition_id: lookup(
      'action',
      { ALLOW: 'Allowed', BLOCK: 'Blocked', COUNT: 'Count', CAPTCHA: 'Captcha', CHALLENGE: 'Challenge' },
      'Other',
    ),
    status_id: lookup('action', { ALLOW: 'Success', COUNT: 'Success', BLOCK: 'Failure' }, 'Other'),
    'metadata.event_code': 'terminatingRuleId',
    'metadata.original_event_uid': 'httpRequest.requestId',
    'firewall_rule.uid': 'terminatingRuleId',
    'firewall_rule.type': 'terminatingRuleType',
    'policy.uid': 'webaclId',
    'src_endpoint.ip': ip('httpRequest.clientIp'),
    'src_endpoint.location.country': 'httpRequest.country',
    'dst_endpoint.svc_name': 'httpSourceName',
    'dst_endpoint.uid': 'httpSourceId',
    'http_request.uid': 'httpRequest.requestId',
    'http_request.http_method': 'httpRequest.httpMethod',
    'http_request.url.path': urlPath('httpRequest.uri'),
    'http_request.url.hostname': urlHost('httpRequest.host'),
    'http_request.url.query_string': first(text('httpRequest.args'), urlQuery('httpRequest.uri')),
    'http_request.args': 'httpRequest.args',
    'http_request.version': 'httpRequest.httpVersion',
    'http_request.user_agent': 'httpRequest.user-agent',
    'http_request.referrer': 'httpRequest.referer',
    'http_response.code': integer('responseCodeSent'),
  },
  chapters: [
    {
      name: 'requests',
      aliases: {
        'cs-method': 'httpRequest.httpMethod',
        'c-uri': 'httpRequest.uri',
        'cs-uri-query': 'httpRequest.args',
        'cs-user-agent': 'httpRequest.user-agent',
        'c-ip': 'httpRequest.clientIp',
      },
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('httpRequest.httpMethod', HTTP_METHODS, 'Other', 'Unknown'),
        },
      ],
    },
  ],
}

export const waf = compileSource(WAF)
