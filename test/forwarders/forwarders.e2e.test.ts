/** Runs the recipes of `docs/ingest.md` with real forwarders: each event must be stored once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../stores/postgres/testing.ts'
import { Instance } from '../e2e/instance.ts'
import { findJournald, findRsyslog, findSyslogNg, type Program, RECIPES } from './programs.ts'

const TIMEOUT = { timeout: 240_000 }
const LINES = 3_000
const SENT_MS = Date.now()
const rsyslog = findRsyslog()
const syslogNg = findSyslogNg()
const journald = findJournald()

let instance: Instance
let token = ''
let folder = ''
const running: ChildProcess[] = []

beforeAll(async () => {
  if (!rsyslog && !syslogNg && !journald) return
  instance = await Instance.start()
  token = await instance.token('acme')
  folder = fs.mkdtempSync(path.join(path.dirname(instance.dir), 'forwarder-'))
  fs.writeFileSync(path.join(folder, 'token'), token)
}, 240_000)
afterEach(async () => {
  for (const child of running.splice(0)) await end(child)
})
afterAll(() => instance?.remove())

function start([file, ...before]: Program, args: readonly string[]): ChildProcess {
  const child = spawn(file, [...before, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  running.push(child)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Lines as sshd writes them, each with a different port. */
function syslogLines(): string[] {
  const stamp = new Date(SENT_MS).toISOString()
  const lineOf = (n: number) => `Failed password for root from 203.0.113.9 port ${20_000 + n} ssh2`
  return Array.from({ length: LINES }, (_, n) => `<38>1 ${stamp} bastion sshd ${100 + n} - - ${lineOf(n)}\n`)
}

async function sendTo(port: number, lines: string): Promise<void> {
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(lines, () => resolve(true)))
        socket.on('error', () => resolve(false))
      }),
  )
}

/** Checks that each line is stored once; the port identifies the line. */
async function storedOnce(source: string): Promise<void> {
  const sql = `SELECT toUInt32(uniqExact(extract(raw, ' port ([0-9]+) ssh2'))) AS ports, toUInt32(count()) AS events FROM events WHERE source = '${source}'`
  const look = async () => (await instance.rows<Record<string, number>>(sql, 'acme'))[0] ?? {}
  await until(async () => (await look()).ports === LINES)
  await instance.drained()
  expect(await look()).toEqual({ ports: LINES, events: LINES })
}

/** Checks that the fields of a syslog line land in their columns. */
async function saysAll(source: string): Promise<void> {
  const sql = `SELECT DISTINCT class_uid, host, toString(src_ip) AS src_ip, toUnixTimestamp64Milli(time) = ${SENT_MS} AS is_time FROM events WHERE source = '${source}'`
  expect(await instance.rows(sql, 'acme')).toEqual([
    { class_uid: 3002, host: 'bastion', src_ip: '::ffff:203.0.113.9', is_time: 1 },
  ])
}

function recipe(name: string, changes: Readonly<Record<string, string>>): string {
  let config = fs.readFileSync(path.join(RECIPES, name), 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    expect(config).toContain(from)
    config = config.replaceAll(from, to)
  }
  return config
}

test.skipIf(rsyslog === null)('rsyslog without omhttp', TIMEOUT, async () => {
  const port = await freePort()
  const action = recipe('rsyslog.conf', {
    'http://127.0.0.1:8081': instance.ingestUrl,
    '/usr/local/lib/svc': RECIPES,
    '/etc/svc/token': path.join(folder, 'token'),
  })
  const file = path.join(folder, 'rsyslog.conf')
  const head = `global(workDirectory="${folder}")\nmodule(load="imtcp")\ninput(type="imtcp" port="${port}" address="127.0.0.1")\n`
  fs.writeFileSync(file, head + action)
  start(rsyslog as Program, ['-n', '-f', file, '-i', path.join(folder, 'rsyslog.pid')])
  await sendTo(port, syslogLines().join(''))
  await storedOnce('rsyslog')
  await saysAll('rsyslog')
})

test.skipIf(syslogNg === null)('syslog-ng', TIMEOUT, async () => {
  const port = await freePort()
  const destination = recipe('syslog-ng.conf', { 'http://127.0.0.1:8081': instance.ingestUrl, TOKEN: token })
  const file = path.join(folder, 'syslog-ng.conf')
  const source = `source s_in { network(ip("127.0.0.1") port(${port}) transport("tcp") flags(syslog-protocol) keep-hostname(yes)); };`
  fs.writeFileSync(
    file,
    `@version: 3.35\n${source}\n${destination}\nlog { source(s_in); destination(d_svc); flags(flow-control); };\n`,
  )
  const state = ['persist', 'pid', 'ctl'].map((name) => path.join(folder, `syslog-ng.${name}`)) as [
    string,
    string,
    string,
  ]
  start(syslogNg as Program, ['-F', '-f', file, '-R', state[0], '-p', state[1], '-c', state[2]])
  await sendTo(port, syslogLines().join(''))
  await storedOnce('syslog-ng')
  await saysAll('syslog-ng')
})

test.skipIf(journald === null)('journalctl -o json, also when a push is repeated', TIMEOUT, async () => {
  const namespace = `svc${process.pid}`
  const socket = `/run/systemd/journal.${namespace}/dev-log`
  const id = fs.readFileSync('/etc/machine-id', 'utf8').trim()
  try {
    start(journald as Program, [namespace])
    await until(() => fs.existsSync(socket))
    const lines = path.join(folder, 'lines')
    fs.writeFileSync(
      lines,
      syslogLines()
        .join('')
        .replace(/^.*? - - /gm, ''),
    )
    await ran('logger', ['-u', socket, '-p', 'auth.info', '-t', 'sshd', '-f', lines])
    await until(async () => (await written(namespace)) === LINES)
    const url = `${instance.ingestUrl}/v1/ingest/batch?connector_id=journald&source_format=json`
    const cursor = path.join(folder, 'cursor')
    const push = () =>
      ran(path.join(RECIPES, 'journald-svc.sh'), [
        ...[url, path.join(folder, 'token'), cursor, `--namespace=${namespace}`],
        'SYSLOG_IDENTIFIER=sshd',
      ])
    await push()
    // Simulates a lost response: all records are sent again, with their members in another order.
    fs.rmSync(cursor)
    await push()
    await storedOnce('journald')
    const [row] = (await instance.ledger('acme')).filter(({ source }) => source === 'journald')
    expect(row).toMatchObject({ received: 2 * LINES, stored: LINES, duplicate: LINES })
  } finally {
    for (const child of running.splice(0)) await end(child)
    for (const left of [
      `/run/systemd/journal.${namespace}`,
      ...['/run', '/var'].map((at) => `${at}/log/journal/${id}.${namespace}`),
    ])
      fs.rmSync(left, { recursive: true, force: true })
  }
})

async function written(namespace: string): Promise<number> {
  const args = [`--namespace=${namespace}`, '-o', 'cat', '--no-pager', 'SYSLOG_IDENTIFIER=sshd']
  const child = spawn('journalctl', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  return (await text(child.stdout)).split('\n').filter((line) => line !== '').length
}

async function ran(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}
