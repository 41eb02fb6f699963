/**
 * The audit log of ModSecurity as JSON, of version 3 (`transaction` with its request, its response and its `messages`) and of
 * version 2 (`transaction`, `request`, `response` and `audit_data` side by side), as OWASP's rule set and the WAFs of several
 * vendors write it. A transaction in which a rule fits is a finding; one without is a request. Forms: "ModSecurity 3 audit log",
 * "ModSecurity 2 Data Formats".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { readRule } from './rule-text.ts'

/** Severities of syslog as the rules write them: by number or by word. */
export const RULE_SEVERITIES = {
  ...{ 0: 'Critical', 1: 'Critical', 2: 'Critical', 3: 'High', 4: 'Medium', 5: 'Low', 6: 'Informational' },
  ...{ 7: 'Informational', EMERGENCY: 'Critical', ALERT: 'Critical', CRITICAL: 'Critical', ERROR: 'High' },
  ...{ WARNING: 'Medium', NOTICE: 'Low', INFO: 'Informational', DEBUG: 'Informational' },
} as const

const membersIn = (value: unknown): Members => (isMembers(value) ? (value as Members) : {})

/** The last rule counts, except for an anomaly score: then the rule before it names the attack. */
function parsedOf(record: Readonly<Members>): Members {
  const transaction = membersIn(record.transaction)
  const isThird = transaction.request !== undefined || transaction.client_ip !== undefined
  const request = membersIn(isThird ? transaction.request : record.request)
  const response = membersIn(isThird ? transaction.response : record.response)
  const headers = membersIn(request.headers)
  const header = (name: string) => headers[name] ?? headers[name.toLowerCase()]
  const [method, uri, version] = textOf(request.request_line).split(' ')
  const rule = isThird ? ruleOf(transaction.messages) : ruleOfTexts(membersIn(record.audit_data))
  return {
    kind: rule === null ? 'request' : 'rule',
    at: transaction.time_stamp ?? apacheTime(transaction.time),
    src_ip: transaction.client_ip ?? transaction.remote_address,
    src_port: transaction.client_port ?? transaction.remote_port,
    dst_ip: transaction.host_ip ?? transaction.local_address,
    dst_port: transaction.host_port ?? transaction.local_port,
    uid: transaction.unique_id ?? transaction.id ?? transaction.transaction_id,
    method: request.method ?? method,
    uri: request.uri ?? uri,
    version: request.http_version ?? version,
    host: header('Host'),
    agent: header('User-Agent'),
    referer: header('Referer'),
    code: response.http_code ?? response.status,
    ...rule,
  }
}

/** `27/Nov/2026:10:11:12 +0000`, a day in brackets or not. */
function apacheTime(value: unknown): string {
  return textOf(value).replace(/^\[|\]$/g, '')
}

/** A score rule only says that other rules matched. */
const SCORE = /^(?:949|959|980)\d{3}$/

function ruleOf(messages: unknown): Members | null {
  const rules = (Array.isArray(messages) ? messages : []).filter(isMembers)
  const found = rules.find(({ details }) => !SCORE.test(textOf(membersIn(details).ruleId))) ?? rules[0]
  if (found === undefined) return null
  const details = membersIn(found.details)
  return {
    title: found.message || details.match || details.ruleId,
    rule: details.ruleId,
    severity: details.severity,
    tags: Array.isArray(details.tags) ? details.tags.filter((tag) => typeof tag === 'string').join('|') : undefined,
    data: details.data || details.match,
    count: rules.length,
  }
}

function ruleOfTexts(audit: Readonly<Members>): Members | null {
  const rules: PhraseValues[] = []
  for (const one of Array.isArray(audit.messages) ? audit.messages : []) {
    const rule = typeof one === 'string' ? readRule(`ModSecurity: ${one}`) : null
    if (rule !== null) rules.push(rule)
  }
  const found = rules.find(({ id = '' }) => !SCORE.test(id)) ?? rules[0]
  if (found === undefined) return null
  const isDenied = isMembers(audit.action) && audit.action.intercepted === true
  return {
    ...{ title: found.msg ?? found.id, rule: found.id, severity: found.severity, tags: found.tags, data: found.data },
    count: rules.length,
    done: isDenied ? 'denied' : 'seen',
  }
}

