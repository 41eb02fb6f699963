/**
 * One audit event as tables read it. Adds to the decoder's record:
 *
 *     audit.type   type of the main line: the system call's, or the first one's
 *     audit.kind   the act of a system call, or a sign-in, so that one table serves all machines; for a line without
 *                  its call the act that the line itself shows
 *     audit.account_uid   the login user, where the line is about that account: under sudo it is about another
 *     line         fields of that line, when it is not a system call
 *     object       the path that the call acts on, which is neither a parent directory nor the loader; a relative name
 *                  has the whole path beside it, as `path`
 *     SYSCALL.program  the path of a program whose file was deleted, without the kernel's mark for that
 *     EXECVE.cmdline   the arguments with spaces between them
 *
 * Numbers of calls: the kernel's tables for x86-64, i386 and arm64; enriched logs write names.
 */
import path from 'node:path'
import { isMembers, type Members } from '../../../platform/members.ts'
import { auditGroup, isAuditLine } from '../../formats/auditd.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

export const auditShape: RecordShape = { name: 'audit', is: () => true, settle }

/** Through the agent of Azure Monitor, which writes one line an event. */
export const azureAudit: RecordShape = {
  name: 'azure-monitor',
  is: (record) => typeof record.SyslogMessage === 'string',
  names: { 'syslog.hostname': ['HostName', 'Computer'], 'syslog.time': ['EventTime', 'TimeGenerated'] },
  settle(record) {
    if (record.audit !== undefined || typeof record.SyslogMessage !== 'string') return settle(record)
    const group = auditGroup(record.SyslogMessage)
    if (typeof group !== 'string') Object.assign(record, group)
    settle(record)
  },
}

export function isAudit(record: Readonly<Members>): boolean {
  if (isMembers(record.audit) && Array.isArray(record.audit.types)) return true
  return typeof record.SyslogMessage === 'string' && isAuditLine(record.SyslogMessage)
}

function settle(record: Members): void {
  const { audit } = record
  if (!isMembers(audit) || audit.type !== undefined) return
  const types = Array.isArray(audit.types) ? audit.types : []
  const first = textOf(types[0])
  const combined = first.startsWith('AUOMS_') && isMembers(record[first]) ? (record[first] as Members) : null
  if (combined) spread(record, first, combined)
  const isCall = isMembers(record.SYSCALL) && !FIRST_COUNTS.has(first)
  const type = isCall ? 'SYSCALL' : first
  audit.type = type
  const line = record[type]
  const isPiece = !isCall && PIECES.has(first)
  if (!isCall && !isPiece && isMembers(line)) {
    record.line = line
    record[type] = undefined
    dropNothing(line)
    if (line.acct === undefined || line.acct === line.AUID) audit.account_uid = line.auid
  }
  if (isMembers(record.SYSCALL)) {
    dropNothing(record.SYSCALL)
    addProgram(record.SYSCALL)
  }
  addObject(record)
  addCommand(record.EXECVE)
  if (isPiece) addTitled(record.PROCTITLE)
  addNamedAddress(record.SOCKADDR)
  audit.kind = isCall ? callOf(record) : isPiece ? kindOfPiece(record) : kindOfLine(type, record.line)
}

/** Kernel records that belong to a system call. They come alone if a shipper sends each record separately. */
const PIECES = new Set(['EXECVE', 'PATH', 'CWD', 'PROCTITLE', 'SOCKADDR'])

/**
 * Arguments belong to a started program, a title to a running one; a path shows if it was created or deleted, and an
 * address is the other end of a connection.
 */
function kindOfPiece(record: Readonly<Members>): string {
  if (isMembers(record.EXECVE) && record.EXECVE.a0 !== undefined) return 'exec'
  if (isMembers(record.SOCKADDR) && record.SOCKADDR.addr !== undefined) return 'peer'
  if (isMembers(record.PROCTITLE) && record.PROCTITLE.program !== undefined) return 'title'
  const object = isMembers(record.object) ? record.object : {}
  const how = object.nametype ?? object.objtype
  return how === 'CREATE' ? 'file/create' : how === 'DELETE' ? 'file/delete' : 'piece'
}

/** Types that take precedence over the system call that comes with them. */
const FIRST_COUNTS = new Set(['AVC', 'SELINUX_ERR', 'SECCOMP', 'CONFIG_CHANGE'])

/** The agent's own line has the fields of all lines in one. */
function spread(record: Members, type: string, fields: Members): void {
  record[type] = undefined
  record.SYSCALL = fields
  fields.SYSCALL = fields.syscall
  const { cwd, proctitle, cmdline, name } = fields
  if (cwd !== undefined) record.CWD = { cwd }
  if (proctitle !== undefined) record.PROCTITLE = { proctitle }
  if (cmdline !== undefined) record.EXECVE = { cmdline }
  if (name !== undefined) record.PATH = [{ name, nametype: fields.nametype }]
  for (const moved of ['cwd', 'proctitle', 'cmdline', 'name', 'nametype'])
    if (fields[moved] !== undefined) fields[moved] = undefined
}

