/** Syslog messages of the programs of a Linux host, by program: templates of their sentences. */
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'

const PAM: Phrases = {
  'session/open': [
    'pam_unix({service}): session opened for user {user}(uid={uid}) by {by*}(uid={by_uid})',
    'pam_unix({service}): session opened for user {user} by {by*}(uid={by_uid})',
    'pam_{module}({service}): session opened for user {user} by {by*}',
  ],
  'session/close': 'pam_{module}({service}): session closed for user {user}',
  'auth/failed': [
    'pam_{module}({service}): authentication failure; logname={by} uid={by_uid} euid={euid} tty={tty} ruser={ruser} rhost={src_host}  user={user}',
    'pam_{module}({service}): authentication failure; logname={by} uid={by_uid} euid={euid} tty={tty} ruser={ruser} rhost={src_host} user={user}',
  ],
  'password/changed': 'pam_{module}({service}): password changed for {user}',
}

const SSHD: Phrases = {
  'auth/accepted': [
    'Accepted {method} for {user*} from {src_ip} port {src_port} {protocol}: {key_type} {key}',
    'Accepted {method} for {user*} from {src_ip} port {src_port} {protocol}',
  ],
  'auth/failed': [
    'Failed {method} for invalid user {user*} from {src_ip} port {src_port} {protocol}',
    'Failed {method} for {user*} from {src_ip} port {src_port} {protocol}: {key_type} {key}',
    'Failed {method} for {user*} from {src_ip} port {src_port} {protocol}',
    'Invalid user {user*} from {src_ip} port {src_port}',
    'Invalid user {user*} from {src_ip}',
    'Illegal user {user*} from {src_ip}',
    'User {user*} from {src_host} not allowed because {reason*}',
    'refused connect from {src_host} ({src_ip})',
    'error: maximum authentication attempts exceeded for invalid user {user*} from {src_ip} port {src_port} {protocol} [preauth]',
    'error: maximum authentication attempts exceeded for {user*} from {src_ip} port {src_port} {protocol} [preauth]',
    'PAM {times} more authentication failures; logname={by} uid={by_uid} euid={euid} tty={tty} ruser={ruser} rhost={src_host}  user={user}',
    'PAM {times} more authentication failure; logname={by} uid={by_uid} euid={euid} tty={tty} ruser={ruser} rhost={src_host}  user={user}',
    'error: PAM: {reason*} for {user} from {src_host}',
    'error: PAM: {reason*} for illegal user {user} from {src_host}',
  ],
  'connection/open': [
    'Connection from {src_ip} port {src_port} on {dst_ip} port {dst_port}...',
    'Connection from {src_ip} port {src_port}...',
  ],
  // The client's answer is still to come.
  'connection/ask': 'Postponed {method} for {user*} from {src_ip} port {src_port} {protocol}...',
  'connection/close': [
    'Connection closed by authenticating user {user*} {src_ip} port {src_port} [preauth]',
    'Connection closed by invalid user {user*} {src_ip} port {src_port} [preauth]',
    'Connection closed by {src_ip} port {src_port}...',
    'Connection closed by {src_ip}...',
    'Disconnected from authenticating user {user*} {src_ip} port {src_port} [preauth]',
    'Disconnected from invalid user {user*} {src_ip} port {src_port} [preauth]',
    'Disconnected from user {user*} {src_ip} port {src_port}',
    'Disconnected from {src_ip} port {src_port}...',
    'Disconnecting authenticating user {user*} {src_ip} port {src_port}: {reason*}',
    'Disconnecting invalid user {user*} {src_ip} port {src_port}: {reason*}',
    'Received disconnect from {src_ip} port {src_port}:{code}: {reason*}',
    'Received disconnect from {src_ip}: {code}: {reason*}',
  ],
  'connection/reset': [
    'Connection reset by authenticating user {user*} {src_ip} port {src_port} [preauth]',
    'Connection reset by invalid user {user*} {src_ip} port {src_port} [preauth]',
    'Connection reset by {src_ip} port {src_port}...',
  ],
  'connection/fail': [
    'Did not receive identification string from {src_ip} port {src_port}',
    'Did not receive identification string from {src_ip}',
    'Bad protocol version identification {reason*} from {src_ip} port {src_port}',
    'Unable to negotiate with {src_ip} port {src_port}: {reason*}',
    'banner exchange: Connection from {src_ip} port {src_port}: {reason*}',
    'Timeout before authentication for {src_ip} port {src_port}',
    'ssh_dispatch_run_fatal: Connection from {src_ip} port {src_port}: {reason*}',
  ],
  'connection/listen': 'Server listening on {dst_ip} port {dst_port}.',
}