const shape: RecordShape = {
  name: 'json',
  is: () => true,
  settle(record) {
    record.parsed ??= parsedOf(record)
  },
}

export const RULE: Rows = {
  severity_id: lookup('parsed.severity', RULE_SEVERITIES, 'Medium', 'Medium'),
  'finding_info.title': ['parsed.title', 'parsed.msg', 'parsed.rule'],
  'finding_info.uid': first(text('parsed.rule'), text('parsed.id', 'parsed.uid', 'parsed.title')),
  'finding_info.desc': 'parsed.data',
  'finding_info.analytic.name': ['parsed.title', 'parsed.msg'],
  'finding_info.analytic.uid': text('parsed.rule', 'parsed.id'),
  'finding_info.analytic.type_id': is('Rule'),
  'finding_info.types': list('parsed.tags', /\|/),
  'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
  'evidences[0].src_endpoint.port': integer('parsed.src_port'),
  'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
  'evidences[0].dst_endpoint.port': integer('parsed.dst_port'),
  'evidences[0].dst_endpoint.hostname': urlHost('parsed.host'),
  'evidences[0].url.path': urlPath('parsed.uri'),
  'evidences[0].url.query_string': urlQuery('parsed.uri'),
  'evidences[0].url.url_string': 'parsed.uri',
}

export const MODSECURITY: SourceTable = {
  id: 'modsecurity/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('parsed.at', 'syslog.time'),
    severity_id: is('Informational'),
    'metadata.product.name': is('ModSecurity'),
    'metadata.product.vendor_name': is('OWASP'),
    'metadata.log_name': is('audit'),
    'metadata.original_time': 'parsed.at',
    'metadata.event_code': text('parsed.rule'),
    'metadata.correlation_uid': text('parsed.uid'),
    'device.hostname': 'syslog.hostname',
    'device.ip': ip('syslog.address'),
    'device.type_id': is('Server'),
    message: 'parsed.title',
  },
  logSource: { product: 'modsecurity', categories: ['webserver'] },
  chapters: [
    {
      name: 'audit',
      aliases: {
        'c-ip': ['parsed.src_ip'],
        src_ip: ['parsed.src_ip'],
        'cs-method': ['parsed.method'],
        'cs-uri': ['parsed.uri'],
        'cs-host': ['parsed.host'],
        'sc-status': ['parsed.code'],
      },
      profiles: [
        {
          name: 'rule',
          when: { 'parsed.kind': 'rule' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...RULE,
            count: integer('parsed.count'),
            action_id: lookup('parsed.code', { 403: 'Denied', 406: 'Denied' }, 'Observed', 'Observed'),
            disposition_id: lookup('parsed.code', { 403: 'Blocked', 406: 'Blocked' }, 'Detected', 'Detected'),
          },
        },
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('parsed.method', HTTP_METHODS, 'Other'),
          rows: {
            'src_endpoint.ip': ip('parsed.src_ip'),
            'src_endpoint.port': integer('parsed.src_port'),
            'dst_endpoint.ip': ip('parsed.dst_ip'),
            'dst_endpoint.port': integer('parsed.dst_port'),
            'dst_endpoint.hostname': urlHost('parsed.host'),
            'http_request.http_method': 'parsed.method',
            'http_request.url.url_string': 'parsed.uri',
            'http_request.url.path': urlPath('parsed.uri'),
            'http_request.url.query_string': urlQuery('parsed.uri'),
            'http_request.url.hostname': urlHost('parsed.host'),
            'http_request.user_agent': 'parsed.agent',
            'http_request.referrer': 'parsed.referer',
            'http_response.code': integer('parsed.code'),
          },
        },
      ],
    },
  ],
  recognises: (record) => {
    const { transaction } = record
    if (!isMembers(transaction)) return false
    if (Array.isArray(transaction.messages) && transaction.client_ip !== undefined) return true
    return transaction.remote_address !== undefined && isMembers(record.audit_data)
  },
}
export const modsecurity = compileSource(MODSECURITY)
