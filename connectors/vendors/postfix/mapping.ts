/**
 * Postfix: clients that connect and sign in, accepted and refused mail, deliveries, and clients that postscreen
 * rejects. The lines of one mail share the queue id.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { capture, email, integer, ip, is, list, lookup, type Profile, type Rows, text } from '../../mapping/table.ts'
import { readPostfix } from './read.ts'

const PEER: Rows = {
  'src_endpoint.hostname': 'parsed.src_host',
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
}
const SERVER: Rows = {
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('parsed.dst_ip', 'syslog.address'),
  'dst_endpoint.port': integer('parsed.dst_port'),
}

const EMAIL: Rows = {
  'email.uid': text('parsed.qid'),
  'email.message_uid': capture('parsed.msgid', /^<?([^>]{1,255})/),
  'email.from': capture('parsed.from', /^<?([^>]{1,320})/, 'email'),
  'email.to': list('parsed.to', /[,<>\s]+/, 'email'),
  'email.size': integer('parsed.size'),
  message_trace_uid: text('parsed.qid'),
  direction_id: is('Unknown'),
  protocol_name: lookup('parsed.proto', { ESMTP: 'ESMTP', SMTP: 'SMTP' }, 'Other'),
  status_detail: 'parsed.reason',
}

/** `mx.example.org[203.0.113.9]:25`; a local program is not a relay, and a loopback address identifies no machine. */
const RELAY: Rows = {
  'dst_endpoint.hostname': capture('parsed.relay', /^([\w-]{1,63}(?:\.[\w-]{1,63}){1,16})\[(?!127\.|::1\])/),
  'dst_endpoint.ip': capture('parsed.relay', /\[(?!127\.|::1\])([\da-fA-F.:]{2,45})\]/, 'ip'),
  'dst_endpoint.port': capture('parsed.relay', /\[(?!127\.|::1\])[\da-fA-F.:]{2,45}\]:(\d{1,5})$/, 'integer'),
}
const DELIVERED = {
  ...{ sent: 'Success', deliverable: 'Success', deferred: 'Unknown' },
  ...{ bounced: 'Failure', expired: 'Failure', undeliverable: 'Failure' },
} as const

const CONNECTION: Rows = {
  ...PEER,
  ...SERVER,
  'connection_info.direction_id': is('Inbound'),
  'connection_info.protocol_name': is('tcp'),
  status_detail: 'parsed.reason',
}
const REFUSED: Rows = { ...CONNECTION, status_id: is('Failure'), severity_id: is('Low') }

const PROFILES: readonly Profile[] = [
  logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium'), 'service.name': text('syslog.app_name') }),
  logon('authenticated', 'Logon', is('Success'), {
    'service.name': text('syslog.app_name'),
    auth_protocol: 'parsed.sasl_method',
    'metadata.correlation_uid': 'parsed.qid',
  }),
  on('delivery', {
    class: 'email_activity',
    activity: 'Send',
    rows: {
      ...EMAIL,
      ...RELAY,
      status_id: lookup('parsed.status', DELIVERED, 'Other'),
      status_code: 'parsed.dsn',
      severity_id: lookup('parsed.status', { bounced: 'Low', expired: 'Low' }, 'Informational'),
    },
  }),
  on('queued', { class: 'email_activity', activity: 'Receive', rows: { ...EMAIL, status_id: is('Success') } }),
  on('pickup', {
    class: 'email_activity',
    activity: 'Receive',
    rows: {
      ...EMAIL,
      'actor.user.uid': text('parsed.uid'),
      'actor.user.email_addr': email('parsed.from'),
      status_id: is('Success'),
    },
  }),
  on('rejected', {
    class: 'email_activity',
    activity: 'Receive',
    rows: {
      ...EMAIL,
      ...PEER,
      'actor.user.name': 'parsed.user',
      status_id: lookup(
        'parsed.action',
        { reject: 'Failure', discard: 'Failure', hold: 'Other', redirect: 'Other', filter: 'Other' },
        'Success',
      ),
      status_code: 'parsed.code',
      severity_id: lookup('parsed.action', { reject: 'Low', discard: 'Low' }, 'Informational'),
      action_id: lookup('parsed.action', { reject: 'Denied', discard: 'Denied' }, 'Observed'),
      disposition_id: lookup(
        'parsed.action',
        { reject: 'Rejected', discard: 'Dropped', hold: 'Quarantined' },
        'Logged',
      ),
    },
  }),
  // Only the queue id links a client to its mail.
  on(['opened', 'encrypted', 'passed', 'client'], {
    class: 'network_activity',
    activity: 'Open',
    rows: { ...CONNECTION, status_id: is('Success') },
  }),
  // Sent later than its maximum: the line has a time of its own for that.
  on('counted', { class: 'network_activity', activity: 'Other', rows: CONNECTION }),
  on('closed', { class: 'network_activity', activity: 'Close', rows: CONNECTION }),
  on('failed', { class: 'network_activity', activity: 'Fail', rows: REFUSED }),
  on(['limited', 'screened', 'listed'], { class: 'network_activity', activity: 'Refuse', rows: REFUSED }),
  on('unreachable', {
    class: 'network_activity',
    activity: 'Fail',
    rows: {
      'dst_endpoint.hostname': 'parsed.dst_host',
      'dst_endpoint.ip': ip('parsed.dst_ip'),
      'dst_endpoint.port': integer('parsed.dst_port'),
      'connection_info.direction_id': is('Outbound'),
      status_id: is('Failure'),
      status_detail: 'parsed.reason',
    },
  }),
]

/** `postfix/smtpd`, `postfix/submission/smtpd`, and `postfix-out/smtp` for another instance. */
const PROGRAM = /^postfix(?:-[\w.-]{1,32})?(?:\/[\w-]{1,32}){1,3}$/

export const postfix = syslogDevice({
  id: 'postfix/1',
  vendor: 'Postfix',
  product: 'Postfix',
  programs: PROGRAM,
  read: readPostfix,
  rows: { 'actor.process.pid': integer('syslog.proc_id'), 'metadata.correlation_uid': 'parsed.qid' },
  profiles: PROFILES,
  rest: 'the daemons about themselves, statistics, ids of messages, and mail that is removed from the queue',
  logSource: { product: 'linux', service: 'postfix' },
})
