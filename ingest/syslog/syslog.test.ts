/** Syslog as senders use it, over local sockets, to a fake ingest that is busy, down or refuses. */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import fs from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect as connectTls } from 'node:tls'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushBody } from '../../control/platform/connectors/index.ts'
import { AppError } from '../../platform/errors.ts'
import { framesIn } from '../../schemas/frames.ts'
import { FrameReader, MESSAGE_BYTES_MAX } from './frames.ts'
import { type ListenerSpec, listenerSpecs } from './listener-spec.ts'
import { openListeners, type TlsFiles } from './open-listeners.ts'
import { Outbox, type OutboxCounts } from './outbox.ts'

const log = pino({ level: 'silent' })

describe('frames', () => {
  const counted = (text: string) => `${Buffer.byteLength(text)} ${text}`
  const read = (chunks: readonly Buffer[]) => {
    const reader = new FrameReader()
    const messages = chunks.flatMap((chunk) => reader.read(chunk))
    return [...messages, ...reader.end()].map(String)
  }

  test('are the same however the stream is chunked', () => {
    const message = fc.string({ minLength: 1, maxLength: 60 }).map((text) => `<13>${text.replaceAll(/[\r\n\0]/g, '_')}`)
    const frame = fc
      .tuple(message, fc.boolean())
      .map(([text, isCounted]) => ({ text, wire: isCounted ? counted(text) : `${text}\n` }))
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 20 }), fc.array(fc.nat(200), { maxLength: 20 }), (frames, cuts) => {
        const bytes = Buffer.from(frames.map(({ wire }) => wire).join(''))
        const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])].sort(
          (a, b) => a - b,
        )
        const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end))
        expect(read(chunks)).toEqual(frames.map(({ text }) => text))
      }),
      { numRuns: 300, seed: 20260131 },
    )
  })

  test('keep line ends inside counted messages, and lose trailing ones', () => {
    expect(read([Buffer.from('7 <13>a\nb\n9 <13>c\r\n\0\0<13>d\r\n\n<13>e')])).toEqual([
      '<13>a\nb',
      '<13>c',
      '<13>d',
      '<13>e',
    ])
  })

  test('are cut when they are too long, and invalid ones end the stream', () => {
    const reader = new FrameReader()
    const long = Buffer.from(`<13>${'x'.repeat(MESSAGE_BYTES_MAX)}`)
    expect(reader.read(long)[0]?.length).toBe(MESSAGE_BYTES_MAX)
    expect(reader.cut).toBe(1)
    for (const none of ['12x', '12345678', '999999 x']) {
      const counting = new FrameReader()
      expect(counting.read(Buffer.from(`5 <13>a${none}`)).map(String)).toEqual(['<13>a', none])
      expect(counting.fault).toContain('neither')
      expect([...counting.read(Buffer.from('5 <13>b')), ...counting.end()]).toEqual([])
    }
    const large = new FrameReader()
    expect(large.read(Buffer.from('5 <13>a999999 <13>x')).map(String)).toEqual(['<13>a', '<13>x'])
    expect(large.fault).toContain('at most')
    for (const open of ['99', '99 ', '99 <13>']) expect(new FrameReader().read(Buffer.from(open))).toEqual([])
  })

  test('an incomplete last message is kept as received', () => {
    expect(read([Buffer.from('5 <13>a99 <13>b')])).toEqual(['<13>a', '<13>b'])
    expect(read([Buffer.from('99 <13>'), Buffer.from('b')])).toEqual(['<13>b'])
    for (const none of ['5 <13>a99', '5 <13>a99 ']) expect(read([Buffer.from(none)])).toEqual(['<13>a'])
  })

  test('NULs after a line end are not part of the next line', () => {
    expect(read([Buffer.from('<13>a\n\0<13>b\n\0')])).toEqual(['<13>a', '<13>b'])
  })

  test('a sender without octet counting may begin its lines with digits', () => {
    const lines = ['2026-11-28T05:20:00Z host app: one', '1732770000 two', '42', 'three']
    expect(read([Buffer.from(lines.join('\n'))])).toEqual(lines)
  })
})

describe('what is listened on', () => {
  test('is a list', () => {
    expect(listenerSpecs('udp:5514:acme, tls:6514:certificate:edge,')).toEqual([
      { protocol: 'udp', port: 5514, tenant: 'acme', source: 'syslog-5514' },
      { protocol: 'tls', port: 6514, tenant: null, source: 'edge' },
    ])
    expect(listenerSpecs('')).toEqual([])
  })
  test.each([
    ['http:80:acme', 'not like'],
    ['udp:0:acme', 'not like'],
    ['udp:70000:acme', 'not like'],
    ['udp:5514', ''],
    ['udp:5514:a b', ''],
    ['udp:5514:certificate', 'only tls'],
    ['tcp:5514:acme:a/b', 'a source'],
    ['tcp:5514:acme,tls:5514:acme', 'named twice'],
  ])('%s is refused', (text, why) => {
    expect(() => listenerSpecs(text)).toThrow(why)
  })
})

