import { expect, test } from 'vitest'
import { compileGetter } from '../../../detections/match/read-field.ts'
import { auditGroup } from '../../formats/auditd.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { auditd } from './auditd.ts'

const STAMP = 'msg=audit(1700000000.123:42)'

function group(...lines: readonly string[]): Record<string, unknown> {
  const record = auditGroup(lines.join('\n'))
  if (typeof record === 'string') throw new Error(record)
  return record
}

const EXEC = () =>
  group(
    `node=web1 type=SYSCALL ${STAMP}: arch=c000003e syscall=59 success=yes exit=0 ppid=10 pid=11 auid=1000 uid=0 euid=0 tty=pts0 ses=3 comm="cat" exe="/usr/bin/cat" key="commands"`,
    `node=web1 type=EXECVE ${STAMP}: argc=2 a0="cat" a1="/etc/shadow"`,
    `node=web1 type=CWD ${STAMP}: cwd="/root"`,
    `node=web1 type=PATH ${STAMP}: item=0 name="/usr/bin/cat" inode=5 nametype=NORMAL ouid=0`,
  )

sourceTests(auditd, [
  {
    name: 'a command by sudo: the file and the user of the line are those of sudo',
    record: group(
      `node=web1 type=USER_CMD ${STAMP}: pid=12 uid=1000 auid=1000 ses=3 msg='cwd="/tmp" cmd=636174202F6574632F736861646F77 exe="/usr/bin/sudo" terminal=pts/0 res=success'`,
    ),
    becomes: {
      activity_name: 'Launch',
      process: { name: 'cat', cmd_line: 'cat /etc/shadow' },
      actor: {
        user: { uid: '1000' },
        process: { name: 'sudo', file: { path: '/usr/bin/sudo' }, user: { uid: '1000' } },
      },
    },
  },
  {
    name: 'a member of a group',
    record: group(
      `node=web1 type=USER_MGMT ${STAMP}: pid=12 uid=0 auid=1000 ses=3 msg='op=add-user-to-group grp="wheel" acct="bob" exe="/usr/sbin/usermod" hostname=? addr=? terminal=pts/0 res=success'`,
    ),
    becomes: { class_uid: 3006, activity_name: 'Add User', group: { name: 'wheel' }, user: { name: 'bob' } },
  },
  {
    name: 'a kernel module is loaded',
    record: group(
      `node=web1 type=SYSCALL ${STAMP}: arch=c000003e syscall=313 success=yes exit=0 ppid=1 pid=7 auid=0 euid=0 comm="insmod" exe="/usr/bin/kmod"`,
      `node=web1 type=KERN_MODULE ${STAMP}: name="rootkit"`,
    ),
    becomes: { class_uid: 1002, activity_name: 'Load', driver: { file: { name: 'rootkit' } } },
  },
  {
    name: 'a kernel module is unloaded',
    record: group(
      `node=web1 type=SYSCALL ${STAMP}: arch=c000003e syscall=176 success=yes exit=0 ppid=1 pid=7 auid=0 euid=0 comm="rmmod" exe="/usr/bin/kmod"`,
      `node=web1 type=KERN_MODULE ${STAMP}: name="rootkit"`,
    ),
    becomes: { class_uid: 1002, activity_name: 'Unload', driver: { file: { name: 'rootkit' } } },
  },
  {
    name: 'a module that no line names: its loader is none',
    record: group(
      `node=web1 type=SYSCALL ${STAMP}: arch=c000003e syscall=313 success=yes exit=0 ppid=1 pid=7 auid=0 euid=0 comm="modprobe" exe="/usr/bin/kmod"`,
    ),
    becomes: { class_uid: 1003, activity_name: 'Invoke', actor: { process: { name: 'modprobe' } } },
  },
  {
    name: 'auditing is switched off',
    record: group(`node=web1 type=CONFIG_CHANGE ${STAMP}: op=set audit_enabled=0 old=1 auid=1000 ses=3 res=1`),
    becomes: { class_uid: 1008, activity_name: 'Disable', status: 'Success' },
  },
  {
    name: 'a socket of the machine itself',
    record: group(
      `node=web1 type=SYSCALL ${STAMP}: arch=c000003e syscall=42 success=yes exit=0 ppid=1 pid=7 auid=0 euid=0 comm="ls" exe="/bin/ls"`,
      `node=web1 type=SOCKADDR ${STAMP}: saddr=01002F7661722F72756E2F6E7363642F736F636B657400`,
    ),
    becomes: { class_uid: 4001, activity_name: 'Open', connection_info: { direction: 'Local' } },
  },
  {
    name: 'what SELinux denies',
    record: group(
      `node=web1 type=AVC ${STAMP}: avc:  denied  { read } for  pid=7 comm="httpd" name="shadow" scontext=a tcontext=b tclass=file permissive=0`,
    ),
    becomes: { class_uid: 0, action: 'Denied', disposition: 'Blocked', status: 'Failure' },
  },
  {
    name: 'what SELinux would deny',
    record: group(
      `node=web1 type=AVC ${STAMP}: avc:  denied  { read } for  pid=7 comm="httpd" name="shadow" scontext=a tcontext=b tclass=file permissive=1`,
    ),
    becomes: { class_uid: 0, action: 'Observed', disposition: 'Logged' },
  },
  {
    name: 'a program is run',
    record: EXEC(),
    becomes: {
      class_uid: 1007,
      activity_name: 'Launch',
      time: 1_700_000_000_123,
      process: {
        pid: 11,
        name: 'cat',
        cmd_line: 'cat /etc/shadow',
        parent_process: { pid: 10 },
        working_directory: '/root',
      },
      actor: { user: { uid: '1000' }, session: { uid: '3' } },
      device: { hostname: 'web1' },
      status: 'Success',
    },
  },
  {
    name: 'a file is deleted on another machine',
    record: group(
      `node=arm type=SYSCALL ${STAMP}: arch=c00000b7 syscall=35 success=no exit=-13 ppid=1 pid=7 auid=4294967295 euid=33 comm="rm" exe="/bin/rm"`,
      `node=arm type=PATH ${STAMP}: item=0 name="/etc/" inode=1 nametype=PARENT`,
      `node=arm type=PATH ${STAMP}: item=1 name="/etc/passwd" inode=2 nametype=DELETE`,
    ),
    becomes: {
      class_uid: 1001,
      activity_name: 'Delete',
      file: { path: '/etc/passwd', name: 'passwd' },
      actor: { process: { pid: 7, name: 'rm' } },
      status: 'Failure',
    },
  },
  {
    name: 'a session of root that another opens: the login user is not the account',
    record: group(
      `type=USER_START ${STAMP}: pid=3000 uid=0 auid=1000 ses=3 msg='op=PAM:session_open acct="root" exe="/usr/bin/sudo" hostname=? addr=? terminal=/dev/pts/0 res=success'`,
    ),
    becomes: { class_uid: 3002, user: { name: 'root' }, actor: { user: { uid: '1000' } } },
  },
  {
    name: 'a connection that is under way',
    record: group(
      `node=web1 type=SYSCALL ${STAMP}: arch=c000003e syscall=42 success=no exit=-115 ppid=1 pid=8 auid=1000 euid=1000 comm="nc" exe="/bin/nc"`,
      `node=web1 type=SOCKADDR ${STAMP}: saddr=0A0001BB0000000020010DB800000000000000000000000500000000`,
    ),
    becomes: {
      class_uid: 4001,
      dst_endpoint: { ip: '2001:db8::5', port: 443 },
      connection_info: { protocol_ver_id: 6 },
    },
  },
  {
    name: 'a connection is made',
    record: group(
      `node=web1 type=SYSCALL ${STAMP}: arch=x86_64 syscall=connect success=yes exit=0 ppid=1 pid=8 auid=1000 euid=1000 comm="nc" exe="/bin/nc"`,
      `node=web1 type=SOCKADDR ${STAMP}: saddr=020001BBC000020A0000000000000000`,
    ),
    becomes: { class_uid: 4001, activity_name: 'Open', dst_endpoint: { ip: '192.0.2.10', port: 443 } },
  },
  {
    name: 'a user signs in',
    record: group(
      `node=web1 type=USER_LOGIN ${STAMP}: pid=1 uid=0 auid=1000 ses=3 msg='op=login id=1000 exe="/usr/sbin/sshd" hostname=198.51.100.7 addr=198.51.100.7 terminal=/dev/pts/0 res=success'`,
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      user: { uid: '1000' },
      src_endpoint: { ip: '198.51.100.7' },
      service: { name: 'sshd' },
      status: 'Success',
    },
  },
  {
    name: 'an account is made',
    record: group(
      `node=web1 type=ADD_USER ${STAMP}: pid=9 uid=0 auid=1000 ses=3 msg='op=add-user acct="eve" exe="/usr/sbin/useradd" hostname=? addr=? terminal=? res=failed'`,
    ),
    becomes: { class_uid: 3001, activity_name: 'Create', user: { name: 'eve' }, status: 'Failure' },
  },
])

