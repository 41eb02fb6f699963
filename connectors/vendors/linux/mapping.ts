/** The programs of a Linux host, as they write to syslog. */
import type { Members } from '../../../platform/members.ts'
import { A_NAME, SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, flow } from '../../families/syslog/firewall.ts'
import { azureSyslog, lineShape } from '../../families/syslog/mapping.ts'
import { addParsed, messageOf, syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  basename,
  type Chapter,
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { programOf, readProgram, SERVICES } from './programs.ts'

function program(record: Readonly<Members>): string {
  const name = typeof record.ProcessName === 'string' ? record.ProcessName : syslogField(record, 'app_name')
  return programOf(name, messageOf(record))
}

/**
 * In OCSF a process has a number: for a program that wrote a line without one (`sudo:`) only the application is set.
 */
function numberOf(record: Readonly<Members>): string {
  const id = record.ProcessID === undefined ? syslogField(record, 'proc_id') : textOf(record.ProcessID)
  return Number.isInteger(Number(id)) ? id : ''
}

function settle(record: Members): void {
  const name = program(record)
  addParsed(record, (message) => ({
    ...(ofRoot(readProgram(name, message)) ?? (isFiltered(record) ? filtered(message) : { kind: 'words' })),
    program: name,
    [numberOf(record) === '' ? 'app' : 'process']: name,
  }))
}

/** The program names root only by the kind of its message. */
function ofRoot(values: PhraseValues | null): PhraseValues | null {
  if (values?.kind === 'root/open') values.user ??= 'root'
  return values
}

/** The author of a firewall rule chooses its prefix, which usually names the action: `[UFW BLOCK] IN=eth0 ...`. */
const DECIDED = /BLOCK|DROP|DENY|DENIED|REJECT|ALLOW|ACCEPT/i
const PREFIX_MAX = 128
/** VyOS and EdgeOS write the name of the rule set, the rule and one letter: `[WAN_IN-default-D]`. */
const OF_VYOS = /\[[\w.-]{1,64}-(?:\d{1,6}|default)-([ADR])\]/
const LETTERS: Readonly<Record<string, string>> = { A: 'ACCEPT', D: 'DROP', R: 'REJECT' }

function filtered(message: string): PhraseValues {
  const prefix = message.slice(0, Math.min(Math.max(message.indexOf('IN='), 0), PREFIX_MAX))
  const action = DECIDED.exec(prefix)?.[0] ?? LETTERS[OF_VYOS.exec(prefix)?.[1] ?? '']
  return action === undefined ? { kind: 'firewall' } : { kind: 'firewall', action }
}

/** The kernel's packet filter, which writes pairs: `IN=eth0 OUT= SRC=192.0.2.1 DST=...`. */
function isFiltered(record: Readonly<Members>): boolean {
  return record.SRC !== undefined && record.DST !== undefined && record.PROTO !== undefined
}

const withParsed = (shape: RecordShape): RecordShape => ({ ...shape, settle })

const PEER: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip', 'parsed.src_host'),
  'src_endpoint.hostname': capture('parsed.src_host', A_NAME),
  'src_endpoint.port': integer('parsed.src_port'),
}
const SERVER: Rows = {
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('parsed.dst_ip', 'syslog.address'),
  'dst_endpoint.port': integer('parsed.dst_port'),
}
const WHO: Rows = {
  'user.name': account('parsed.user'),
  'user.domain': accountDomain('parsed.user'),
  'user.uid': text('parsed.uid'),
}

const LOGON: Rows = {
  ...PEER,
  ...WHO,
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'service.name': 'parsed.program',
  'actor.user.name': 'parsed.by',
  'actor.user.uid': text('parsed.by_uid'),
  'session.uid': 'parsed.session',
  'session.terminal': 'parsed.tty',
  auth_protocol: 'parsed.method',
  status_detail: ['parsed.reason', 'parsed.method'],
  'logon_process.pid': integer('syslog.proc_id'),
  count: integer('parsed.times'),
}

const CONNECTION: Rows = {
  ...PEER,
  ...SERVER,
  'actor.user.name': 'parsed.user',
  status_detail: 'parsed.reason',
  status_code: 'parsed.code',
  count: integer('parsed.times'),
}

type Of = Omit<Profile, 'name' | 'when'>
const on = (kind: string | readonly string[], of: Of): Profile => ({
  name: [kind].flat().join(','),
  when: { 'parsed.kind': kind },
  ...of,
})
const authentication = { categories: ['authentication'] }
/** Services of PAM that open a session for a job, without a user at it. */
const BATCH = { 'cron:session': 'Batch', 'crond:session': 'Batch', 'atd:session': 'Batch' }
const FAILED: Rows = { status_id: is('Failure'), severity_id: is('Medium') }

