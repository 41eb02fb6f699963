/**
 * The whole path of an event, as its sender and its operator see it: an installation in its own processes, events
 * pushed over every route, and the results in the ledger and the lake.
 */
import { createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import fs from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBalanced, type LedgerRow } from '../../query/ledger.ts'
import { total } from '../../services/cli/ledger-change.ts'
import { eventsIn, SAMPLES } from '../../services/cli/samples.ts'
import { Instance } from './instance.ts'
import { openFollower } from './realtime-follower.ts'
import { isAlive, until } from './until.ts'

const K8S_SECRET = 'a-secret-of-the-installation'
const HMAC_SECRET = 'sixteen-or-more-letters'
/** The offset of the installation is added to it. */
const SYSLOG_PORT = 7514

let instance: Instance
let acme: string
let globex: string

beforeAll(async () => {
  instance = await Instance.startEmpty({
    K8S_AUDIT_SHARED_SECRET: K8S_SECRET,
    SVC_SYSLOG_LISTENERS: `udp:${SYSLOG_PORT}:initech:edr-udp,tcp:${SYSLOG_PORT}:initech:edr-tcp`,
  })
  acme = await instance.token('acme')
  globex = await instance.token('globex')
})
afterAll(() => instance.remove())

const linesOf = (file: string) =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
const bySource = (rows: readonly LedgerRow[], source: string) => rows.find((row) => row.source === source)

async function rawTexts(tenant: string, source: string): Promise<string[]> {
  const rows = await instance.rows<{ raw: string }>(`SELECT raw FROM events WHERE source = '${source}'`, tenant)
  return rows.map(({ raw }) => raw).sort()
}

