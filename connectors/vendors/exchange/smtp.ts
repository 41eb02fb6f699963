/**
 * Exchange Server's protocol log of SMTP, of receive and of send connectors: a row for each line of a session. Columns and
 * events: "Protocol logging", Exchange Server documentation.
 */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  email,
  integer,
  ip,
  is,
  list,
  type Profile,
  type RecordShape,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const MAIL_PORTS: ReadonlySet<string> = new Set(['25', '465', '475', '587', '717', '2525'])
const END = /^\[?([\da-fA-F.:]{2,45}?)\]?:(\d{1,5})$/
const ADDRESS = /^(MAIL FROM|RCPT TO):\s?<?([^<>\s]{3,320}@[^<>\s]{1,255})>?/i
const REFUSED = /(?:AUTH|authentication).{0,64}(?:failed|unsuccessful)|LogonDenied/i
const NAME = /^(?:[\w.-]{1,64}\\)?[\w.$-]{1,128}(?:@[\w.-]{1,255})?$/

function settle(record: Members): void {
  if (record.kind !== undefined) return
  const [, localIp = '', localPort = ''] = END.exec(textOf(record['local-endpoint'])) ?? []
  const [, remoteIp = '', remotePort = ''] = END.exec(textOf(record['remote-endpoint'])) ?? []
  const isSent = MAIL_PORTS.has(remotePort) && !MAIL_PORTS.has(localPort)
  const [from, to] = isSent
    ? [
        [localIp, localPort],
        [remoteIp, remotePort],
      ]
    : [
        [remoteIp, remotePort],
        [localIp, localPort],
      ]
  Object.assign(record, { from_ip: from?.[0], from_port: from?.[1], to_ip: to?.[0], to_port: to?.[1] })
  const data = textOf(record.data)
  const context = textOf(record.context)
  const [, command = '', address = ''] = ADDRESS.exec(data) ?? []
  if (command !== '') record[command.toUpperCase() === 'MAIL FROM' ? 'mail_from' : 'mail_to'] = address
  const isName = textOf(record.event) === '*' && NAME.test(data)
  if (isName && /authenticat/i.test(context)) record.mail_user = data
  record.kind = kindOf(textOf(record.event), data, context, command, isName)
}

function kindOf(event: string, data: string, context: string, command: string, isName: boolean): string {
  if (event === '+') return 'open'
  if (event === '-') return 'close'
  if (command !== '') return 'mail'
  if (REFUSED.test(context) || /^535 /.test(data)) return 'refused'
  if (isName && /^(?:authenticated|.{0,64}succeeded)/i.test(context)) return 'logon'
  return 'traffic'
}

const ENDS = {
  'src_endpoint.ip': ip('from_ip'),
  'src_endpoint.port': integer('from_port'),
  'dst_endpoint.ip': ip('to_ip'),
  'dst_endpoint.port': integer('to_port'),
} as const
const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({ name: kind, when: { kind }, ...of })
const flow = (kind: string, activity: string): Profile =>
  on(kind, {
    class: 'network_activity',
    activity,
    rows: {
      ...ENDS,
      'connection_info.uid': text('session-id'),
      'connection_info.direction_id': is('Unknown'),
      app_name: is('smtp'),
    },
  })
const logon = (kind: string, status: 'Success' | 'Failure'): Profile =>
  on(kind, {
    class: 'authentication',
    activity: 'Logon',
    logSource: { categories: ['authentication'] },
    rows: {
      ...ENDS,
      'user.name': account('mail_user'),
      'user.domain': accountDomain('mail_user'),
      'service.name': is('SMTP'),
      'session.uid': text('session-id'),
      status_id: is(status),
      status_detail: text('context', 'data'),
      severity_id: is(status === 'Failure' ? 'Medium' : 'Informational'),
    },
  })

const shape: RecordShape = { name: 'row', is: () => true, settle }

export const exchangeSmtp = compileSource({
  id: 'exchange-smtp/1',
  shapes: [shape],
  select: ['kind'],
  rows: {
    time: time('date-time'),
    severity_id: is('Informational'),
    'metadata.product.name': is('Exchange Server'),
    'metadata.product.vendor_name': is('Microsoft'),
    'metadata.log_name': text('connector-id'),
    message: text('data', 'context'),
  },
  recognises: (record) =>
    record['connector-id'] !== undefined &&
    record['session-id'] !== undefined &&
    record['remote-endpoint'] !== undefined,
  logSource: { product: 'microsoft', service: 'msexchange-smtp' },
  chapters: [
    {
      name: 'sessions',
      profiles: [
        flow('open', 'Open'),
        flow('close', 'Close'),
        on('mail', {
          class: 'email_activity',
          activity: 'Receive',
          rows: {
            ...ENDS,
            'email.from': email('mail_from'),
            'email.to': list('mail_to', /,/, 'email'),
            'email.uid': text('session-id'),
            direction_id: is('Unknown'),
          },
        }),
        logon('logon', 'Success'),
        logon('refused', 'Failure'),
        { ...flow('traffic', 'Traffic'), when: {} },
      ],
    },
  ],
})