const NOTHING = new Set(['?', '(null)', '(none)', 'unset'])
/** Length of the longest placeholder: longer values need no look-up. */
const NOTHING_MAX = 6
/** The kernel's -1: no login user, no session. */
const UNSET = '4294967295'

/** Members are not deleted, because the engine would turn the object into a slow hash table. */
function dropNothing(fields: Members): void {
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string' && value.length <= NOTHING_MAX && NOTHING.has(value)) fields[name] = undefined
  }
  if (isUnset(fields.auid)) fields.auid = undefined
  if (isUnset(fields.ses)) fields.ses = undefined
}

const DELETED = ' (deleted)'

/** A program whose file was deleted keeps running; the kernel marks this behind its path. */
function addProgram(call: Members): void {
  if (typeof call.exe === 'string' && call.exe.endsWith(DELETED)) call.program = call.exe.slice(0, -DELETED.length)
}

/** The program is the first word of its title. */
function addTitled(title: unknown): void {
  const [, program] = isMembers(title) ? (/^([^\s()]{1,256})/.exec(textOf(title.proctitle)) ?? []) : []
  if (program !== undefined) (title as Members).program = program
}

/** `saddr={ saddr_fam=inet laddr=198.51.100.9 lport=443 }` of `ausearch -i`, behind the kernel's own stamp. */
const NAMED_ADDRESS = /^\{ saddr_fam=(inet6?) laddr=([\da-fA-F.:]{2,45}) lport=(\d{1,5})/

function addNamedAddress(socket: unknown): void {
  const found = isMembers(socket) && socket.addr === undefined ? NAMED_ADDRESS.exec(textOf(socket.saddr)) : null
  if (found === null) return
  const [, family, addr, port] = found
  Object.assign(socket as Members, { family: family === 'inet' ? 'ipv4' : 'ipv6', addr, port })
}

function isUnset(value: unknown): boolean {
  return value === UNSET || value === '-1'
}

function addObject(record: Members): void {
  const paths = Array.isArray(record.PATH) ? record.PATH.filter(isMembers) : []
  const [first] = paths
  const changedPath = paths.findLast(({ nametype }) => nametype === 'CREATE' || nametype === 'DELETE')
  const object = changedPath ?? paths.find(({ nametype, objtype }) => (nametype ?? objtype) !== 'PARENT') ?? first
  if (object === undefined) return
  addPath(object, record)
  record.object = object
  record.PATH = paths.filter((one) => one !== object)
}

/** The argument with the directory of a relative name, for each call that has one. */
const BASES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a1', 'symlinkat x:266 i:304 a:36'],
    ['a2', 'linkat renameat renameat2 x:265 x:264 x:316 i:303 i:302 i:353 a:37 a:38 a:276'],
  ].flatMap(([argument = '', calls = '']) => calls.split(' ').map((call) => [call, argument])),
)
const FROM_BASE = new Set(
  (
    'openat openat2 execveat mkdirat mknodat unlinkat fchmodat fchmodat2 fchownat utimensat x:257 x:437 x:322 x:258 x:259 x:263 ' +
    'x:268 x:452 x:260 x:280 i:295 i:437 i:358 i:296 i:297 i:301 i:306 i:452 i:298 i:320 a:56 a:437 a:281 a:34 a:33 a:35 a:53 ' +
    'a:452 a:54 a:88'
  ).split(' '),
)
/** AT_FDCWD, -100, in 32 and 64 bits: the working directory. */
const WORKING_DIRECTORY = /^(?:0x)?(?:ffffffff)?ffffff9c$|^AT_FDCWD$|^-100$/i

/** A name relative to another open directory stays as it is, because the event does not name that directory. */
function addPath(object: Members, { CWD, SYSCALL }: Members): void {
  const { name } = object
  const directory = isMembers(CWD) ? CWD.cwd : undefined
  if (typeof name !== 'string' || name === '' || name.startsWith('/')) return
  if (typeof directory !== 'string' || !directory.startsWith('/') || !isMembers(SYSCALL)) return
  const called = textOf(SYSCALL.SYSCALL ?? SYSCALL.syscall)
  const numbered = `${MACHINES[textOf(SYSCALL.arch)]}:${called}`
  const isFromBase = FROM_BASE.has(called) || FROM_BASE.has(numbered)
  const base = BASES[called] ?? BASES[numbered] ?? (isFromBase ? 'a0' : undefined)
  if (base === undefined || WORKING_DIRECTORY.test(textOf(SYSCALL[base])))
    object.path = path.posix.join(directory, name)
}

/** Maximum number of arguments in the command line; the raw text has them all. */
const ARGUMENTS_MAX = 1024

function addCommand(fields: unknown): void {
  if (!isMembers(fields) || fields.cmdline !== undefined) return
  const words: string[] = []
  for (let i = firstArgument(fields); i < ARGUMENTS_MAX && fields[`a${i}`] !== undefined; i++)
    words.push(textOf(fields[`a${i}`]))
  if (words.length > 0) fields.cmdline = words.join(' ')
}

/**
 * The index of the first argument. If a command line spans several records, a later record that comes alone begins with
 * a later argument.
 */