async function post(
  route: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<{ status: number; reply: Record<string, unknown> }> {
  const init = { method: 'POST', headers, body: typeof body === 'string' ? body : new Uint8Array(body) }
  const answer = await fetch(`${instance.ingestUrl}${route}`, init)
  return { status: answer.status, reply: (await answer.json()) as Record<string, unknown> }
}

describe('a file pushed with svc send', () => {
  test('every event of the samples has exactly one fate', async () => {
    for (const { file, format, connector } of SAMPLES) {
      await instance.svc('send', file, '--format', format, '--connector', connector, '--tenant-token', acme)
    }
    const rows = await instance.ledger('acme')
    expect(isBalanced(rows)).toBe(true)
    for (const sample of SAMPLES) expect(bySource(rows, sample.connector)?.received).toBe(eventsIn(sample))
    // Equal lines of one file are separate events: an agent may write the same line twice.
    expect(bySource(rows, 'windows-sysmon')).toMatchObject({ duplicate: 0, rejected: 0, dead_lettered: 1 })
    expect(bySource(rows, 'linux-sshd')).toMatchObject({ duplicate: 0, rejected: 1, dead_lettered: 0 })
    const [count] = await instance.rows<{ n: string }>('SELECT count() AS n FROM events', 'acme')
    expect(Number(count?.n)).toBe(total(rows).stored)
  })

  test('raw is the text exactly as it was sent', async () => {
    for (const { file, connector } of SAMPLES) {
      const sent = linesOf(file).filter((line) => connector === 'edge-firewall' || isJsonObject(line))
      // A record of CloudTrail has an id: sent twice, it is one event.
      const events = connector === 'cloud-audit' ? [...new Set(sent)] : sent
      expect(await rawTexts('acme', connector)).toEqual(events.sort())
    }
  })

  test('ocsf is a complete OCSF event, with the unmapped fields', async () => {
    const rows = await instance.rows<{ ocsf: string; raw: string; source: string; class_uid: number }>(
      'SELECT ocsf, raw, source, class_uid FROM events',
      'acme',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { ocsf, raw, source, class_uid } of rows) {
      const event = JSON.parse(ocsf) as Record<string, unknown>
      expect(event).toMatchObject({ class_uid, time: expect.any(Number), metadata: { version: expect.any(String) } })
      if (source === 'identity-gateway') expect(event).toEqual(JSON.parse(raw))
      else if (source === 'edge-firewall') expect(event.raw_data).toBe(raw)
      else expect(event.unmapped).toEqual(JSON.parse(raw))
    }
  })

  test('events that are sent again are all duplicates', async () => {
    const before = await instance.ledger('acme')
    for (const { file, format, connector } of SAMPLES) {
      await instance.svc('send', file, '--format', format, '--connector', connector, '--tenant-token', acme)
    }
    const after = await instance.ledger('acme')
    expect(isBalanced(after)).toBe(true)
    expect(total(after).stored).toBe(total(before).stored)
    const sent = SAMPLES.reduce((sum, sample) => sum + eventsIn(sample), 0)
    // One line is not an object and one is not JSON: these two are rejected and dead-lettered each time.
    expect(total(after).duplicate - total(before).duplicate).toBe(sent - 2)
  })

  test('a replayed dead letter that fails again makes one letter, however often it failed', async () => {
    const letters = () => instance.rows<{ raw: string; reason: string }>('SELECT raw, reason FROM dead_letters', 'acme')
    const before = await letters()
    expect(new Set(before.map(({ raw }) => raw)).size).toBe(1)
    expect(before.length).toBe(2)
    const output = await instance.svc('dead-letters', 'replay', '--tenant', 'acme')
    expect(output).toContain('dead letters replayed: 1 ')
    expect((await letters()).length).toBe(3)
    expect(isBalanced(await instance.ledger('acme'))).toBe(true)
    expect(await instance.svc('dead-letters', 'replay', '--tenant', 'acme', '--reason', 'unknown_format')).toContain(
      'dead letters replayed: 0 ',
    )
  })
})

describe('raw HTTP', () => {
  const json = { 'content-type': 'application/json' }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('an envelope, lines, gzip and zstd', async () => {
    const event = (n: number) => `{"n":${n},  "kept" : "as sent é"}`
    const envelope = `{"connector_id":"http-json","connector_type":"test","source_format":"json","events":[${event(1)},${event(2)}]}`
    const lines = (from: number) => `${event(from)}\n${event(from + 1)}\nno event\n`
    const query = '?connector_id=http-lines&source_format=json'
    const ndjson = { ...bearer(globex), 'content-type': 'application/x-ndjson' }
    const accepted = await post('/v1/ingest', envelope, { ...bearer(globex), ...json })
    expect(accepted).toMatchObject({ status: 202, reply: { accepted: 2, rejected: 0, errors: [] } })
    const plain = await post(`/v1/ingest/batch${query}`, lines(10), ndjson)
    expect(plain).toMatchObject({
      status: 202,
      reply: { accepted: 2, rejected: 1, errors: ['event 3: not_an_object'] },
    })
    const gzip = await post(`/v1/ingest/batch${query}`, gzipSync(lines(20)), { ...ndjson, 'content-encoding': 'gzip' })
    expect(gzip).toMatchObject({ status: 202, reply: { accepted: 2, rejected: 1 } })
    const zstd = await post(`/v1/ingest/batch${query}`, zstdCompressSync(lines(30)), {
      ...ndjson,
      'content-encoding': 'zstd',
    })
    expect(zstd).toMatchObject({ status: 202, reply: { accepted: 2, rejected: 1 } })
    const rows = await instance.ledger('globex')
    expect(isBalanced(rows)).toBe(true)
    expect(bySource(rows, 'http-json')).toMatchObject({ received: 2, stored: 2 })
    expect(bySource(rows, 'http-lines')).toMatchObject({ received: 9, stored: 6, rejected: 3 })
    expect(await rawTexts('globex', 'http-json')).toEqual([event(1), event(2)])
    expect(await rawTexts('globex', 'http-lines')).toEqual([10, 11, 20, 21, 30, 31].map(event))
  })

  test('a dead letter of a pretty-printed event keeps its text through a replay', async () => {
    const pretty = '{\n  "n": 1,\n  "time": "1985-03-02T10:00:00Z"\n}'
    const next = '{"n":2,"time":"1985-03-02T10:00:00Z"}'
    const envelope = `{"connector_id":"clock-not-set","source_format":"json","events":[${pretty},${next}]}`
    expect((await post('/v1/ingest', envelope, { ...bearer(globex), ...json })).status).toBe(202)
    await instance.svc('drain', '--timeout', '120')
    const letters = () =>
      instance.rows<{ raw: string }>("SELECT raw FROM dead_letters WHERE connector_id = 'clock-not-set'", 'globex')
    expect((await letters()).map(({ raw }) => raw).sort()).toEqual([pretty, next].sort())
    await instance.svc('dead-letters', 'replay', '--tenant', 'globex')
    const twice = (await letters()).map(({ raw }) => raw)
    expect(twice.sort()).toEqual([pretty, pretty, next, next].sort())
  })

  test('a signed webhook', async () => {
    const mint = ['--template', 'webhook-generic', '--label', 'signed-hook', '--hmac-secret', HMAC_SECRET]
    const token = await instance.token('globex', ...mint)
    const body = '{"n":40}'
    const signature = (text: string) => `sha256=${createHmac('sha256', HMAC_SECRET).update(text).digest('hex')}`
    const sent = await post(`/v1/inbox/${token}`, body, { ...json, 'x-signature': signature(body) })
    expect(sent).toMatchObject({
      status: 200,
      reply: { accepted: 1, template_id: 'webhook-generic', label: 'signed-hook' },
    })
    expect((await post(`/v1/inbox/${token}`, body, { ...json, 'x-signature': signature('{}') })).status).toBe(401)
    expect((await post(`/v1/inbox/${token}`, body, json)).status).toBe(401)
    expect(bySource(await instance.ledger('globex'), 'signed-hook')).toMatchObject({ received: 1, stored: 1 })
  })

  test('HEC, CEF, e-mail and the Kubernetes audit webhook', async () => {
    const hec = await instance.token('globex', '--template', 'splunk-hec', '--label', 'hec')
    const cef = await instance.token('globex', '--template', 'cef-syslog', '--label', 'cef')
    const email = await instance.token('globex', '--template', 'email-forwarded', '--label', 'mail')
    const events = '{"event":{"n":50},"host":"h"}{"event":"text","time":1715670029}'
    expect(await post('/v1/inbox/hec', events, { authorization: `Splunk ${hec}` })).toMatchObject({
      status: 200,
      reply: { code: 0, accepted: 2 },
    })
    const line = 'CEF:0|Vendor|Product|1|100|Name|5|src=10.0.0.1'
    expect(
      await post('/v1/inbox/cef', `${line}\nnot cef\n`, { ...bearer(cef), 'content-type': 'text/plain' }),
    ).toMatchObject({
      status: 200,
      reply: { accepted: 1, rejected: 1 },
    })
    const mail = JSON.stringify({
      from: 'a@b.example',
      to: 'soc@b.example',
      subject: 'look',
      text: 'x',
      html: '',
      headers: {},
      attachments: [],
    })
    expect((await post(`/v1/inbox/email/${email}`, mail, json)).status).toBe(200)
    const item = { kind: 'Event', auditID: 'a-1', verb: 'get', stage: 'ResponseComplete', requestURI: '/api' }
    const list = JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [item] })
    const k8s = { ...json, 'x-svc-k8s-token': K8S_SECRET }
    expect(await post('/v1/ingest/k8s-audit/globex', list, k8s)).toMatchObject({ status: 202, reply: { accepted: 1 } })
    const rows = await instance.ledger('globex')
    expect(isBalanced(rows)).toBe(true)
    expect(bySource(rows, 'hec')).toMatchObject({ received: 2, stored: 2 })
    expect(bySource(rows, 'cef')).toMatchObject({ received: 2, stored: 1, rejected: 1 })
    expect(bySource(rows, 'mail')).toMatchObject({ received: 1, stored: 1 })
    expect(bySource(rows, 'k8s-audit')).toMatchObject({ received: 1, stored: 1 })
    expect(await rawTexts('globex', 'cef')).toEqual([line])
    expect(await rawTexts('globex', 'mail')).toEqual([mail])
  })
})