/** Completed commands are tried first, because the text of a command may look like a refusal. */
const SUDO: Phrases = {
  'su/done': [
    '{by} : TTY={tty} ; PWD={cwd*} ; USER={user} ; {more*} ; COMMAND={command*}',
    '{by} : TTY={tty} ; PWD={cwd*} ; USER={user} ; COMMAND={command*}',
    '{by} : PWD={cwd*} ; USER={user} ; COMMAND={command*}',
  ],
  'su/refused': [
    '{by} : {reason*} ; TTY={tty} ; PWD={cwd*} ; USER={user} ; COMMAND={command*}',
    '{by} : {reason*} ; PWD={cwd*} ; USER={user} ; COMMAND={command*}',
  ],
}

/** A logon at a console has no remote end. */
const LOGIN: Phrases = {
  'session/open': ['LOGIN ON {tty} BY {user}', "LOGIN ON {tty} BY '{user}'"],
  'root/open': [
    "ROOT LOGIN on '{tty}' from '{src_host}'",
    "ROOT LOGIN  on '{tty}' from '{src_host}'",
    "ROOT LOGIN on '{tty}'",
    "ROOT LOGIN  on '{tty}'",
    'ROOT LOGIN ({user}) ON {tty} FROM {src_host}',
    'ROOT LOGIN ({user}) ON {tty}',
    'ROOT LOGIN ON {tty} FROM {src_host}',
    'ROOT LOGIN ON {tty}',
  ],
  'auth/failed': [
    "FAILED LOGIN ({times}) on '{tty}' FOR '{user}', {reason*}",
    'FAILED LOGIN {times} FROM {src_host} FOR {user}, {reason*}',
    'FAILED LOGIN SESSION FROM {src_host} FOR {user}, {reason*}',
    'Login failure on {tty} from {src_host}, {user}',
    'Login failure on {tty}, {user}',
  ],
}

const SU: Phrases = {
  'su/done': [
    'Successful su for {user} by {by}',
    '(to {user}) {by} on {tty}',
    '+ {tty} {by}:{user}',
    "'su {user}' succeeded for {by} on {tty}",
    '{by} to {user} on {tty}',
  ],
  'su/refused': [
    'FAILED su for {user} by {by}',
    'FAILED SU (to {user}) {by} on {tty}',
    'BAD SU {by} to {user} on {tty}',
    '- {tty} {by}:{user}',
    "'su {user}' failed for {by} on {tty}",
  ],
}

const CRON: Phrases = {
  'job/run': ['({user}) CMD ({command*})', '({user}) CMD {command*}'],
  'job/changed': ['({user}) REPLACE ({job})', '({user}) RELOAD ({job})'],
  'job/deleted': '({user}) DELETE ({job})',
  'job/read': ['({user}) LIST ({job})', '({user}) BEGIN EDIT ({job})', '({user}) END EDIT ({job})'],
}

const SYSTEMD: Phrases = {
  'service/start': ['Started {unit*}.', 'Started {unit*}'],
  'service/stop': ['Stopped {unit*}.', 'Stopped {unit*}'],
  'service/begun': ['Starting {unit*}...', 'Stopping {unit*}...'],
  'service/failed': ['Failed to start {unit*}.', '{unit}: Failed with result {reason*}.'],
}

const LOGIND: Phrases = {
  'session/open': 'New session {session} of user {user}.',
  'session/end': ['Removed session {session}.', 'Session {session} logged out...'],
}

const ACCOUNTS: Phrases = {
  'account/create': 'new user: name={user}, UID={uid}, GID={gid}, home={home}, shell={shell}...',
  'account/delete': ["delete user '{user}'", "removed user '{user}'"],
  'account/password': ["changed password for '{user}'", "password for '{user}' changed by '{by}'"],
  'account/lock': "lock user '{user}' password",
  'account/unlock': "unlock user '{user}' password",
  'account/changed': "change user '{user}' {what*} from {old} to {new}",
  'group/create': ['new group: name={group}, GID={gid}', 'group added to /etc/group: name={group}, GID={gid}'],
  'group/delete': ["removed group '{group}' owned by {by}", "group '{group}' removed"],
  'group/add-user': ["add '{user}' to group '{group}'", "user '{user}' added by '{by}' to group '{group}'"],
  'group/remove-user': ["delete '{user}' from group '{group}'", "user '{user}' removed by '{by}' from group '{group}'"],
}