test('names of single lines lead into the event', () => {
  const record = EXEC()
  auditd.toOcsf(record)
  const view = auditd.viewOf(record)
  const valuesOf = (field: string) =>
    view
      .paths(field)
      .map(({ path }) =>
        path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], record),
      )
      .filter((value) => value !== undefined)
  expect(valuesOf('a1')).toEqual(['/etc/shadow'])
  expect(valuesOf('exe')).toEqual(['/usr/bin/cat'])
  expect(valuesOf('type')).toEqual([['SYSCALL', 'EXECVE', 'CWD', 'PATH']])
  expect(auditd.logSourceOf(record)).toEqual({ product: 'linux', service: 'auditd', categories: ['process_creation'] })
})

test('a connection that is under way has not failed', () => {
  const statusOf = (exit: string) =>
    auditd.toOcsf(group(`type=SYSCALL ${STAMP}: arch=c000003e syscall=42 success=no exit=${exit} pid=8 exe="/bin/nc"`))
      ?.status_id
  expect(statusOf('-111')).toBe(2)
  expect(statusOf('-115')).not.toBe(2)
  expect(statusOf('EINPROGRESS')).not.toBe(2)
})

test('who signs in is the login user where the account is not named, or is the same', () => {
  const userOf = (rest: string) =>
    auditd.toOcsf(group(`type=USER_START ${STAMP}: pid=1 uid=0 auid=1000 ses=3 ${rest}`))?.user
  expect(userOf(`msg='op=login exe="/usr/sbin/sshd" addr=192.0.2.1 res=success'`)).toEqual({ uid: '1000' })
  expect(userOf(`msg='op=PAM acct="bob" res=success'\x1dUID="root" AUID="bob"`)).toEqual({ name: 'bob', uid: '1000' })
  expect(userOf(`msg='op=PAM acct="root" res=success'\x1dUID="root" AUID="bob"`)).toEqual({ name: 'root' })
})

