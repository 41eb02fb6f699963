/**
 * Mimecast: mails as its gateway judged them, and actions of administrators. Names: "Enhanced logging" (JSON of the
 * older API, or pairs between bars), "SIEM logs" of API 2.0, and the reports "TTP URL", "TTP impersonation", "TTP
 * attachment", "DLP" and "Audit events".
 */
import type { Members } from '../../../platform/members.ts'
import { product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  allHashes,
  email,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Records of API 2.0 have their kind in `type`; these are verdicts, and the others steps of a mail's delivery. */
const JUDGED = /^(?:av|attachment protect|internal email protect|impersonation protect|url protect)$/i
const HARMLESS = /^(?:|allow|allowed|clean|none|permit|good)$/i
const SUSPICIOUS = /suspicious|impersonation|hold|warn|spam/i
const ADDRESS = /\bIP: ([\d.]{7,15}|[\da-f:]{2,45})/i
const REASON = /\bReason: ([^,]{1,256})/
const SIGNED_IN =
  /^(?:User Logged On|Logon Authentication Failed|Logon Requires Challenge|Logon Challenge Failed|User Logged Off)$/i

/**
 * Called once for each record. Names of the older API and of API 2.0 are distinguished by members that only one of them
 * has.
 */
function settle(record: Members): void {
  record.parsed ??= parsedOf(record)
}

function parsedOf(record: Members): Members {
  if (record.auditType !== undefined) return auditOf(record)
  const virus = ['Virus', 'virusFound', 'malwareName'].map((name) => textOf(record[name])).find((name) => name !== '')
  if (virus !== undefined) return { kind: 'virus', title: virus }
  if (record.impersonationResults !== undefined) return judged(record, 'Impersonation', record.definition)
  if (record.ttpDefinition !== undefined) return judged(record, 'URL', record.scanResult)
  if (record.fileHash !== undefined) return judged(record, 'Attachment', record.result)
  const type = textOf(record.type)
  return JUDGED.test(type) ? judged(record, type, record.scanResults) : { kind: 'mail' }
}

function judged(record: Members, subject: string, result: unknown): Members {
  const words = [result, record.action, record.actionTriggered, record.actions, record.subtype].map(textOf)
  const harmless = words.every((word) => HARMLESS.test(word.trim())) && words.some((word) => word !== '')
  const isTagged = record.taggedMalicious === true
  if (harmless && !isTagged) return { kind: 'mail' }
  const title = words[0] ? `${subject}: ${words[0].trim()}` : subject
  return { kind: 'virus', title, level: SUSPICIOUS.test(words.join(' ')) ? 'medium' : 'high' }
}

function auditOf(record: Members): Members {
  const words = textOf(record.eventInfo)
  const type = textOf(record.auditType)
  const kind = SIGNED_IN.test(type) ? (/Off$/i.test(type) ? 'logoff' : 'logon') : 'audit'
  return { kind, address: ADDRESS.exec(words)?.[1], reason: REASON.exec(words)?.[1], failed: /fail/i.test(type) }
}

const SENDER = ['headerFrom', 'senderHeader', 'Sender', 'senderEnvelope', 'senderAddress', 'fromUserEmailAddress']
const ENVELOPE = ['Sender', 'senderEnvelope', 'senderAddress']
const RECIPIENTS = ['Rcpt', 'Recipient', 'recipients', 'recipientAddress', 'userEmailAddress']
const CLIENT = ['IP', 'SourceIP', 'SenderIP', 'senderIp', 'senderIpAddress', 'sendingIp']
const SUBJECT = ['Subject', 'subject']
const MESSAGE = ['MsgId', 'messageId']
const ACT = ['Act', 'action']
const DECIDED = {
  ...{ Acc: 'Acc', Rej: 'Rej', Hld: 'Hld', Bnc: 'Bnc', Sdbx: 'Sdbx' },
  ...{ hold: 'Hld', reject: 'Rej', block: 'Rej', bounce: 'Bnc', allow: 'Acc' },
} as const
type Act = (typeof DECIDED)[keyof typeof DECIDED]
/** The captions by the five actions of the gateway, and by the API's words for them. */
function byAct<C extends string>(captions: Readonly<Partial<Record<Act, C>>>): Record<string, C> {
  return Object.fromEntries(
    Object.entries(DECIDED).flatMap(([word, act]) => {
      const caption = captions[act]
      return caption === undefined ? [] : [[word, caption] as const]
    }),
  )
}

const AUDITED: Rows = {
  severity_id: is('Informational'),
  'metadata.event_code': 'auditType',
  message: ['eventInfo', 'auditType'],
}
const WHO: Rows = {
  'user.name': 'user',
  'user.email_addr': email('user'),
  'src_endpoint.ip': ip('parsed.address'),
  'service.name': is('Mimecast'),
  status_detail: ['parsed.reason', 'eventInfo'],
}

export const MIMECAST: SourceTable = {
  id: 'mimecast/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['parsed.kind', 'Act'],
  rows: { time: time('datetime', 'timestamp', 'eventTime', 'date'), ...product('Mimecast', 'Email Security') },
  logSource: { product: 'mimecast' },
  recognises: (record) => isGateway(record) || isApi(record) || isReport(record),
  chapters: [
    {
      name: 'mails',
      profiles: [
        {
          name: 'logon',
          when: { 'parsed.kind': 'logon' },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...AUDITED,
            ...WHO,
            severity_id: lookup('parsed.failed', { true: 'Medium' }, 'Informational', 'Informational'),
            status_id: lookup('parsed.failed', { true: 'Failure' }, 'Success', 'Success'),
          },
        },
        {
          name: 'logoff',
          when: { 'parsed.kind': 'logoff' },
          class: 'authentication',
          activity: 'Logoff',
          rows: { ...AUDITED, ...WHO, status_id: is('Success') },
        },
        {
          name: 'audit',
          when: { 'parsed.kind': 'audit' },
          class: 'api_activity',
          activity: 'Other',
          rows: {
            ...AUDITED,
            'actor.user.name': 'user',
            'actor.user.email_addr': email('user'),
            'api.operation': 'auditType',
            'src_endpoint.ip': ip('parsed.address'),
            status_detail: 'eventInfo',
          },
        },
        {
          name: 'virus',
          when: { 'parsed.kind': 'virus' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: lookup('parsed.level', { medium: 'Medium' }, 'High', 'High'),
            'finding_info.title': 'parsed.title',
            'finding_info.uid': text('aCode', 'processingId', 'aggregateId', 'id', ...MESSAGE),
            'finding_info.desc': SUBJECT,
            'finding_info.analytic.name': 'parsed.title',
            'finding_info.analytic.type_id': is('Rule'),
            // The mailbox to which it was sent.
            'actor.user.name': email(...RECIPIENTS),
            'actor.user.email_addr': email(...RECIPIENTS),
            'evidences[0].email.from': email(...SENDER),
            'evidences[0].email.to': list(RECIPIENTS, /[\s,;]+/, 'email'),
            'evidences[0].email.subject': SUBJECT,
            'evidences[0].email.message_uid': MESSAGE,
            'evidences[0].src_endpoint.ip': ip(...CLIENT),
            'evidences[0].file.name': ['fileName', 'filename'],
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': allHashes('sha256', 'sha1', 'md5', 'fileHash'),
            'evidences[0].url.url_string': 'url',
            action_id: lookup(ACT, byAct({ Acc: 'Allowed', Rej: 'Denied', Hld: 'Denied' }), undefined, 'Unknown'),
          },
        },
        {
          name: 'mail',
          when: {},
          class: 'email_activity',
          activity: lookup(
            ACT,
            byAct({ Acc: 'Receive', Rej: 'Scan', Hld: 'Scan', Bnc: 'Scan', Sdbx: 'Scan' }),
            'Other',
            'Other',
          ),
          rows: {
            severity_id: lookup(
              ACT,
              byAct({ Acc: 'Informational', Rej: 'Medium', Hld: 'Medium' }),
              'Low',
              'Informational',
            ),
            status_id: first(
              lookup(ACT, byAct({ Acc: 'Success', Rej: 'Failure', Bnc: 'Failure' })),
              lookup('delivered', { true: 'Success', false: 'Failure' }, undefined, 'Unknown'),
            ),
            action_id: lookup(ACT, byAct({ Acc: 'Allowed', Rej: 'Denied', Hld: 'Denied' })),
            disposition_id: lookup(ACT, byAct({ Acc: 'Allowed', Rej: 'Rejected', Hld: 'Quarantined' })),
            direction_id: lookup(
              ['Dir', 'Route', 'direction', 'route'],
              { Inbound: 'Inbound', Outbound: 'Outbound', Internal: 'Internal' },
              'Unknown',
              'Unknown',
            ),
            'metadata.event_code': ['RejCode', 'Act', 'rejectionCode', 'type'],
            'metadata.correlation_uid': ['aCode', 'aggregateId'],
            'email.from': email(...SENDER),
            'email.sender': email(...ENVELOPE),
            'email.to': list(RECIPIENTS, /[\s,;]+/, 'email'),
            'email.subject': SUBJECT,
            'email.message_uid': MESSAGE,
            'email.uid': [...MESSAGE, 'aCode', 'processingId'],
            'email.size': integer('MsgSize', 'emailSize'),
            'src_endpoint.ip': ip(...CLIENT),
            'dst_endpoint.ip': ip('destinationIp'),
            status_detail: ['RejInfo', 'RejType', 'Hld', 'Error', 'rejectionInfo', 'rejectionType', 'deliveryErrors'],
            'policy.name': ['Definition', 'policy', 'ttpDefinition', 'definition'],
            message: ['RejInfo', 'RejType', 'Subject', 'rejectionInfo', 'subject'],
          },
        },
      ],
    },
  ],
}
/** The older SIEM logs, as JSON or as pairs. */
function isGateway(record: Readonly<Members>): boolean {
  return (
    record.acc !== undefined &&
    record.datetime !== undefined &&
    ['aCode', 'MsgId', 'Rcpt', 'Act', 'Virus'].some((name) => record[name] !== undefined)
  )
}

/** The SIEM logs of API 2.0. */
function isApi(record: Readonly<Members>): boolean {
  return (
    record.processingId !== undefined &&
    record.aggregateId !== undefined &&
    record.accountId !== undefined &&
    record.timestamp !== undefined
  )
}

/** Audit events, and the reports of targeted threat protection and of content policies. */
function isReport(record: Readonly<Members>): boolean {
  if (record.auditType !== undefined) {
    return record.eventInfo !== undefined && record.eventTime !== undefined && record.category !== undefined
  }
  if (record.ttpDefinition !== undefined)
    return record.scanResult !== undefined && record.userEmailAddress !== undefined
  return (
    record.senderAddress !== undefined &&
    record.recipientAddress !== undefined &&
    (record.impersonationResults !== undefined ||
      (record.fileHash !== undefined && record.actionTriggered !== undefined) ||
      (record.policy !== undefined && record.route !== undefined && record.eventTime !== undefined))
  )
}

export const mimecast = compileSource(MIMECAST)