function firstArgument(fields: Readonly<Members>): number {
  if (fields.a0 !== undefined) return 0
  const names = Object.keys(fields).filter((name) => /^a\d{1,4}$/.test(name))
  return names.reduce((least, name) => Math.min(least, Number(name.slice(1))), ARGUMENTS_MAX)
}

const LOGONS = new Set(
  'USER_LOGIN USER_AUTH USER_START USER_END USER_LOGOUT USER_ACCT CRED_ACQ CRED_DISP CRED_REFR LOGIN USER_ERR'.split(
    ' ',
  ),
)
const ACCOUNTS = new Set('ADD_USER DEL_USER USER_MGMT USER_CHAUTHTOK ACCT_LOCK ACCT_UNLOCK'.split(' '))

/** `add-user-to-group`, `deleting user from group`: these change the members of a group, not the account. */
const MEMBER = /user.(?:to|from).group$/

function kindOfLine(type: unknown, line: unknown): string {
  if (typeof type !== 'string' || !isMembers(line)) return 'line'
  // AppArmor decides about paths, too, and writes what it is about as `name`.
  if (typeof line.apparmor === 'string' && typeof line.name === 'string' && line.name.startsWith('/')) return 'apparmor'
  if (LOGONS.has(type)) return isNamed(line, ['acct', 'id', 'ID', 'auid']) ? 'logon' : 'line'
  if (ACCOUNTS.has(type) && typeof line.grp === 'string' && typeof line.op === 'string' && MEMBER.test(line.op))
    return 'member'
  return ACCOUNTS.has(type) && isNamed(line, ['acct', 'id', 'ID', 'grp']) ? 'account' : 'line'
}

function isNamed(line: Readonly<Members>, names: readonly string[]): boolean {
  return names.some((name) => typeof line[name] === 'string' && line[name] !== '')
}

/** Name of the call, or `arch:number`. */
const CALLS: Readonly<Record<string, string>> = {
  exec: 'execve execveat x:59 x:322 i:11 a:221 a:281',
  'file/open': 'open openat openat2 x:2 x:257 x:437 i:5 i:295 a:56 a:437',
  'file/create':
    'creat mkdir mkdirat mknod mknodat link linkat symlink symlinkat x:85 x:83 x:258 x:133 x:259 x:86 x:265 x:88 x:266 i:8 i:39 a:34 a:33 a:37 a:36',
  'file/delete': 'unlink unlinkat rmdir x:87 x:263 x:84 i:10 i:301 i:40 a:35',
  'file/rename': 'rename renameat renameat2 x:82 x:264 x:316 i:38 a:38 a:276',
  'file/chmod': 'chmod fchmod fchmodat fchmodat2 x:90 x:91 x:268 x:452 i:15 i:94 a:52 a:53',
  'file/chown': 'chown fchown lchown fchownat x:92 x:93 x:94 x:260 i:182 a:54 a:55',
  'file/attributes':
    'setxattr lsetxattr fsetxattr removexattr truncate ftruncate utimensat x:188 x:189 x:190 x:197 x:76 x:77 x:280 a:5 a:6 a:7',
  'file/mount': 'mount x:165 i:21 a:40',
  'file/unmount': 'umount umount2 x:166 i:52 a:39',
  connect: 'connect x:42 i:362 a:203',
  bind: 'bind x:49 i:361 a:200',
  accept: 'accept accept4 x:43 x:288 i:364 a:202 a:242',
  'module/load': 'init_module finit_module x:175 x:313 i:128 i:350 a:105 a:273',
  'module/unload': 'delete_module x:176 i:129 a:106',
}
const byCall = new Map(Object.entries(CALLS).flatMap(([kind, calls]) => calls.split(' ').map((name) => [name, kind])))
const MACHINES: Readonly<Record<string, string>> = {
  c000003e: 'x',
  x86_64: 'x',
  40000003: 'i',
  i386: 'i',
  c00000b7: 'a',
  aarch64: 'a',
}

function callOf(record: Readonly<Members>): string {
  const call = record.SYSCALL as Members
  const name = textOf(call.SYSCALL ?? call.syscall)
  const machine = MACHINES[textOf(call.arch)]
  const kind = byCall.get(name) ?? (machine === undefined ? undefined : byCall.get(`${machine}:${name}`))
  const object = isMembers(record.object) ? record.object : null
  if (kind === 'exec') return 'exec'
  if (kind === 'connect' || kind === 'bind' || kind === 'accept') return hasPeer(record.SOCKADDR) ? kind : 'call'
  // The module is named in a line of its own.
  if (kind === 'module/load' || kind === 'module/unload') return isMembers(record.KERN_MODULE) ? kind : 'call'
  if (object === null || typeof object.name !== 'string' || object.name.endsWith('/')) return 'call'
  const how = object.nametype ?? object.objtype
  if (how === 'CREATE' && kind !== 'file/rename') return 'file/create'
  if (how === 'DELETE' && kind !== 'file/rename') return 'file/delete'
  return kind ?? 'file/other'
}

function hasPeer(socket: unknown): boolean {
  return isMembers(socket) && (socket.addr !== undefined || typeof socket.path === 'string')
}