const VSFTPD: Phrases = {
  'client/open': '[pid {pid}] CONNECT: Client "{src_ip}"',
  'auth/accepted': ['[pid {pid}] [{user}] OK LOGIN: Client "{src_ip}"...', '[{user}] OK LOGIN: Client "{src_ip}"...'],
  'auth/failed': ['[pid {pid}] [{user}] FAIL LOGIN: Client "{src_ip}"...', '[{user}] FAIL LOGIN: Client "{src_ip}"...'],
  'ftp/put': '[pid {pid}] [{user}] {result} UPLOAD: Client "{src_ip}", "{path*}", {size} bytes, {rate}',
  'ftp/get': '[pid {pid}] [{user}] {result} DOWNLOAD: Client "{src_ip}", "{path*}", {size} bytes, {rate}',
  'ftp/delete': '[pid {pid}] [{user}] {result} DELETE: Client "{src_ip}", "{path*}"',
  'ftp/rename': '[pid {pid}] [{user}] {result} RENAME: Client "{src_ip}", "{path*}"',
  'ftp/other': '[pid {pid}] [{user}] {result} {command}: Client "{src_ip}", "{path*}"',
}

/** OpenLDAP: the attempt names its user; the mechanism is logged after success. */
const SLAPD: Phrases = {
  'client/open': [
    'conn={session} fd={fd} ACCEPT from IP=[{src_ip}]:{src_port} (IP={local*})...',
    'conn={session} fd={fd} ACCEPT from IP={src_ip}:{src_port} (IP={local*})...',
  ],
  // Tag 97 is the answer to a bind; the user stands in the line of the bind before it.
  'auth/failed': [
    'conn={session} op={op} RESULT tag=97 err=49 text={reason*}',
    'conn={session} op={op} RESULT tag=97 err=49 qtime={qtime} etime={etime} text={reason*}',
    'conn={session} op={op} RESULT tag=97 err=49 duration={duration} text={reason*}',
  ],
  'auth/accepted': [
    'conn={session} op={op} BIND dn="uid={user},{base*}" mech={method}...',
    'conn={session} op={op} BIND dn="cn={user*},{base}" mech={method}...',
  ],
  'auth/tried': [
    'conn={session} op={op} BIND dn="uid={user},{base*}" method={code}',
    'conn={session} op={op} BIND dn="cn={user*},{base}" method={code}',
  ],
}

const KDC: Phrases = {
  'auth/accepted': 'AS_REQ ({etypes*}) {src_ip}: ISSUE: authtime {at}, etypes {{kinds*}}, {user}@{realm} for {to*}',
  'auth/failed': [
    'AS_REQ ({etypes*}) {src_ip}: CLIENT_NOT_FOUND: {user}@{realm} for {to}, {reason*}',
    'AS_REQ ({etypes*}) {src_ip}: PREAUTH_FAILED: {user}@{realm} for {to}, {reason*}',
    'AS_REQ ({etypes*}) {src_ip}: LOCKED_OUT: {user}@{realm} for {to}, {reason*}',
    'AS_REQ ({etypes*}) {src_ip}: CLIENT_EXPIRED: {user}@{realm} for {to}, {reason*}',
  ],
}

/** strongSwan's daemon; the lines about a peer's address are others. */
const CHARON: Phrases = {
  'auth/failed': [
    '{thread}[IKE] EAP method {method} failed for peer {user}',
    "{thread}[IKE] XAuth authentication of '{user}' failed",
  ],
  'auth/accepted': [
    "{thread}[IKE] XAuth authentication of '{user}' successful",
    "{thread}[IKE] EAP method {method} succeeded, MSK established for '{user}'",
    "{thread}[IKE] authentication of '{user}' with EAP successful",
    '{thread}[IKE] IKE_SA {session} established between {local*}...{src_ip}[{user*}]',
  ],
}

const DROPBEAR: Phrases = {
  'auth/accepted': [
    "Password auth succeeded for '{user}' from {src_ip}:{src_port}",
    "PAM password auth succeeded for '{user}' from {src_ip}:{src_port}",
    "Pubkey auth succeeded for '{user}' with {key*} from {src_ip}:{src_port}",
  ],
  'auth/failed': [
    "Bad password attempt for '{user}' from {src_ip}:{src_port}",
    "Bad PAM password attempt for '{user}' from {src_ip}:{src_port}",
    "Pubkey auth attempt with unknown algo for '{user}' from {src_ip}:{src_port}",
    "Max auth tries reached - user '{user}' from {src_ip}:{src_port}",
  ],
  'client/open': 'Child connection from {src_ip}:{src_port}',
}