test.each([
  ['open', 'x', 'a0=7ffd', 'notes.txt', '/home/eve/notes.txt'],
  ['openat', 'x', 'a0=ffffff9c', '../bob/notes.txt', '/home/bob/notes.txt'],
  ['openat', 'x', 'a0=ffffffffffffff9c', './notes.txt', '/home/eve/notes.txt'],
  ['openat', 'x', 'a0=5', 'notes.txt', 'notes.txt'],
  ['257', 'c000003e', 'a0=5', 'notes.txt', 'notes.txt'],
  ['2', 'c000003e', 'a0=5', 'notes.txt', '/home/eve/notes.txt'],
  ['35', 'c00000b7', 'a0=ffffff9c', 'notes.txt', '/home/eve/notes.txt'],
  ['renameat', 'x', 'a0=5 a2=ffffff9c', 'notes.txt', '/home/eve/notes.txt'],
  ['symlinkat', 'x', 'a0=7ffd a1=5', 'notes.txt', 'notes.txt'],
  ['open', 'x', 'a0=7ffd', '/etc/passwd', '/etc/passwd'],
])('%s on %s with %s of the name %s is about %s', (call, arch, argument, name, whole) => {
  const record = group(
    `type=SYSCALL ${STAMP}: arch=${arch} syscall=${call} success=yes exit=3 ${argument} ppid=1 pid=7 auid=1000 euid=0 comm="vi" exe="/tmp/x (deleted)"`,
    `type=CWD ${STAMP}: cwd="/home/eve"`,
    `type=PATH ${STAMP}: item=0 name="${name}" inode=2 nametype=CREATE`,
  )
  const event = auditd.toOcsf(record)
  expect(event).toMatchObject({
    class_uid: 1001,
    file: { path: whole, name: whole.split('/').at(-1) },
    actor: { process: { file: { path: '/tmp/x', name: 'x' } } },
  })
})

