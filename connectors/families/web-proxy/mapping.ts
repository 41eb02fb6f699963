/**
 * Web proxies by syslog: Squid's native access log, which Cisco's Secure Web Appliance writes with its verdict behind it,
 * and those that write pairs (`pairs.ts`). Squid: the `squid` logformat of its documentation; Cisco: the access log of the
 * AsyncOS user guide.
 */

import { isMembers } from '../../../platform/members.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { phraseReader } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlQuery,
} from '../../mapping/table.ts'
import { SEVERITY, SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../syslog/common.ts'
import { addParsed, messageOf } from '../syslog/settle.ts'
import { NSS_COPIES, PAIR_SHAPES, webGateway } from './pairs.ts'

const read = phraseReader({
  access: [
    '{at} {elapsed} {src_ip} {result}/{status} {bytes} {method} {url} {user} {hierarchy}/{dst_host} {mime} {policy} {verdict*}',
    '{at} {elapsed} {src_ip} {result}/{status} {bytes} {method} {url} {user} {hierarchy}/{dst_host} {mime}',
    '{at} {elapsed} - {src_ip} {result}/{status} {bytes} {method} {url} {rest*}',
  ],
})

/** Every line begins with seconds with three decimals, and the duration in milliseconds. */
const SQUID = /^\d{9,10}\.\d{3} {1,8}[\d.]{1,12} (?:- )?[\da-fA-F.:]{3,45} \w{3,60}\/\d{3} /

/** Cisco's appliance writes the same line, with the deciding policies and the findings behind it. */
const WSA = / [A-Z][A-Z_0-9]{2,40}-[^ ]{1,512} </
const CISCO = { vendor: 'Cisco', product: 'Secure Web Appliance' }

/** `"EXAMPLE\\kim@AD"`: a domain, an account and the realm that authenticated it, in quotes. */
function userOf(written: string): Record<string, string> {
  const user = written.replace(/^"(.*)"$/, '$1')
  const [, domain, account] = /^([^\\]{1,64})\\([^@]{1,128})(?:@.{0,128})?$/.exec(user) ?? []
  return account === undefined || domain === undefined ? { user } : { user: account, domain }
}

const squid: RecordShape = {
  name: 'squid',
  is: (record) => SQUID.test(messageOf(record).slice(0, 160)),
  settle: (record) =>
    addParsed(record, (message) => {
      const fields = read(message.replace(/ {2,8}/, ' '))
      if (fields?.user !== undefined) Object.assign(fields, userOf(fields.user))
      return fields && { ...(WSA.test(message) ? CISCO : { product: 'Squid' }), ...fields }
    }),
}
const REQUEST: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'dst_endpoint.hostname': first(capture('parsed.url', /^\w+:\/\/([^/:]+)/), text('parsed.dst_host')),
  'src_endpoint.port': integer('parsed.src_port'),
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  'dst_endpoint.port': integer('parsed.dst_port'),
  'actor.user.name': 'parsed.user',
  'actor.user.domain': 'parsed.domain',
  'http_request.uid': text('parsed.uid'),
  'http_request.http_method': 'parsed.method',
  'http_request.url.url_string': first(text('parsed.url'), capture('parsed.request', /^\S+ (\S+)/)),
  'http_request.url.hostname': urlHost('parsed.url'),
  'http_request.url.path': first(
    text('parsed.path'),
    capture('parsed.url', /^\w{2,10}:\/\/[^/?#]{1,512}(\/[^?#]{0,8192})/),
  ),
  'http_request.url.query_string': urlQuery('parsed.url'),
  'http_request.url.scheme': 'parsed.scheme',
  'http_request.url.categories': list('parsed.categories', /;/),
  'http_request.user_agent': first(capture('parsed.verdict', /"((?:Mozilla|Opera)[^"]*)"/), text('parsed.agent')),
  'http_request.referrer': 'parsed.referrer',
  'http_response.code': capture('parsed.status', /^(\d{3})/, 'integer'),
  'http_response.content_type': 'parsed.mime',
  // Squid counts the bytes that its client received.
  'traffic.bytes_in': integer('parsed.bytes_in', 'parsed.bytes'),
  'traffic.bytes_out': integer('parsed.bytes_out'),
  'proxy_endpoint.ip': ip('parsed.proxy_ip'),
  'firewall_rule.name': 'parsed.policy',
  status_code: 'parsed.status',
  status_detail: ['parsed.threat', 'parsed.detail', 'parsed.result'],
}

/** Blue Coat's OBSERVED and PROXIED mean that the request was allowed. */
const VERDICTS = {
  Allowed: 'Allowed',
  permitted: 'Allowed',
  OBSERVED: 'Allowed',
  PROXIED: 'Allowed',
  blocked: 'Denied',
  DENIED: 'Denied',
}
/** The name of the appliance's policy begins with its decision: `BLOCK_WEBCAT_11-..`, `DROP_ADMIN_11-..`. */
const BLOCKED = /^(BLOCK|DROP)_/
/** `TCP_MISS/403`: the server refused, not the proxy, which forwarded the request. */
const RESULT = /(DENIED|NONE|MISS|HIT|MODIFIED|TUNNEL|REDIRECT)/
const RESULTS = { DENIED: 'Denied', NONE: 'Other', ...allowed('MISS', 'HIT', 'MODIFIED', 'TUNNEL', 'REDIRECT') }
const DECISION: Rows = {
  action_id: first(
    lookup('parsed.action', VERDICTS, 'Other'),
    lookupIn('parsed.policy', BLOCKED, { BLOCK: 'Denied', DROP: 'Denied' }),
    lookupIn('parsed.result', RESULT, RESULTS),
    lookupIn('parsed.status', /^(403)/, { 403: 'Denied' }),
    lookup('parsed.method', {}, 'Allowed', 'Unknown'),
  ),
  status_id: lookupIn(
    'parsed.status',
    /^(\d)/,
    { 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
    'Other',
  ),
}

function allowed(...words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, 'Allowed']))
}