const PROFILES: readonly Profile[] = [
  on('auth/accepted', {
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Success'), is_remote: is(true) },
  }),
  on('auth/failed', {
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, ...FAILED },
  }),
  on('auth/tried', {
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: LOGON,
  }),
  on(['session/open', 'root/open'], {
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, logon_type_id: lookup('parsed.service', BATCH), status_id: is('Success') },
  }),
  on('session/close', {
    class: 'authentication',
    activity: 'Logoff',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Success') },
  }),
  on('su/done', {
    class: 'authentication',
    activity: 'Account Switch',
    logSource: authentication,
    rows: {
      ...LOGON,
      status_id: is('Success'),
      account_switch_type_id: is('Substitute User'),
      status_detail: 'parsed.command',
    },
  }),
  on('su/refused', {
    class: 'authentication',
    activity: 'Account Switch',
    logSource: authentication,
    rows: {
      ...LOGON,
      ...FAILED,
      account_switch_type_id: is('Substitute User'),
      status_detail: ['parsed.reason', 'parsed.command'],
    },
  }),
  ...(
    [
      ['connection/open', 'Open'],
      ['connection/close', 'Close'],
      ['connection/reset', 'Reset'],
      ['connection/fail', 'Fail'],
      ['connection/ask', 'Other'],
      ['connection/listen', 'Listen'],
    ] as const
  ).map(([kind, activity]) => on(kind, { class: 'ssh_activity', activity, rows: CONNECTION })),
  on('client/open', { class: 'network_activity', activity: 'Open', rows: CONNECTION }),
  ...(
    [
      ['account/create', 'Create'],
      ['account/delete', 'Delete'],
      ['account/lock', 'Lock'],
      ['account/unlock', 'Unlock'],
      ['account/changed', 'Other'],
    ] as const
  ).map(([kind, activity]) =>
    on(kind, {
      class: 'account_change',
      activity,
      rows: { ...WHO, 'actor.user.name': 'parsed.by', status_detail: 'parsed.what' },
    }),
  ),
  on(['account/password', 'password/changed'], {
    class: 'account_change',
    activity: 'Password Change',
    rows: { ...WHO, 'actor.user.name': 'parsed.by' },
  }),
  ...(
    [
      ['group/create', 'Create'],
      ['group/delete', 'Delete'],
      ['group/add-user', 'Add User'],
      ['group/remove-user', 'Remove User'],
    ] as const
  ).map(([kind, activity]) =>
    on(kind, {
      class: 'group_management',
      activity,
      rows: {
        'group.name': 'parsed.group',
        'group.uid': text('parsed.gid'),
        'user.name': 'parsed.user',
        'actor.user.name': 'parsed.by',
      },
    }),
  ),
  on('job/run', {
    class: 'scheduled_job_activity',
    activity: 'Start',
    rows: {
      'job.name': 'parsed.command',
      'job.cmd_line': 'parsed.command',
      'job.user.name': 'parsed.user',
      'actor.user.name': 'parsed.user',
    },
  }),
  on('job/changed', {
    class: 'scheduled_job_activity',
    activity: 'Update',
    rows: { 'job.name': 'parsed.job', 'actor.user.name': 'parsed.user' },
  }),
  on('job/deleted', {
    class: 'scheduled_job_activity',
    activity: 'Delete',
    rows: { 'job.name': 'parsed.job', 'actor.user.name': 'parsed.user' },
  }),
  on(['job/read', 'job/done'], {
    class: 'scheduled_job_activity',
    activity: 'Other',
    rows: { 'job.name': 'parsed.job', 'actor.user.name': 'parsed.user' },
  }),
  // The start or stop of a service is logged when it begins and when it is done; only the second message counts.
  on('service/begun', { class: 'application_lifecycle', activity: 'Other', rows: { 'app.name': 'parsed.unit' } }),
  ...(
    [
      ['service/start', 'Start', 'Success'],
      ['service/stop', 'Stop', 'Success'],
      ['service/failed', 'Start', 'Failure'],
    ] as const
  ).map(([kind, activity, status]) =>
    on(kind, {
      class: 'application_lifecycle',
      activity,
      rows: { 'app.name': 'parsed.unit', status_id: is(status), status_detail: 'parsed.reason' },
    }),
  ),
  ...(
    [
      ['ftp/put', 'Put'],
      ['ftp/get', 'Get'],
      ['ftp/delete', 'Delete'],
      ['ftp/rename', 'Rename'],
      ['ftp/other', 'Other'],
    ] as const
  ).map(([kind, activity]) =>
    on(kind, {
      class: 'ftp_activity',
      activity,
      rows: {
        ...PEER,
        ...SERVER,
        command: 'parsed.command',
        'actor.user.name': 'parsed.user',
        'file.path': 'parsed.path',
        'file.name': basename('parsed.path'),
        'file.type_id': is('Unknown'),
        'file.size': integer('parsed.size'),
        status_id: lookup('parsed.result', { OK: 'Success', FAIL: 'Failure' }, 'Other'),
      },
    }),
  ),
  on('virus', {
    class: 'detection_finding',
    activity: 'Create',
    logSource: { categories: ['antivirus'] },
    rows: {
      severity_id: is('High'),
      'finding_info.title': 'parsed.signature',
      'finding_info.uid': 'parsed.signature',
      'evidences[0].file.path': 'parsed.path',
      'evidences[0].file.name': basename('parsed.path'),
      'evidences[0].file.type_id': is('Regular File'),
    },
  }),
  on('firewall', {
    class: 'network_activity',
    activity: flow('parsed.action'),
    logSource: { categories: ['firewall'] },
    rows: {
      ...decision('parsed.action'),
      'src_endpoint.ip': ip('SRC'),
      'src_endpoint.port': integer('SPT'),
      'src_endpoint.interface_name': 'IN',
      'dst_endpoint.ip': ip('DST'),
      'dst_endpoint.port': integer('DPT'),
      'dst_endpoint.interface_name': 'OUT',
      'connection_info.protocol_name': 'PROTO',
      'connection_info.direction_id': is('Unknown'),
      'traffic.bytes': integer('LEN'),
    },
  }),
]

