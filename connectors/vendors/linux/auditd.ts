/**
 * The Linux audit log. The kernel's records of one call are one event: the first line's type and, for system calls, the
 * call decide its kind. Field names: the audit field dictionary.
 */

import { A_NAME } from '../../families/syslog/common.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  basename,
  type Chapter,
  capture,
  concat,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'
import { auditShape, azureAudit, isAudit } from './auditd-shape.ts'

const HEADER: Rows = {
  time: time('audit.time', 'syslog.time'),
  severity_id: is('Informational'),
  'metadata.product.name': is('Linux Audit'),
  'metadata.product.vendor_name': is('Linux'),
  'metadata.log_name': is('auditd'),
  'metadata.event_code': 'audit.type',
  'metadata.correlation_uid': 'audit.id',
  'metadata.original_time': 'audit.time',
  'device.hostname': ['audit.node', 'syslog.hostname'],
  'device.type_id': is('Unknown'),
  'device.os.name': is('Linux'),
  'device.os.type_id': is('Linux'),
}

/** EINPROGRESS: a non-blocking connection is under way, and its result is not known yet. */
const PENDING = { '-115': 'Unknown', EINPROGRESS: 'Unknown' }

/**
 * The caller: the login user stays the same through su and sudo; the effective user is the one whose rights were used.
 */
const CALLER: Rows = {
  ...under('actor.process', {
    pid: integer('SYSCALL.pid'),
    name: first('SYSCALL.comm', basename('SYSCALL.program', 'SYSCALL.exe')),
    cmd_line: 'PROCTITLE.proctitle',
    'parent_process.pid': integer('SYSCALL.ppid'),
    'file.path': ['SYSCALL.program', 'SYSCALL.exe'],
    'file.name': basename('SYSCALL.program', 'SYSCALL.exe'),
    'file.type_id': is('Executable File'),
    'user.uid': text('SYSCALL.euid'),
    'user.name': 'SYSCALL.EUID',
    working_directory: 'CWD.cwd',
    'session.terminal': 'SYSCALL.tty',
  }),
  'actor.user.uid': text('SYSCALL.auid'),
  'actor.user.name': 'SYSCALL.AUID',
  'actor.session.uid': text('SYSCALL.ses'),
  status_id: first(lookup('SYSCALL.exit', PENDING), lookup('SYSCALL.success', { yes: 'Success', no: 'Failure' })),
  status_code: text('SYSCALL.exit'),
  'metadata.labels': { kind: 'list', fields: 'SYSCALL.key', separator: /[,\s]+/, as: 'text' },
}

const EXEC: Rows = {
  ...under('process', {
    pid: integer('SYSCALL.pid'),
    name: first(basename('SYSCALL.program', 'SYSCALL.exe'), 'SYSCALL.comm', basename('EXECVE.a0')),
    cmd_line: ['EXECVE.cmdline', 'PROCTITLE.proctitle'],
    'parent_process.pid': integer('SYSCALL.ppid'),
    'file.path': ['SYSCALL.program', 'SYSCALL.exe'],
    'file.name': basename('SYSCALL.program', 'SYSCALL.exe'),
    'file.type_id': is('Executable File'),
    'user.uid': text('SYSCALL.euid'),
    'user.name': 'SYSCALL.EUID',
    working_directory: 'CWD.cwd',
    'session.terminal': 'SYSCALL.tty',
  }),
  'actor.user.uid': text('SYSCALL.auid'),
  'actor.user.name': 'SYSCALL.AUID',
  'actor.session.uid': text('SYSCALL.ses'),
  'actor.process.pid': integer('SYSCALL.ppid'),
  launch_type_id: is('Exec'),
  status_id: lookup('SYSCALL.success', { yes: 'Success', no: 'Failure' }),
  status_code: text('SYSCALL.exit'),
  'metadata.labels': { kind: 'list', fields: 'SYSCALL.key', separator: /[,\s]+/, as: 'text' },
}

const FILE: Rows = {
  ...CALLER,
  'file.path': ['object.path', 'object.name'],
  'file.name': basename('object.path', 'object.name'),
  'file.type_id': is('Unknown'),
  'file.uid': text('object.inode'),
  'file.owner.uid': text('object.ouid'),
}