type Program = { readonly service: string; readonly phrases: Phrases }

const PROGRAMS: Readonly<Record<string, Program>> = {
  sshd: { service: 'sshd', phrases: SSHD },
  'sshd-session': { service: 'sshd', phrases: SSHD },
  sudo: { service: 'sudo', phrases: SUDO },
  su: { service: 'auth', phrases: SU },
  cron: { service: 'cron', phrases: CRON },
  crond: { service: 'cron', phrases: CRON },
  crontab: { service: 'cron', phrases: CRON },
  systemd: { service: 'syslog', phrases: SYSTEMD },
  'systemd-logind': { service: 'auth', phrases: LOGIND },
  useradd: { service: 'auth', phrases: ACCOUNTS },
  userdel: { service: 'auth', phrases: ACCOUNTS },
  usermod: { service: 'auth', phrases: ACCOUNTS },
  groupadd: { service: 'auth', phrases: ACCOUNTS },
  groupdel: { service: 'auth', phrases: ACCOUNTS },
  gpasswd: { service: 'auth', phrases: ACCOUNTS },
  passwd: { service: 'auth', phrases: ACCOUNTS },
  chpasswd: { service: 'auth', phrases: ACCOUNTS },
  login: { service: 'auth', phrases: LOGIN },
  gdm: { service: 'auth', phrases: {} },
  polkitd: { service: 'auth', phrases: {} },
  kernel: { service: 'syslog', phrases: {} },
  vsftpd: { service: 'vsftpd', phrases: VSFTPD },
  slapd: { service: 'ldap', phrases: SLAPD },
  krb5kdc: { service: 'kerberos', phrases: KDC },
  dropbear: { service: 'dropbear', phrases: DROPBEAR },
  charon: { service: 'vpn', phrases: CHARON },
  'charon-systemd': { service: 'vpn', phrases: CHARON },
  clamd: { service: 'clamav', phrases: { virus: '{path*}: {signature} FOUND' } },
  freshclam: { service: 'clamav', phrases: {} },
  auditd: { service: 'auditd', phrases: {} },
  rsyslogd: { service: 'syslog', phrases: {} },
  syslogd: { service: 'syslog', phrases: {} },
  'syslog-ng': { service: 'syslog', phrases: {} },
  'systemd-journal': { service: 'syslog', phrases: {} },
  'systemd-journald': { service: 'syslog', phrases: {} },
  ntpd: { service: 'syslog', phrases: {} },
  watchdog: { service: 'syslog', phrases: {} },
  dhclient: { service: 'syslog', phrases: {} },
  logger: { service: 'syslog', phrases: {} },
  'pam-tacplus': { service: 'auth', phrases: {} },
  apache2: { service: 'syslog', phrases: {} },
  anacron: { service: 'cron', phrases: { 'job/done': "Job `{job}' terminated" } },
}

/** A line of the daemon's own file, which has no program name. */
const VSFTPD_LINE = /^\[pid \d{1,10}\] (?:\[[^\]]{1,64}\] )?[A-Z]/

const readers = new Map(
  Object.entries(PROGRAMS).map(([name, { phrases }]) => [name, phraseReader(phrases, PAM)] as const),
)

export const SERVICES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(Object.groupBy(Object.entries(PROGRAMS), ([, { service }]) => service)).map(([service, of]) => [
    service,
    (of ?? []).map(([name]) => name),
  ]),
)

/** The name of the program's table; '' for other programs. */
export function programOf(appName: string, message: string): string {
  const name = appName.toLowerCase()
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (readers.has(base)) return base
  return appName === '' && VSFTPD_LINE.test(message) ? 'vsftpd' : ''
}

/** syslogd's replacement for repeated lines: the program's message, and the number of repeats. */
const REPEATED = /^message repeated (\d{1,9}) times: \[ ?(.{1,4000})\]$/s

/** Solaris writes the number of the message and its facility first. */
const OF_SOLARIS = /^\[ID \d{1,10} [a-z0-9]{1,16}\.[a-z]{1,16}\] /

export function readProgram(program: string, message: string): PhraseValues | null {
  const read = readers.get(program)
  if (!read) return null
  const text = message.trimStart().replace(OF_SOLARIS, '')
  const repeated = text.startsWith('message repeated ') ? REPEATED.exec(text) : null
  if (!repeated) return read(text)
  const fields = read(repeated[2] ?? '')
  return fields && { ...fields, times: repeated[1] ?? '' }
}
