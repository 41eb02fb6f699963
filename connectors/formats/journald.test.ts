/** Records of the systemd journal, as `journalctl -o json` and its readers write them: in an arbitrary order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { detectMapping } from '../index.ts'
import { carriedRecord } from './carried.ts'
import type { Fields } from './decoder.ts'
import { hec } from './hec.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 10, 24) }
const TIME = Date.UTC(2026, 10, 23, 22, 0, 6, 123)
const SSHD = {
  __CURSOR: 's=0639b5;i=1a2;b=4c1;m=9a;t=64;x=1',
  __REALTIME_TIMESTAMP: `${TIME + 5}456`,
  __MONOTONIC_TIMESTAMP: '158943456',
  _BOOT_ID: '4c1c1bb3f1c94f1f8f4b8b0d4a3a2b11',
  _TRANSPORT: 'syslog',
  PRIORITY: '6',
  SYSLOG_FACILITY: '4',
  SYSLOG_IDENTIFIER: 'sshd',
  SYSLOG_PID: '812',
  SYSLOG_TIMESTAMP: 'Nov 23 22:00:06 ',
  _PID: '812',
  _UID: '0',
  _GID: '0',
  _COMM: 'sshd',
  _EXE: '/usr/sbin/sshd',
  _CMDLINE: 'sshd: root [priv]',
  _SYSTEMD_UNIT: 'ssh.service',
  _HOSTNAME: 'web01',
  _MACHINE_ID: 'b7c1c1bb3f1c94f1f8f4b8b0d4a3a2b1',
  _SOURCE_REALTIME_TIMESTAMP: `${TIME}456`,
  MESSAGE: 'Failed password for root from 203.0.113.7 port 4006 ssh2',
}
const SUDO = {
  ...SSHD,
  SYSLOG_IDENTIFIER: 'sudo',
  _COMM: 'sudo',
  MESSAGE: 'eve : TTY=pts/0 ; PWD=/home/eve ; USER=root ; COMMAND=/usr/bin/id',
}

function filled(record: Fields): EventRow {
  const row = new EventRow()
  const mapping = detectMapping(record)
  mapping.fill(record, row)
  row.mapping = mapping.id
  return row
}

const inAnyOrder = (record: object) =>
  fc
    .shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length })
    .map((members) => Object.fromEntries(members))

test.each([
  ['sshd', SSHD, { classUid: 3002, statusId: 2, targetUser: 'root', srcIp: '203.0.113.7' }],
  ['sudo', SUDO, { classUid: 3002, statusId: 1, user: 'eve', targetUser: 'root' }],
])('%s is recognised in any order of its members', (_, record, wanted) => {
  fc.assert(
    fc.property(inAnyOrder(record), (shuffled) => {
      const row = filled(carriedRecord(shuffled, CONTEXT))
      expect(row).toMatchObject({ ...wanted, mapping: 'linux/1', host: 'web01', pid: 812, timeMs: TIME })
    }),
  )
})

test('a record from which an agent removed most fields is still recognised as the journal’s', () => {
  const { _HOSTNAME, _SOURCE_REALTIME_TIMESTAMP, ...others } = SSHD
  expect(filled(carriedRecord(others, CONTEXT))).toMatchObject({ mapping: 'linux/1', timeMs: TIME + 5 })
  const { MESSAGE, SYSLOG_IDENTIFIER } = SSHD
  for (const record of [
    { MESSAGE, SYSLOG_IDENTIFIER, HOSTNAME: 'web01', date: TIME / 1000 },
    {
      host: 'web01',
      message: MESSAGE,
      source_type: 'journald',
      timestamp: new Date(TIME).toISOString(),
      SYSLOG_IDENTIFIER,
    },
  ])
    expect(filled(carriedRecord(record, CONTEXT))).toMatchObject({ classUid: 3002, host: 'web01', timeMs: TIME })
})

test.each([
  ['bytes that are UTF-8', [...Buffer.from('café \u0007')], 'café \u0007'],
  ['bytes that are none', [0x63, 0xe9, 0x07], 'cé\u0007'],
  ['several fields of that name', ['one', [...Buffer.from('two')]], 'one\ntwo'],
  ['a text past the bound', null, ''],
])('a message may be %s', (_, MESSAGE, message) => {
  const { syslog, relayed } = carriedRecord({ ...SSHD, MESSAGE }, CONTEXT) as { syslog: Fields; relayed: Fields }
  expect(syslog).toMatchObject({ app_name: 'sshd', hostname: 'web01', message })
  expect(relayed).not.toHaveProperty('SYSLOG_IDENTIFIER')
})

test.each([[[]], [[1, 300]], [['a', {}]], [{ a: 1 }], [7]])('a message of %j is not text', (MESSAGE) => {
  const record = { ...SSHD, MESSAGE }
  expect(carriedRecord(record, CONTEXT)).toBe(record)
})

test('it may arrive through a collector', () => {
  const { __CURSOR: _, ...first } = SSHD
  const record = hec.decode(JSON.stringify({ event: first, host: 'collector' }), CONTEXT) as Fields
  expect(filled(carriedRecord(record, CONTEXT))).toMatchObject({ classUid: 3002, host: 'web01', timeMs: TIME })
})