export const WEB_PROXY: SourceTable = {
  id: 'web-proxy/1',
  shapes: [squid, webGateway],
  select: ['parsed.method'],
  rows: {
    ...SYSLOG_HEADER,
    time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
    'metadata.product.name': 'parsed.product',
    'metadata.product.vendor_name': 'parsed.vendor',
    'metadata.log_format': is('syslog'),
    'device.type_id': is('Server'),
  },
  logSource: { categories: ['proxy'] },
  chapters: [
    {
      name: 'access',
      aliases: {
        'c-ip': ['parsed.src_ip'],
        'c-uri': ['parsed.url'],
        'cs-method': ['parsed.method'],
        'cs-host': ['parsed.dst_host'],
        'cs-username': ['parsed.user'],
        'sc-status': ['parsed.status'],
      },
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('parsed.method', HTTP_METHODS, 'Other', 'Unknown'),
          rows: { ...REQUEST, ...DECISION },
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'parsed.at', 'proto', 'vendor', 'product'],
  recognises: (record) => (isMembers(record.syslog) && squid.is(record)) || webGateway.is(record),
}

export const webProxy = compileSource(WEB_PROXY)

/** Proxies with many unmapped pairs; in one table with the others they would hide losses of these. */
export const secureWebGateways = compileSource({
  ...WEB_PROXY,
  id: 'secure-web-gateways/1',
  shapes: PAIR_SHAPES,
  renderings: [...(WEB_PROXY.renderings ?? []), ...NSS_COPIES],
  // Rows of a file have no header with a severity.
  rows: {
    ...WEB_PROXY.rows,
    severity_id: first(SEVERITY, lookup('syslog.severity', {}, 'Unknown', 'Informational')),
  },
  recognises: (record) => PAIR_SHAPES.some((shape) => shape.is(record)),
})
