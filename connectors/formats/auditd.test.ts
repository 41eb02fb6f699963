import { expect, test } from 'vitest'
import { arrangeAudit } from './arrange-audit.ts'
import { cutText, openBody } from './body.ts'

function recordsOf(body: Buffer): unknown[] {
  const { decode } = openBody(body, 'lines', 'auditd', { receivedMs: 0 })
  const records: unknown[] = []
  cutText(body, 'auditd', (start, end) => {
    records.push(decode(start, end))
    return undefined
  })
  return records
}

const CALL =
  'type=SYSCALL msg=audit(1604994496.155:92733): arch=c000003e syscall=59 success=yes exit=0 a0=5 pid=16 tty=(none) comm="arp" exe="/usr/sbin/arp" key=(null)'
const ARGS = 'type=EXECVE msg=audit(1604994496.155:92733): argc=3 a0="arp" a1="-a" a2=61206220'
const PATHS = [
  'type=PATH msg=audit(1604994496.155:92733): item=0 name="/usr/sbin/arp" mode=0100755',
  'type=PATH msg=audit(1604994496.155:92733): item=1 name=2F746D702F612062 mode=0100755',
]
const TITLE = 'type=PROCTITLE msg=audit(1604994496.155:92733): proctitle=617270002D61'
const END = 'type=EOE msg=audit(1604994496.155:92733):'

test('an argument in several parts is joined, in any order of parts and lines', () => {
  const stamp = 'msg=audit(1604994496.155:92733):'
  const body = [
    `type=EXECVE ${stamp} argc=4 a0="sh" a1="-c" a2_len=12 a2[1]=A92078 a2[0]="echo "`,
    `type=EXECVE ${stamp} a2[10]=21 a2[2]="y" a3="end"`,
  ]
  const whole = { EXECVE: { argc: '4', a0: 'sh', a1: '-c', a2: 'echo \ufffd xy!', a3: 'end' } }
  expect(recordsOf(Buffer.from(body.join('\n')))).toMatchObject([whole])
  const split = [`type=EXECVE ${stamp} a1[0]=63C3`, `type=EXECVE ${stamp} a1[1]=A9`]
  expect(recordsOf(Buffer.from(split.join('\n')))).toMatchObject([{ EXECVE: { a1: 'c\u00e9' } }])
})

test('lines of one serial are one event, each type under its name, hexadecimal text decoded', () => {
  expect(recordsOf(Buffer.from([CALL, ARGS, ...PATHS, TITLE, END].join('\n')))).toEqual([
    {
      audit: {
        id: '1604994496.155:92733',
        time: '1604994496.155',
        serial: '92733',
        types: ['SYSCALL', 'EXECVE', 'PATH', 'PATH', 'PROCTITLE', 'EOE'],
        is_whole: true,
      },
      SYSCALL: {
        arch: 'c000003e',
        syscall: '59',
        success: 'yes',
        exit: '0',
        a0: '5',
        pid: '16',
        tty: '(none)',
        comm: 'arp',
        exe: '/usr/sbin/arp',
        key: '(null)',
      },
      EXECVE: { argc: '3', a0: 'arp', a1: '-a', a2: 'a b ' },
      PATH: [
        { item: '0', name: '/usr/sbin/arp', mode: '0100755' },
        { item: '1', name: '/tmp/a b', mode: '0100755' },
      ],
      PROCTITLE: { proctitle: 'arp -a' },
    },
  ])
})

test('a quoted message is beside the fields before it, and enriched names after it', () => {
  const line =
    'node=web type=USER_LOGIN msg=audit(1.5:7): pid=1 uid=0 msg=\'op=login acct=28696E76616C6964207573657229 exe="/usr/sbin/sshd" hostname=? res=failed\'\x1dUID="root"'
  expect(recordsOf(Buffer.from(line))).toMatchObject([
    {
      audit: { node: 'web' },
      USER_LOGIN: { pid: '1', op: 'login', acct: '(invalid user)', hostname: '?', res: 'failed', UID: 'root' },
    },
  ])
})