/** Families of addresses; the record does not name the transport protocol. */
const FAMILY: Rows = {
  'connection_info.protocol_ver_id': lookup('SOCKADDR.family', {
    ipv4: 'Internet Protocol version 4 (IPv4)',
    ipv6: 'Internet Protocol version 6 (IPv6)',
  }),
  'connection_info.protocol_name': capture('SOCKADDR.family', /^(?!ipv[46]$)(.+)$/),
}

const LOCAL = { unix: 'Local', local: 'Local', netlink: 'Local' }

const NETWORK: Rows = {
  ...CALLER,
  'dst_endpoint.ip': ip('SOCKADDR.addr'),
  'dst_endpoint.port': integer('SOCKADDR.port'),
  'dst_endpoint.svc_name': 'SOCKADDR.path',
  ...FAMILY,
  // A socket with a file name leads to another process of the same machine.
  'connection_info.direction_id': lookup('SOCKADDR.family', LOCAL, 'Outbound', 'Outbound'),
}

function call(kind: string, of: Omit<Profile, 'name' | 'when'>): Profile {
  return { name: kind, when: { 'audit.kind': kind }, ...of }
}

const SYSCALLS: Chapter = {
  name: 'syscalls',
  profiles: [
    call('exec', {
      class: 'process_activity',
      activity: 'Launch',
      logSource: { categories: ['process_creation'] },
      rows: EXEC,
    }),
    ...(
      [
        ['file/open', 'Open'],
        ['file/create', 'Create'],
        ['file/delete', 'Delete'],
        ['file/rename', 'Rename'],
        ['file/chmod', 'Set Security'],
        ['file/chown', 'Set Security'],
        ['file/attributes', 'Set Attributes'],
        ['file/mount', 'Mount'],
        ['file/unmount', 'Unmount'],
        ['file/other', 'Other'],
      ] as const
    ).map(([kind, activity]) =>
      call(kind, { class: 'file_activity', activity, rows: FILE, logSource: { categories: ['file_event'] } }),
    ),
    call('connect', { class: 'network_activity', activity: 'Open', rows: NETWORK }),
    call('bind', {
      class: 'network_activity',
      activity: 'Listen',
      rows: { ...NETWORK, 'connection_info.direction_id': is('Local') },
    }),
    call('accept', {
      class: 'network_activity',
      activity: 'Open',
      rows: {
        ...CALLER,
        'src_endpoint.ip': ip('SOCKADDR.addr'),
        'src_endpoint.port': integer('SOCKADDR.port'),
        'src_endpoint.svc_name': 'SOCKADDR.path',
        ...FAMILY,
        'connection_info.direction_id': is('Inbound'),
      },
    }),
    ...(
      [
        ['module/load', 'Load'],
        ['module/unload', 'Unload'],
      ] as const
    ).map(([kind, activity]) =>
      call(kind, {
        class: 'kernel_extension_activity',
        activity,
        rows: {
          ...CALLER,
          'driver.file.name': 'KERN_MODULE.name',
          'driver.file.type_id': is('Unknown'),
        },
      }),
    ),
    call('call', {
      class: 'kernel_activity',
      activity: 'Invoke',
      rows: {
        ...CALLER,
        'kernel.name': first('SYSCALL.SYSCALL', 'SYSCALL.syscall'),
        'kernel.type_id': is('System Call'),
      },
    }),
  ],
}

/** Lines that programs write through the audit system (`USER_*` and their like): one line, one event. */
const WRITER: Rows = {
  'actor.user.uid': text('line.auid'),
  'actor.user.name': 'line.AUID',
  'actor.session.uid': text('line.ses'),
  ...under('actor.process', {
    pid: integer('line.pid'),
    name: basename('line.exe'),
    'file.path': 'line.exe',
    'file.name': basename('line.exe'),
    'file.type_id': is('Executable File'),
    'user.uid': text('line.uid'),
    'user.name': 'line.UID',
    'session.terminal': 'line.terminal',
    working_directory: 'line.cwd',
  }),
  status_id: lookup('line.res', { success: 'Success', failed: 'Failure', 1: 'Success', 0: 'Failure' }),
  status_detail: ['line.op', 'line.text'],
  message: ['line.op', 'line.text'],
}
const LINE: Rows = { ...WRITER, 'actor.process.cmd_line': ['line.cmd', 'line.data'] }