/** Kinds that the programs of a service write; all their other lines are words. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  sshd: ['auth/', 'session/', 'connection/'],
  sudo: ['su/', 'auth/', 'session/'],
  cron: ['job/', 'session/'],
  auth: ['auth/', 'session/', 'su/', 'account/', 'group/'],
  vsftpd: ['client/', 'auth/', 'ftp/', 'session/'],
  ldap: ['client/', 'auth/'],
  kerberos: ['auth/'],
  dropbear: ['client/', 'auth/', 'session/'],
  vpn: ['auth/'],
  clamav: ['virus'],
  syslog: ['service/', 'session/', 'firewall'],
}

const WORDS = 'words of a program that its table has no sentence for'

function chapter(service: string, kinds: readonly string[]): Chapter {
  const when = { 'parsed.program': SERVICES[service] ?? [] }
  const of = PROFILES.filter(({ name }) => kinds.some((kind) => name.startsWith(kind)))
  return {
    name: service,
    logSource: { service },
    aliases: { USER: 'parsed.user', COMMAND: 'parsed.command', PWD: 'parsed.cwd', TTY: 'parsed.tty' },
    profiles: [
      ...of.map((profile) => ({ ...profile, name: `${service} ${profile.name}`, when: { ...profile.when, ...when } })),
      { name: `${service} words`, when, class: 'base_event', activity: 'Other', unclassified: WORDS },
    ],
  }
}

export const LINUX: SourceTable = {
  id: 'linux/1',
  shapes: [withParsed(azureSyslog), withParsed(lineShape)],
  select: ['parsed.program', 'parsed.kind'],
  rows: {
    ...SYSLOG_HEADER,
    'metadata.product.name': first('parsed.program', 'syslog.app_name'),
    'metadata.product.vendor_name': is('Linux'),
    'device.os.name': is('Linux'),
    'device.os.type_id': is('Linux'),
    'actor.process.pid': integer('syslog.proc_id'),
    'actor.process.name': 'parsed.process',
    'actor.app_name': 'parsed.app',
  },
  logSource: { product: 'linux' },
  chapters: [
    ...Object.entries(KINDS).map(([service, kinds]) => chapter(service, kinds)),
    {
      name: 'words',
      profiles: [{ name: 'words', when: {}, class: 'base_event', activity: 'Other', unclassified: WORDS }],
    },
  ],
  renderings: SYSLOG_RENDERINGS,
  recognises: (record) => program(record) !== '' && record.cef === undefined && record.leef === undefined,
}
export const linux = compileSource(LINUX)