test('a plain word that looks like hexadecimal stays text', () => {
  expect(recordsOf(Buffer.from("type=USER_ACCT msg=audit(1.5:7): msg='acct=1000 grp=ab'"))).toMatchObject([
    { USER_ACCT: { acct: '1000', grp: 'ab' } },
  ])
})

test.each([
  ['02000050A9FEA9FE0000000000000000', { family: 'ipv4', addr: '169.254.169.254', port: '80' }],
  ['0A00003500000000200148600000000000000000000088880000', { family: 'ipv6', addr: '2001:4860::8888', port: '53' }],
  ['01002F72756E2F7800', { family: 'unix', path: '/run/x' }],
  ['010000616263', { family: 'unix', path: '@abc' }],
  ['100000000000000000000000', { family: 'netlink' }],
  ['6300', { family: '99' }],
  ['zz', {}],
])('address %s', (saddr, expected) => {
  const line = `type=SOCKADDR msg=audit(1.5:7): saddr=${saddr}`
  expect(recordsOf(Buffer.from(line))).toMatchObject([{ SOCKADDR: { saddr, ...expected } }])
})

test('SELinux denials and the kernels before 3.10', () => {
  const avc = 'type=AVC msg=audit(1.5:7): avc:  denied  { read write } for  pid=1 comm="x" tclass=dir'
  const login = 'type=LOGIN msg=audit(1.5:8): pid=2 uid=0 old auid=4294967295 new auid=0'
  expect(recordsOf(Buffer.from(`${avc}\n${login}`))).toMatchObject([
    { AVC: { seresult: 'denied', seperms: 'read write', pid: '1', comm: 'x' } },
    { LOGIN: { 'old-auid': '4294967295', 'new-auid': '0' } },
  ])
})

test('a repeated type is kept in order under `more`', () => {
  const line = (path: string) => `type=AVC msg=audit(1.5:7): apparmor="DENIED" name="${path}"`
  expect(recordsOf(Buffer.from(`${line('a')}\n${line('b')}`))).toMatchObject([
    { AVC: { name: 'a' }, more: [{ type: 'AVC', name: 'b' }] },
  ])
})

test('other lines are faults and stay separate', () => {
  expect(recordsOf(Buffer.from(`${CALL}\ntype=X msg=audit(): y\n${ARGS}`))).toEqual([
    expect.objectContaining({ SYSCALL: expect.anything() }),
    'bad_auditd',
    expect.objectContaining({ EXECVE: expect.anything() }),
  ])
})

test('interleaved groups are put together before they are counted; an ordered body stays unchanged', () => {
  const other = CALL.replaceAll('92733', '92734')
  const body = Buffer.from([CALL, other, ARGS, END, END.replaceAll('92733', '92734')].join('\n'))
  expect(recordsOf(body)).toHaveLength(4)
  const arranged = arrangeAudit(body, 100)
  expect(recordsOf(arranged)).toMatchObject([
    { audit: { serial: '92733', types: ['SYSCALL', 'EXECVE', 'EOE'] } },
    { audit: { serial: '92734', types: ['SYSCALL', 'EOE'] } },
  ])
  expect(arrangeAudit(arranged, 100)).toBe(arranged)
  expect(arranged.toString().trim().split('\n').sort()).toEqual(body.toString().split('\n').sort())
})

test('a body with more groups than a batch may have events is not reordered', () => {
  const lines = ['1', '2', '3', '1'].map((serial) => `type=A msg=audit(1.1:${serial}): a=b`)
  const body = Buffer.from(lines.join('\n'))
  expect(arrangeAudit(body, 2)).toBe(body)
  expect(recordsOf(arrangeAudit(body, 3))).toHaveLength(3)
})

test('words without a name are kept', () => {
  const lines = [
    'type=KERNEL msg=audit(1.5:9): initialized',
    'type=USER_AVC msg=audit(1.5:10): pid=1 msg=\'avc:  received setenforce notice (enforcing=0)  exe="/x"\'',
  ]
  expect(recordsOf(Buffer.from(lines.join('\n')))).toMatchObject([
    { KERNEL: { text: 'initialized' } },
    { USER_AVC: { text: 'avc: received setenforce notice', enforcing: '0', exe: '/x' } },
  ])
})
