import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { syslog } from '../../formats/syslog.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { linux } from './mapping.ts'

const line = (text: string): Record<string, unknown> => {
  const record = syslog.decode(`<38>Mar  4 10:11:12 web1 ${text}`, { receivedMs: Date.UTC(2024, 5, 1) })
  if (typeof record === 'string') throw new Error(record)
  return record
}

sourceTests(linux, [
  {
    name: 'a key is accepted',
    record: line('sshd[77]: Accepted publickey for bob from 198.51.100.7 port 50022 ssh2: ED25519 SHA256:abc'),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      user: { name: 'bob' },
      src_endpoint: { ip: '198.51.100.7', port: 50_022 },
      service: { name: 'sshd' },
      device: { hostname: 'web1' },
      actor: { process: { name: 'sshd', pid: 77 } },
    },
  },
  {
    name: 'a host that says its address',
    record: recordOf(
      '<38>Mar  4 10:11:12 192.0.2.5 sshd[77]: Accepted publickey for bob from 198.51.100.7 port 50022 ssh2',
    ),
    becomes: {
      class_uid: 3002,
      user: { name: 'bob' },
      src_endpoint: { ip: '198.51.100.7' },
      dst_endpoint: { ip: '192.0.2.5' },
      device: { ip: '192.0.2.5' },
    },
  },
  {
    name: 'somebody who is sent away',
    record: line(
      'sshd[7]: Disconnecting authenticating user root 192.0.2.9 port 50022: Too many authentication failures [preauth]',
    ),
    becomes: {
      class_uid: 4007,
      activity_name: 'Close',
      src_endpoint: { ip: '192.0.2.9', port: 50_022 },
      actor: { user: { name: 'root' } },
    },
  },
  {
    name: 'passwords that PAM has counted',
    record: line(
      'sshd[7]: PAM 2 more authentication failures; logname= uid=0 euid=0 tty=ssh ruser= rhost=192.0.2.9  user=root',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      count: 2,
      user: { name: 'root' },
      src_endpoint: { ip: '192.0.2.9' },
    },
  },
  {
    name: 'a logon at the console',
    record: line('login[7]: LOGIN ON tty1 BY bob'),
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'bob' } },
  },
  {
    name: 'a logon at the console that fails',
    record: line("login[7]: FAILED LOGIN (1) on '/dev/tty1' FOR 'root', Authentication failure"),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'root' }, status_detail: 'Authentication failure' },
  },
  {
    name: 'a session of cron',
    record: line('CRON[5]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)'),
    becomes: { activity_name: 'Logon', logon_type: 'Batch', actor: { process: { name: 'cron', pid: 5 } } },
  },
  {
    name: 'a table of cron is removed',
    record: line('crontab[5]: (bob) DELETE (bob)'),
    becomes: { class_uid: 1006, activity_name: 'Delete', actor: { user: { name: 'bob' } } },
  },
  {
    name: 'a service that is being stopped has not stopped',
    record: line('systemd[1]: Stopping Regular background program...'),
    becomes: { class_uid: 6002, activity_name: 'Other', app: { name: 'Regular background program...' } },
  },
  {
    name: 'a client of vsftpd is none of SSH',
    record: line('vsftpd[2]: [pid 2] CONNECT: Client "192.0.2.9"'),
    becomes: { class_uid: 4001, activity_name: 'Open', src_endpoint: { ip: '192.0.2.9' } },
  },
  {
    name: 'vsftpd through syslog names the user without a process',
    record: line('vsftpd[2]: [kim] FAIL LOGIN: Client "192.0.2.9"'),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' }, src_endpoint: { ip: '192.0.2.9' } },
  },
  {
    name: 'OpenLDAP writes the mechanism of whom it let in',
    record: line('slapd[9]: conn=7 op=0 BIND dn="uid=kim,ou=people,dc=example,dc=com" mech=SIMPLE bind_ssf=0 ssf=0'),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'kim' } },
  },
  {
    name: 'a bind that is asked for has not ended',
    record: line('slapd[9]: conn=7 op=0 BIND dn="uid=kim,ou=people,dc=example,dc=com" method=128'),
    becomes: { class_uid: 3002, user: { name: 'kim' } },
  },
  {
    name: 'a key distribution centre knows no such client',
    record: line(
      'krb5kdc[7]: AS_REQ (4 etypes {18 17 16 23}) 192.0.2.9: CLIENT_NOT_FOUND: kim@EXAMPLE.COM for krbtgt/EXAMPLE.COM@EXAMPLE.COM, Client not found in Kerberos database',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' }, src_endpoint: { ip: '192.0.2.9' } },
  },
  {
    name: 'a ticket is issued',
    record: line(
      'krb5kdc[7]: AS_REQ (4 etypes {18 17 16 23}) 192.0.2.9: ISSUE: authtime 1795774272, etypes {rep=18 tkt=18 ses=18}, kim@EXAMPLE.COM for krbtgt/EXAMPLE.COM@EXAMPLE.COM',
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'kim' }, src_endpoint: { ip: '192.0.2.9' } },
  },
  {
    name: 'Dropbear lets somebody in',
    record: line("dropbear[4]: Password auth succeeded for 'kim' from 192.0.2.9:41234"),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'kim' },
      src_endpoint: { ip: '192.0.2.9', port: 41234 },
    },
  },
  {
    name: 'a name cannot pass for an address',
    record: line(
      'sshd[77]: Failed password for invalid user x from 10.0.0.1 port 1 ssh2 from 198.51.100.7 port 50022 ssh2',
    ),
    becomes: {
      status: 'Failure',
      severity: 'Medium',
      user: { name: 'x from 10.0.0.1 port 1 ssh2' },
      src_endpoint: { ip: '198.51.100.7', port: 50_022 },
    },
  },
  {
    name: 'sudo',
    record: line('sudo: alice : TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/usr/bin/cat /etc/shadow'),
    becomes: {
      class_uid: 3002,
      activity_name: 'Account Switch',
      actor: { user: { name: 'alice' }, app_name: 'sudo' },
      user: { name: 'root' },
      status_detail: '/usr/bin/cat /etc/shadow',
    },
  },
  {
    name: 'a session of PAM',
    record: line('su[9]: pam_unix(su-l:session): session opened for user root(uid=0) by alice(uid=1000)'),
    becomes: { class_uid: 3002, user: { name: 'root', uid: '0' }, actor: { user: { name: 'alice' } } },
  },
  {
    name: 'a job of cron',
    record: line('CRON[5]: (root) CMD (/usr/local/bin/backup)'),
    becomes: {
      class_uid: 1006,
      activity_name: 'Start',
      job: { cmd_line: '/usr/local/bin/backup' },
      actor: { user: { name: 'root' } },
    },
  },
  {
    name: 'an account is made',
    record: line(
      'useradd[5]: new user: name=eve, UID=1001, GID=1001, home=/home/eve, shell=/bin/bash, from=/dev/pts/0',
    ),
    becomes: { class_uid: 3001, activity_name: 'Create', user: { name: 'eve', uid: '1001' } },
  },
  {
    name: 'the packet filter',
    record: line(
      'kernel: [UFW BLOCK] IN=eth0 OUT= MAC=00 SRC=198.51.100.7 DST=10.0.0.5 LEN=60 PROTO=TCP SPT=40000 DPT=22 WINDOW=1 SYN',
    ),
    becomes: { class_uid: 4001, src_endpoint: { ip: '198.51.100.7' }, dst_endpoint: { ip: '10.0.0.5', port: 22 } },
  },
  {
    name: 'the packet filter, whose rule says that it blocks',
    record: line(
      'kernel: [12345.678] [UFW BLOCK] IN=eth0 OUT= MAC=aa SRC=198.51.100.9 DST=10.1.1.5 LEN=60 PROTO=TCP SPT=4444 DPT=22 SYN',
    ),
    becomes: { activity_name: 'Refuse', action: 'Denied', disposition: 'Blocked', status: 'Failure' },
  },
  {
    name: 'a failure that syslogd counted',
    record: line('sshd[77]: message repeated 2 times: [ Failed password for root from 198.51.100.7 port 50022 ssh2]'),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'root' }, count: 2 },
  },
  {
    name: 'a connection that nobody used',
    record: line('sshd[77]: Connection closed by 198.51.100.7 port 50022 [preauth]'),
    becomes: { class_uid: 4007, activity_name: 'Close', src_endpoint: { ip: '198.51.100.7', port: 50_022 } },
  },
  {
    name: 'sudo: the reason of a refusal',
    record: line('sudo:    alice : user NOT in sudoers ; TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/bin/bash'),
    becomes: {
      activity_name: 'Account Switch',
      status: 'Failure',
      status_detail: 'user NOT in sudoers',
      actor: { user: { name: 'alice' } },
      user: { name: 'root' },
    },
  },
  {
    name: 'sudo: a refusal without a terminal',
    record: line('sudo[99]:    alice : a password is required ; PWD=/ ; USER=root ; COMMAND=list'),
    becomes: { class_uid: 3002, status: 'Failure', status_detail: 'a password is required' },
  },
  {
    name: 'sudo: a command that looks like a refusal',
    record: line(
      'sudo: alice : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=echo : no ; TTY=x ; PWD=/ ; USER=bob ; COMMAND=id',
    ),
    becomes: { status: 'Success', actor: { user: { name: 'alice' } } },
  },
  {
    name: 'words',
    record: line('systemd[1]: Reached target Graphical Interface.'),
    becomes: { class_uid: 0, message: 'Reached target Graphical Interface.', severity: 'Informational' },
  },
])

test('each program is the log that Sigma calls it', () => {
  const service = (text: string) => linux.logSourceOf(line(text)).service
  expect(['sshd: x', 'sudo: x', 'su: x', 'CRON: x', 'clamd: x', 'systemd: x'].map(service)).toEqual([
    'sshd',
    'sudo',
    'auth',
    'cron',
    'clamav',
    'syslog',
  ])
})

test('an address is no name', () => {
  const of = (rhost: string) =>
    linux.toOcsf(
      line(
        `sshd[1]: pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=${rhost}  user=root`,
      ),
    )?.src_endpoint
  expect(of('198.51.100.7')).toEqual({ ip: '198.51.100.7' })
  expect(of('2001:db8::1')).toEqual({ ip: '2001:db8::1' })
  expect(of('laptop.example')).toEqual({ hostname: 'laptop.example' })
})