describe('a finding of a product', () => {
  const sendUdp = (...datagrams: readonly (string | Buffer)[]) =>
    new Promise<void>((resolve, reject) => {
      const socket = createSocket('udp4')
      const next = (at: number): void => {
        const datagram = datagrams[at]
        if (datagram === undefined) return void socket.close(() => resolve())
        socket.send(datagram, SYSLOG_PORT + instance.portOffset, '127.0.0.1', (error) =>
          error ? reject(error) : next(at + 1),
        )
      }
      next(0)
    })
  const sendTcp = (...pieces: readonly (string | Buffer)[]) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(SYSLOG_PORT + instance.portOffset, '127.0.0.1', () => {
        for (const piece of pieces) socket.write(piece)
        socket.end()
      })
      socket.on('error', reject).on('close', () => resolve())
    })
  const framed = (line: string) => `${Buffer.byteLength(line)} ${line}`
  const cef = (name: string, pairs: string) => `CEF:0|Acme|EDR|1|${name}|${name}|10|${pairs} rt=${Date.now()}`

  test('is an alert, from webhooks and from syslog, also beside unreadable events', async () => {
    const inbox = await instance.token('initech', '--template', 'webhook-generic', '--label', 'soar')
    const json = { 'content-type': 'application/json' }
    const hook = { title: 'Posted finding', severity: 'high', host: 'ws1', user: 'kim', url: 'https://bad.example/x' }
    expect((await post(`/v1/inbox/${inbox}`, JSON.stringify(hook), json)).status).toBe(200)
    const header = `<14>1 ${new Date().toISOString()} manager1 edr - - -`
    await sendUdp(
      Buffer.from([0, 0, 0x61]),
      'plain words without a priority',
      Buffer.from(`${header} caf\xe9`, 'latin1'),
      `${header} ${cef('Malware by UDP', 'shost=ws2 src=10.0.0.2')}`,
      `${header} LEEF:2.0|Acme|EDR|1|Worm by UDP|^|cat=Malware^src=10.0.0.3^identHostName=ws3^sev=10^devTime=${Date.now()}`,
    )
    await sendTcp(
      'words\n',
      Buffer.from([1, 2, 3, 10]),
      framed(`${header} ${cef('Malware by TCP', 'dhost=ws4 dst=10.0.0.4')}`),
      framed(`${header} ${cef('Malware by TCP', 'dhost=ws5 dst=10.0.0.5')}`),
    )
    const people = await openFollower(instance, ['initech'])
    type Item = { title: string; severity: string; affected_hosts: string[] }
    const alerts = async () => {
      const { items } = (await people.get('initech', '/alerts?limit=100')) as { items: Item[] }
      return items.map(({ title, severity, affected_hosts }) => [title, severity, affected_hosts])
    }
    await until('five alerts', async () => (await alerts()).length >= 5)
    expect((await alerts()).sort()).toEqual([
      ['Malware by TCP on ws4', 'critical', ['ws4']],
      ['Malware by TCP on ws5', 'critical', ['ws5']],
      ['Malware by UDP on ws2', 'critical', ['ws2']],
      ['Malware on ws3', 'critical', ['ws3']],
      ['Posted finding on ws1', 'high', ['ws1']],
    ])
    const [latin] = await instance.rows<{ message: string }>(
      "SELECT message FROM events WHERE source = 'edr-udp' AND raw LIKE '%caf%'",
      'initech',
    )
    expect(latin).toEqual({ message: 'café' })
  })
})