const folder = fs.mkdtempSync(path.join(tmpdir(), 'svc-syslog-'))
const inFolder = (name: string) => path.join(folder, name)
let tls: TlsFiles

beforeAll(() => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    `${name}.key`,
  ]
  openssl('req', '-x509', ...key('ca'), '-out', 'ca.pem', '-days', '2', '-subj', '/CN=authority')
  for (const [name, subject] of [
    ['server', 'localhost'],
    ['acme', 'acme'],
    ['nobody', 'No Tenant!'],
  ] as const) {
    openssl('req', ...key(name), '-out', `${name}.csr`, '-subj', `/CN=${subject}`)
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-days',
      '2',
    )
  }
  openssl('req', '-x509', ...key('stranger'), '-out', 'stranger.pem', '-days', '2', '-subj', '/CN=acme')
  const file = (name: string) => fs.readFileSync(inFolder(name))
  tls = { cert: file('server.pem'), key: file('server.key'), ca: file('ca.pem') }
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('listeners', () => {
  type Pushed = { readonly tenant: string; readonly source: string; readonly messages: readonly string[] }
  let pushed: Pushed[]
  let faults: AppError[]
  let counted: Record<string, number>
  let outbox: Outbox
  let close: (() => Promise<void>) | null
  const counts: OutboxCounts = {
    pushed: (n) => void (counted.pushed = (counted.pushed ?? 0) + n),
    dropped: (n, reason) => void (counted[reason] = (counted[reason] ?? 0) + n),
  }
  const push: PushBody = async ({ tenant, connectorId }, contentType, body) => {
    const fault = faults.shift()
    if (fault) throw fault
    expect(contentType).toBe('application/vnd.svc.messages')
    const frames = [...framesIn(Buffer.from(body))]
    expect(new Set(frames.map(({ key }) => key)).size).toBe(frames.length)
    pushed.push({ tenant, source: connectorId, messages: frames.map((frame) => String(frame.body)) })
  }
  const all = () => pushed.flatMap(({ messages }) => messages)

  beforeEach(() => {
    pushed = []
    faults = []
    counted = {}
    close = null
    outbox = new Outbox(push, counts, log)
  })
  afterEach(async () => {
    await close?.()
    await outbox.stop()
  })

  async function freePort(): Promise<number> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    return port
  }
  async function open(text: (port: number) => string, files: TlsFiles | null = tls): Promise<number> {
    const port = await freePort()
    const specs: readonly ListenerSpec[] = listenerSpecs(text(port))
    close = await openListeners({ host: '127.0.0.1', portOffset: 0, specs, tls: files, outbox, counts, log })
    return port
  }
  const sent = (port: number, text: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(text))
      socket.on('close', () => resolve()).on('error', reject)
    })
  /** Resolves with true when the connection was accepted. */
  const sentOverTls = (port: number, text: string, name: string | null) =>
    new Promise<boolean>((resolve) => {
      const own =
        name === null
          ? {}
          : { cert: fs.readFileSync(inFolder(`${name}.pem`)), key: fs.readFileSync(inFolder(`${name}.key`)) }
      const ca = fs.readFileSync(inFolder('ca.pem'))
      const socket = connectTls({ port, host: '127.0.0.1', ca, ...own, checkServerIdentity: () => undefined }, () =>
        socket.end(text),
      )
      let isLetIn = true
      socket.on('error', () => {
        isLetIn = false
      })
      socket.on('close', () => resolve(isLetIn))
      socket.resume()
    })

  test('over UDP read a datagram as a message', async () => {
    const port = await open((port) => `udp:${port}:acme:firewall`)
    const socket = createSocket('udp4')
    for (const text of ['<13>one\n', '<13>two\nlines', '\n', '\0\0', '\0\0<13>three'])
      await new Promise((resolve) => socket.send(text, port, '127.0.0.1', resolve))
    // Ingest refuses NULs, so that the ledger counts them.
    const accepted = ['<13>one', '<13>two\nlines', '\0\0', '\0\0<13>three']
    await expect.poll(all, { timeout: 10_000 }).toEqual(accepted)
    expect(pushed[0]).toMatchObject({ tenant: 'acme', source: 'firewall' })
    socket.close()
  })

  test('over TCP accept lines and counted messages, each listener for its tenant', async () => {
    const [first, second] = [await freePort(), await freePort()]
    const specs = listenerSpecs(`tcp:${first}:acme,tcp:${second}:globex`)
    close = await openListeners({ host: '127.0.0.1', portOffset: 0, specs, tls: null, outbox, counts, log })
    await Promise.all([sent(first, '<13>a\n<13>b\n6 <13>c\n<13>no end'), sent(second, '<13>theirs\n')])
    await expect.poll(() => counted.pushed, { timeout: 10_000 }).toBe(5)
    const of = (tenant: string) => pushed.filter((one) => one.tenant === tenant).flatMap(({ messages }) => messages)
    expect([of('acme'), of('globex')]).toEqual([['<13>a', '<13>b', '<13>c', '<13>no end'], ['<13>theirs']])
  })

  test('disconnect a sender with invalid framing, and continue with the others', async () => {
    const port = await open((port) => `tcp:${port}:acme`)
    await sent(port, '13 <13>before it9GET / HTTP/1.1\n').catch(() => {})
    await sent(port, '<13>after\n')
    await expect.poll(all, { timeout: 10_000 }).toEqual(['<13>before it', '9GET / HTTP/1.1', '<13>after'])
  })

  test('lose nothing of what a connection sent before it broke', async () => {
    const port = await open((port) => `tcp:${port}:acme`)
    await sent(port, '5 <13>a99 <13>cut short')
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.write('<13>b\n<13>no end', () => resolve()))
    await expect.poll(all, { timeout: 10_000 }).toEqual(['<13>a', '<13>cut short', '<13>b'])
    socket.resetAndDestroy()
    await expect.poll(all, { timeout: 10_000 }).toEqual(['<13>a', '<13>cut short', '<13>b', '<13>no end'])
  })

  test('over TLS take the tenant from a certificate that our authority signed, and reject any other', async () => {
    const port = await open((port) => `tls:${port}:certificate`)
    await sentOverTls(port, '<13>of acme\n', 'acme')
    await sentOverTls(port, '<13>forged\n', 'stranger')
    await sentOverTls(port, '<13>without\n', null)
    await sentOverTls(port, '<13>no tenant\n', 'nobody')
    await expect.poll(all, { timeout: 10_000 }).toEqual(['<13>of acme'])
    expect(pushed[0]?.tenant).toBe('acme')
  })

  test('close at once, also during a handshake', async () => {
    const port = await open((port) => `tls:${port}:acme`)
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => {}))
    await close?.()
    close = null
    await ended
  }, 10_000)

  test('over TLS without a certificate of the server are not opened', async () => {
    await expect(open((port) => `tls:${port}:acme`, null)).rejects.toThrow('needs a certificate')
  })

  test('hold messages in order while ingest is down, and drop those that it refuses', async () => {
    const port = await open((port) => `tcp:${port}:acme`)
    faults = [new AppError('unavailable', 'away'), new AppError('unavailable', 'away')]
    await sent(port, Array.from({ length: 50 }, (_, i) => `<13>${i}\n`).join(''))
    await expect.poll(() => counted.pushed, { timeout: 20_000 }).toBe(50)
    expect(all()).toEqual(Array.from({ length: 50 }, (_, i) => `<13>${i}`))
    faults = [new AppError('bad_request', 'suspended')]
    await sent(port, '<13>refused\n')
    await expect.poll(() => counted.refused, { timeout: 10_000 }).toBe(1)
    expect(outbox.heldBytes).toBe(0)
  })

  test('a full outbox makes TCP senders wait and drops datagrams, counted', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    outbox = new Outbox(
      async (...args) => {
        await held
        await push(...args)
      },
      counts,
      log,
    )
    const [tcp, udp] = [await freePort(), await freePort()]
    const specs = listenerSpecs(`tcp:${tcp}:acme,udp:${udp}:acme:dgram`)
    close = await openListeners({ host: '127.0.0.1', portOffset: 0, specs, tls: null, outbox, counts, log })
    const line = `<13>${'x'.repeat(60_000)}\n`
    const lines = 1500
    let isSent = false
    const sending = sent(tcp, line.repeat(lines)).then(() => {
      isSent = true
    })
    await expect.poll(() => outbox.isFull(), { timeout: 20_000 }).toBe(true)
    const socket = createSocket('udp4')
    await new Promise((resolve) => socket.send('<13>lost', udp, '127.0.0.1', resolve))
    await expect.poll(() => counted.full, { timeout: 10_000 }).toBe(1)
    socket.close()
    expect([isSent, outbox.heldBytes < 80 * 1024 * 1024]).toEqual([false, true])
    release()
    await sending
    await expect.poll(() => counted.pushed, { timeout: 30_000 }).toBe(lines)
    expect(outbox.heldBytes).toBe(0)
  }, 60_000)
})
