/**
 * Web proxies by syslog: Squid's native access log, which Cisco's Secure Web Appliance writes with its verdict behind it,
 * and the pairs of McAfee (Skyhigh) Web Gateway. Squid: the `squid` logformat of its documentation; Cisco: the access log
 * of the AsyncOS user guide.
 */

import { HTTP_METHODS } from '../compile/http-methods.ts'
import { phraseReader } from '../compile/phrases.ts'
import { compileSource } from '../compile/source.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../compile/table.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../syslog/common.ts'
import { addSaid, isMembers, messageOf } from '../syslog/settle.ts'

type Members = Record<string, unknown>

const read = phraseReader({
  access: [
    '{at} {elapsed} {src_ip} {result}/{status} {bytes} {method} {url} {user} {hierarchy}/{dst_host} {mime} {policy} {verdict*}',
    '{at} {elapsed} {src_ip} {result}/{status} {bytes} {method} {url} {user} {hierarchy}/{dst_host} {mime}',
    '{at} {elapsed} - {src_ip} {result}/{status} {bytes} {method} {url} {rest*}',
  ],
})

/** Seconds with three digits, and the milliseconds it took: how every line begins. */
const SQUID = /^\d{9,10}\.\d{3} {1,8}[\d.]{1,12} (?:- )?[\da-fA-F.:]{3,45} \w{3,60}\/\d{3} /

const isGateway = (record: Readonly<Members>) =>
  record.srcip !== undefined && record.mtd !== undefined && record.dhost !== undefined && isMembers(record.syslog)

const squid: RecordShape = {
  name: 'squid',
  is: (record) => SQUID.test(messageOf(record).slice(0, 160)),
  settle: (record) => addSaid(record, (message) => read(message.replace(/ {2,8}/, ' '))),
}
/** Pairs; the status is that of the server and of the proxy. */
const gateway: RecordShape = {
  name: 'web-gateway',
  is: () => true,
  names: {
    'said.src_ip': ['srcip'],
    'said.status': ['status'],
    'said.method': ['mtd'],
    'said.url': ['url'],
    'said.user': ['user'],
    'said.dst_host': ['dhost'],
    'said.mime': ['mt'],
    'said.policy': ['rule'],
  },
}

const REQUEST: Rows = {
  'src_endpoint.ip': ip('said.src_ip'),
  'dst_endpoint.hostname': first(capture('said.url', /^\w+:\/\/([^/:]+)/), text('said.dst_host')),
  'dst_endpoint.ip': ip('destip'),
  'dst_endpoint.port': integer('urlp'),
  'actor.user.name': 'said.user',
  'http_request.http_method': 'said.method',
  'http_request.url.url_string': 'said.url',
  'http_request.user_agent': first(capture('said.verdict', /"((?:Mozilla|Opera)[^"]*)"/), text('ua')),
  'http_request.referrer': 'http_referrer',
  'http_response.code': capture('said.status', /^(\d{3})/, 'integer'),
  'http_response.content_type': 'said.mime',
  'traffic.bytes': integer('said.bytes'),
  'firewall_rule.name': 'said.policy',
  status_code: 'said.status',
  status_detail: ['mlwr', 'said.result'],
}

const DENIED = { TCP_DENIED: 'Denied', UDP_DENIED: 'Denied', TCP_DENIED_SSL: 'Denied', 403: 'Denied' }
const DECISION: Rows = {
  action_id: first(
    lookup('said.result', { ...DENIED, NONE: 'Other' }),
    lookupIn('said.status', /^(403)/, DENIED),
    lookup('said.method', {}, 'Allowed', 'Unknown'),
  ),
  status_id: lookupIn(
    'said.status',
    /^(\d)/,
    { 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
    'Other',
  ),
}

export const WEB_PROXY: SourceTable = {
  id: 'web-proxy/1',
  shapes: [squid, gateway],
  select: ['said.method', 'mtd'],
  rows: {
    ...SYSLOG_HEADER,
    time: time('said.at', 'syslog.time', 'syslog.timestamp'),
    'metadata.product.name': is('Web proxy'),
    'metadata.log_format': is('syslog'),
    'device.type_id': is('Server'),
  },
  logSource: { categories: ['proxy'] },
  chapters: [
    {
      name: 'access',
      aliases: {
        'c-ip': ['said.src_ip'],
        'c-uri': ['said.url'],
        'cs-method': ['said.method'],
        'cs-host': ['said.dst_host'],
        'cs-username': ['said.user'],
        'sc-status': ['said.status'],
      },
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('said.method', HTTP_METHODS, 'Other', 'Unknown'),
          rows: { ...REQUEST, ...DECISION },
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'said.at', 'proto'],
  recognises: (record) => (isMembers(record.syslog) && squid.is(record)) || isGateway(record),
}

export const webProxy = compileSource(WEB_PROXY)