describe('the installation', () => {
  test('a second instance on its folder is refused, and the first continues', async () => {
    const second = await instance.run('up', '--port-offset', String(instance.portOffset + 1))
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/data is in use by process \d+/)
    expect((await fetch(`${instance.ingestUrl}/health`)).status).toBe(200)
  })

  test('leaves no process behind when stopped, and has all its data when started again', async () => {
    const before = await instance.ledger('acme')
    const pids = instance.pids()
    expect(pids.length).toBe(6)
    const exit = await instance.end('SIGTERM')
    expect(exit).toMatchObject({ code: 0, signal: null })
    expect(exit.ms).toBeLessThan(10_000)
    await until('its processes to be gone', () => !pids.some(isAlive))
    expect((await instance.run('ledger')).stderr).toContain('no instance is running on')

    await instance.restart()
    expect(await instance.token('acme')).toBe(acme)
    expect(await instance.ledger('acme')).toEqual(before)
    const [sample] = SAMPLES
    if (!sample) throw new Error('there is a sample')
    const options = ['--format', sample.format, '--connector', sample.connector, '--tenant-token', acme]
    await instance.svc('send', sample.file, ...options)
    const after = await instance.ledger('acme')
    expect(total(after).stored).toBe(total(before).stored)
    expect(total(after).received).toBe(total(before).received + eventsIn(sample))
  })

  test('a folder of a newer version is refused', async () => {
    await instance.end('SIGTERM')
    const file = path.join(instance.dir, 'version.json')
    const version = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, JSON.stringify({ layout: 1_000_000 }))
    const { code, stderr } = await instance.run('up')
    expect(code).toBe(1)
    expect(stderr).toContain('was written by a newer version')
    fs.writeFileSync(file, version)
    await instance.restart()
  })
})

function isJsonObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