const LOGON: Rows = {
  ...LINE,
  'user.name': ['line.acct', 'line.ID'],
  'user.uid': text('line.id', 'audit.account_uid'),
  'src_endpoint.ip': ip('line.addr', 'line.hostname'),
  'src_endpoint.hostname': capture('line.hostname', A_NAME),
  'src_endpoint.port': integer('line.rport'),
  'service.name': first(basename('line.exe'), 'line.terminal', 'audit.type'),
  'session.uid': text('line.ses'),
}

/** Words of shadow's programs for changes of membership. */
const MEMBERSHIP = {
  ...{ 'add-user-to-group': 'Add User', 'adding-user-to-group': 'Add User', 'adding user to group': 'Add User' },
  ...{ 'delete-user-from-group': 'Remove User', 'deleting-user-from-group': 'Remove User' },
  ...{ 'deleting user from group': 'Remove User', 'remove-user-from-group': 'Remove User' },
}

const ACCOUNT: Rows = {
  ...LINE,
  'user.name': ['line.acct', 'line.ID', 'line.grp'],
  'user.uid': text('line.id'),
}

function line(name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile {
  return { name, when: { 'audit.type': types }, ...of }
}

/** A security module allowed or denied an operation of a process. */
const DECIDED: Rows = {
  severity_id: lookup(
    ['line.seresult', 'line.apparmor'],
    { denied: 'Low', granted: 'Informational', ALLOWED: 'Informational', STATUS: 'Informational' },
    undefined,
    'Low',
  ),
  'actor.process.pid': integer('line.pid'),
  'actor.process.name': 'line.comm',
  'actor.process.file.path': ['SYSCALL.program', 'SYSCALL.exe', 'line.exe'],
  'actor.process.file.name': first(basename('SYSCALL.program', 'SYSCALL.exe'), basename('line.exe')),
  'actor.process.file.type_id': is('Executable File'),
  'actor.user.uid': text('SYSCALL.auid', 'line.auid', 'line.fsuid'),
  'actor.user.name': ['SYSCALL.AUID', 'line.AUID', 'line.FSUID'],
  status_id: lookup(
    ['line.seresult', 'line.apparmor'],
    { denied: 'Failure', DENIED: 'Failure', granted: 'Success' },
    'Other',
  ),
  // Permissive mode logs denials but enforces none.
  action_id: first(
    lookup('line.permissive', { 1: 'Observed' }),
    lookup(['line.seresult', 'line.apparmor'], { denied: 'Denied', granted: 'Allowed', ALLOWED: 'Observed' }),
  ),
  disposition_id: first(
    lookup('line.permissive', { 1: 'Logged' }),
    lookup(['line.seresult', 'line.apparmor'], { denied: 'Blocked', granted: 'Allowed', ALLOWED: 'Logged' }),
  ),
}

const LINES: Chapter = {
  name: 'lines',
  profiles: [
    call('logon', {
      class: 'authentication',
      activity: lookup(
        'audit.type',
        {
          USER_LOGIN: 'Logon',
          USER_AUTH: 'Logon',
          USER_START: 'Logon',
          LOGIN: 'Logon',
          USER_LOGOUT: 'Logoff',
          USER_END: 'Logoff',
        },
        'Other',
      ),
      rows: LOGON,
      logSource: { categories: ['authentication'] },
    }),
    call('account', {
      class: 'account_change',
      activity: lookup(
        'audit.type',
        {
          ADD_USER: 'Create',
          DEL_USER: 'Delete',
          ACCT_LOCK: 'Lock',
          ACCT_UNLOCK: 'Unlock',
          USER_CHAUTHTOK: 'Password Change',
        },
        'Other',
      ),
      rows: ACCOUNT,
    }),
    line('group', ['ADD_GROUP', 'DEL_GROUP', 'GRP_MGMT', 'GRP_CHAUTHTOK'], {
      class: 'group_management',
      activity: lookup('audit.type', { ADD_GROUP: 'Create', DEL_GROUP: 'Delete' }, 'Other'),
      rows: { ...LINE, 'group.name': ['line.grp', 'line.acct', 'line.ID'], 'group.uid': text('line.id') },
    }),
    call('member', {
      class: 'group_management',
      activity: lookup('line.op', MEMBERSHIP, 'Other'),
      rows: { ...LINE, 'group.name': 'line.grp', 'user.name': ['line.acct', 'line.ID'], 'user.uid': text('line.id') },
    }),
    line('service', ['SERVICE_START', 'SERVICE_STOP'], {
      class: 'application_lifecycle',
      activity: lookup('audit.type', { SERVICE_START: 'Start', SERVICE_STOP: 'Stop' }),
      rows: { ...LINE, 'app.name': 'line.unit', message: 'line.unit' },
    }),
    // Written by sudo: file and user in the line are sudo's own, not those of the command.
    line('command', ['USER_CMD'], {
      class: 'process_activity',
      activity: 'Launch',
      rows: {
        ...WRITER,
        ...under('process', {
          pid: integer('line.pid'),
          cmd_line: 'line.cmd',
          name: capture('line.cmd', /^(\S{1,1024})/, 'basename'),
          working_directory: 'line.cwd',
          'session.terminal': 'line.terminal',
        }),
      },
    }),
    line('typed at a terminal', ['USER_TTY', 'TTY'], {
      class: 'process_activity',
      activity: 'Other',
      rows: {
        ...under('process', {
          pid: integer('line.pid'),
          cmd_line: ['line.cmd', 'line.data'],
          name: first(basename('line.exe'), 'line.comm'),
          'file.path': 'line.exe',
          'file.name': basename('line.exe'),
          'file.type_id': is('Executable File'),
          'user.uid': text('line.uid'),
          'user.name': 'line.UID',
          working_directory: 'line.cwd',
          'session.terminal': 'line.terminal',
        }),
        'actor.user.uid': text('line.auid'),
        'actor.user.name': 'line.AUID',
        'actor.session.uid': text('line.ses'),
        'actor.process.pid': integer('line.pid'),
        status_id: LINE.status_id as Rows[string],
      },
    }),
    call('apparmor', {
      class: 'file_activity',
      activity: lookup(
        'line.operation',
        {
          ...{ open: 'Open', file_perm: 'Read', file_mmap: 'Read', file_lock: 'Other', file_inherit: 'Open' },
          ...{ mkdir: 'Create', mknod: 'Create', create: 'Create', link: 'Create', symlink: 'Create' },
          ...{ unlink: 'Delete', rmdir: 'Delete', rename_src: 'Rename', rename_dest: 'Rename', truncate: 'Update' },
          ...{
            chmod: 'Set Security',
            chown: 'Set Security',
            setattr: 'Set Attributes',
            mount: 'Mount',
            umount: 'Unmount',
          },
        },
        'Other',
      ),
      rows: {
        ...DECIDED,
        'file.path': 'line.name',
        'file.name': basename('line.name'),
        'file.type_id': is('Unknown'),
        'file.owner.uid': text('line.ouid'),
        status_detail: 'line.operation',
        'policy.name': 'line.profile',
      },
    }),
    line('refused by policy', ['AVC', 'USER_AVC', 'SELINUX_ERR', 'USER_SELINUX_ERR', 'SECCOMP'], {
      class: 'base_event',
      activity: 'Other',
      unclassified: 'a decision of the security module: OCSF has no class for what was refused',
      rows: {
        ...DECIDED,
        status_detail: first(
          concat('line.seresult', { words: ' ' }, 'line.seperms', { words: ' on ' }, 'line.tclass'),
          text('line.operation', 'line.text'),
        ),
        message: first(concat('line.scontext', { words: ' -> ' }, 'line.tcontext'), text('line.profile', 'line.text')),
      },
    }),
    line(
      'audit configuration',
      [
        'CONFIG_CHANGE',
        'DAEMON_START',
        'DAEMON_END',
        'DAEMON_CONFIG',
        'DAEMON_ROTATE',
        'DAEMON_ABORT',
        'FEATURE_CHANGE',
      ],
      {
        class: 'event_log_actvity',
        activity: lookup(
          ['line.audit_enabled', 'audit.type'],
          {
            ...{ DAEMON_START: 'Start', DAEMON_END: 'Stop', DAEMON_ABORT: 'Stop', DAEMON_ROTATE: 'Rotate' },
            // `audit_enabled`: 2 locks the setting until the next start.
            ...{ 0: 'Disable', 1: 'Enable', 2: 'Enable' },
          },
          'Other',
        ),
        rows: { ...LINE, log_name: is('auditd'), log_type_id: is('OS') },
      },
    ),
    line('encrypted session', ['CRYPTO_SESSION'], {
      class: 'network_activity',
      activity: 'Open',
      rows: {
        ...LINE,
        'src_endpoint.ip': ip('line.addr', 'line.hostname'),
        'src_endpoint.port': integer('line.rport'),
        'dst_endpoint.ip': ip('line.laddr'),
        'dst_endpoint.port': integer('line.lport'),
        // These lines are written by servers.
        'connection_info.direction_id': is('Inbound'),
      },
    }),
    call('peer', {
      class: 'network_activity',
      activity: 'Other',
      rows: {
        'dst_endpoint.ip': ip('SOCKADDR.addr'),
        'dst_endpoint.port': integer('SOCKADDR.port'),
        ...FAMILY,
        'connection_info.direction_id': is('Unknown'),
      },
    }),
    call('title', {
      class: 'process_activity',
      activity: 'Other',
      rows: {
        'process.pid': integer('SYSCALL.pid'),
        'process.cmd_line': 'PROCTITLE.proctitle',
        'process.name': first(basename('PROCTITLE.program'), 'PROCTITLE.program'),
        // Only the call has them.
        'actor.session.uid': text('SYSCALL.ses'),
      },
    }),
    call('piece', {
      class: 'base_event',
      activity: 'Other',
      unclassified:
        'what the kernel says of a call, come without the call: a directory, a path, a socket of the machine',
      rows: {
        message: ['EXECVE.cmdline', 'object.name', 'CWD.cwd', 'SOCKADDR.path'],
      },
    }),
    {
      name: 'other',
      when: {},
      class: 'base_event',
      activity: 'Other',
      unclassified:
        'a type of audit record without a class of its own (keys, boot, containers, netfilter, pieces of calls)',
      rows: LINE,
    },
  ],
}

/** Rules are written for single lines, so their field names have no line type before them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  type: ['audit.types'],
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => [`a${i}`, i < 4 ? [`EXECVE.a${i}`, `SYSCALL.a${i}`] : [`EXECVE.a${i}`]]),
  ),
  ...Object.fromEntries(
    'pid ppid auid uid gid euid suid fsuid egid exe comm key tty ses success exit syscall arch'
      .split(' ')
      .map((name) => [name, [`SYSCALL.${name}`, `line.${name}`]]),
  ),
  ...Object.fromEntries('name nametype inode mode ouid ogid'.split(' ').map((name) => [name, [`object.${name}`]])),
  ...Object.fromEntries(
    'acct op unit res addr hostname terminal cmd'.split(' ').map((name) => [name, [`line.${name}`]]),
  ),
  cwd: ['CWD.cwd', 'line.cwd'],
  proctitle: ['PROCTITLE.proctitle'],
  saddr: ['SOCKADDR.saddr'],
  SYSCALL: ['SYSCALL.SYSCALL', 'SYSCALL.syscall'],
  Image: ['SYSCALL.exe'],
  CommandLine: ['EXECVE.cmdline', 'PROCTITLE.proctitle'],
  TargetFilename: ['object.name'],
  CurrentDirectory: ['CWD.cwd'],
  DestinationIp: ['SOCKADDR.addr'],
  DestinationPort: ['SOCKADDR.port'],
}

export const AUDITD: SourceTable = {
  id: 'auditd/1',
  shapes: [azureAudit, auditShape],
  select: ['audit.type', 'audit.kind'],
  rows: HEADER,
  logSource: { product: 'linux', service: 'auditd' },
  chapters: [
    { ...SYSCALLS, aliases: ALIASES },
    { ...LINES, aliases: ALIASES },
  ],
  // The command line already contains the arguments.
  renderings: Array.from({ length: 64 }, (_, i) => `EXECVE.a${i}`).concat(
    'audit.serial',
    'audit.types',
    'EXECVE.argc',
    'SyslogMessage',
    'EventData',
    'SOCKADDR.saddr',
  ),
  recognises: isAudit,
}
export const auditd = compileSource(AUDITD)