test('an encrypted session is a connection to the server that writes it', () => {
  const record = group(
    `node=web1 type=CRYPTO_SESSION ${STAMP}: pid=12 uid=0 auid=4294967295 ses=4294967295 msg='op=start direction=from-client cipher=aes ksize=512 rport=63927 laddr=10.142.0.2 lport=22 exe="/usr/sbin/sshd" hostname=? addr=192.0.2.7 terminal=? res=success'`,
  )
  expect(auditd.toOcsf(record)).toMatchObject({
    class_uid: 4001,
    activity_name: 'Open',
    src_endpoint: { ip: '192.0.2.7', port: 63927 },
    dst_endpoint: { ip: '10.142.0.2', port: 22 },
    connection_info: { direction: 'Inbound' },
    actor: { process: { name: 'sshd' } },
  })
})

/** These lack required members of their classes, the process and its actor, which are in the system call's record. */
test.each([
  [
    'EXECVE',
    'argc=3 a0="/bin/sh" a1="-c" a2="id"',
    { class_uid: 1007, process: { name: 'sh', cmd_line: '/bin/sh -c id' } },
  ],
  ['EXECVE', 'a2[1]=6D706C652F78207C2062617368', { class_uid: 0, message: 'mple/x | bash' }],
  [
    'PATH',
    'item=1 name="/tmp/x" inode=7 ouid=0 nametype=CREATE',
    { class_uid: 1001, activity_id: 1, file: { path: '/tmp/x' } },
  ],
  [
    'PATH',
    'item=1 name="/tmp/x" inode=7 ouid=0 nametype=DELETE',
    { class_uid: 1001, activity_id: 4, file: { path: '/tmp/x' } },
  ],
  ['PATH', 'item=1 name="/tmp/x" inode=7 ouid=0 nametype=NORMAL', { class_uid: 0, message: '/tmp/x' }],
  ['CWD', 'cwd="/root"', { class_uid: 0, message: '/root' }],
  ['PROCTITLE', 'proctitle=7368002D63006964', { class_uid: 1007, process: { name: 'sh', cmd_line: 'sh -c id' } }],
  ['PROCTITLE', 'proctitle="/"', { class_uid: 1007, process: { name: '/', cmd_line: '/' } }],
  [
    'SOCKADDR',
    'saddr=020001BBC000020A0000000000000000',
    { class_uid: 4001, dst_endpoint: { ip: '192.0.2.10', port: 443 } },
  ],
  [
    'SOCKADDR',
    'saddr={ saddr_fam=inet6 laddr=2001:db8::5 lport=443 }',
    { class_uid: 4001, dst_endpoint: { ip: '2001:db8::5', port: 443 } },
  ],
  ['SOCKADDR', 'saddr=01002F6465762F6C6F6700', { class_uid: 0, message: '/dev/log' }],
])('a line of type %s that came without its call: %s', (type, text, becomes) => {
  const record = group(`type=${type} ${STAMP}: ${text}`)
  expect(auditd.toOcsf(structuredClone(record))).toMatchObject(becomes)
})

test('rules see the arguments of a line that came without its call', () => {
  const record = group(`type=EXECVE ${STAMP}: argc=3 a0="sh" a1="-c" a2="id"`)
  auditd.toOcsf(record)
  const view = auditd.viewOf(record)
  expect(['type', 'a1', 'CommandLine'].map((field) => compileGetter(view, field)(record))).toEqual([
    'EXECVE',
    '-c',
    'sh -c id',
  ])
})
