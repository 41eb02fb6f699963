/** Opens the syslog listeners. */
// biome-ignore lint/style/noRestrictedImports: datagrams are received here, and none is sent
import { createSocket } from 'node:dgram'
// biome-ignore lint/style/noRestrictedImports: connections are accepted here, and none is made
import { createServer, type Server, type Socket } from 'node:net'
// biome-ignore lint/style/noRestrictedImports: the same over TLS
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { IngestSource } from '../../control/platform/connectors/index.ts'
import { keepRoom } from '../../platform/http/connection-room.ts'
import type { Log } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { FrameReader, MESSAGE_BYTES_MAX, trimmed } from './frames.ts'
import type { ListenerSpec } from './listener-spec.ts'
import type { Outbox, OutboxCounts } from './outbox.ts'

export type TlsFiles = {
  readonly cert: Buffer
  readonly key: Buffer
  /** The authority that signs client certificates; null when clients need none. */
  readonly ca: Buffer | null
}

export type ListenersDeps = {
  readonly host: string
  readonly portOffset: number
  readonly specs: readonly ListenerSpec[]
  readonly tls: TlsFiles | null
  readonly outbox: Outbox
  readonly counts: OutboxCounts
  readonly log: Log
}

/** A sender that is silent for this long is disconnected. */
const IDLE_MS = 60 * 60_000
/** @bound connections of a syslog listener -> connections that have sent nothing are closed */
const CONNECTIONS_MAX = 5000
const UDP_BUFFER_BYTES = 8 * 1024 * 1024

/**
 * Opens the listeners, and resolves with a function that closes them all. Rejects, with none left open, when one cannot
 * be opened.
 */
export async function openListeners(deps: ListenersDeps): Promise<() => Promise<void>> {
  const open: (() => Promise<void>)[] = []
  const close = async () => void (await Promise.all(open.splice(0).map((one) => one())))
  try {
    for (const spec of deps.specs)
      open.push(await (spec.protocol === 'udp' ? openUdp(deps, spec) : openStream(deps, spec)))
  } catch (error) {
    await close()
    throw error
  }
  return close
}

const sourceOf = (spec: ListenerSpec, tenant: TenantId): IngestSource => ({
  ...{ tenant, connectorId: spec.source, type: 'syslog', sourceFormat: 'syslog' },
})

async function openUdp({ host, portOffset, outbox, counts, log }: ListenersDeps, spec: ListenerSpec) {
  const { tenant } = spec
  if (tenant === null) throw new Error('datagrams have no certificate')
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: UDP_BUFFER_BYTES })
  const source = sourceOf(spec, tenant)
  // A datagram is a message (RFC 5426, section 3.1).
  socket.on('message', (datagram) => {
    if (outbox.isFull()) return counts.dropped(1, 'full')
    const message = trimmed(datagram.subarray(0, MESSAGE_BYTES_MAX))
    // Ingest refuses messages of NULs alone, so that the ledger counts them.
    if (message.length > 0) outbox.add(source, message)
    else if (datagram.includes(0)) outbox.add(source, Buffer.from(datagram.subarray(0, MESSAGE_BYTES_MAX)))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(spec.port + portOffset, host, () => {
      socket.off('error', reject)
      socket.on('error', (err) => log.warn({ err, port: spec.port }, 'syslog listener over UDP failed'))
      resolve()
    })
  })
  return () => new Promise<void>((resolve) => socket.close(() => resolve()))
}

async function openStream(deps: ListenersDeps, spec: ListenerSpec) {
  /** Keyed by the remote address, because for TLS the server reports another socket object than the accepted one. */
  const sockets = new Map<string, Socket>()
  const accept = (socket: Socket, tenant: TenantId | null) => {
    if (tenant === null) return void socket.destroy()
    const accepted = sockets.get(originOf(socket))
    // Plain TCP has no credential, so a connection counts as a sender after its first message.
    const onMessage = () => accepted && room.proven(accepted, tenant)
    readMessages(deps, socket, sourceOf(spec, tenant), spec, onMessage)
  }
  const server =
    spec.protocol === 'tcp' ? createServer((socket) => accept(socket, spec.tenant)) : tlsServer(deps, spec, accept)
  const room = keepRoom(server, { connectionsMax: CONNECTIONS_MAX, holderPart: 1, log: deps.log })
  // Includes connections that never finish their handshake.
  server.on('connection', (socket: Socket) => {
    const origin = originOf(socket)
    sockets.set(origin, socket)
    socket.once('close', () => sockets.delete(origin))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(spec.port + deps.portOffset, deps.host, () => {
      server.off('error', reject)
      server.on('error', (err) => deps.log.warn({ err, port: spec.port }, 'syslog listener failed'))
      resolve()
    })
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets.values()) socket.destroy()
    await closed
  }
}

const originOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function tlsServer(
  { tls, log }: ListenersDeps,
  spec: ListenerSpec,
  accept: (socket: Socket, tenant: TenantId | null) => void,
): Server {
  if (tls === null) throw new Error('a listener over TLS needs a certificate and its key')
  const needsCertificate = spec.tenant === null || tls.ca !== null
  const server = createTlsServer(
    {
      ...{
        cert: tls.cert,
        key: tls.key,
        minVersion: 'TLSv1.2',
        requestCert: needsCertificate,
        rejectUnauthorized: needsCertificate,
      },
      ...(tls.ca === null ? {} : { ca: tls.ca }),
    },
    (socket) => accept(socket, spec.tenant ?? certified(socket, log, spec)),
  )
  server.on('tlsClientError', (err, socket) =>
    log.info({ reason: err.message, from: socket.remoteAddress, port: spec.port }, 'syslog sender rejected'),
  )
  return server
}

/** The common name of a client certificate that our authority signed. */
function certified(socket: TLSSocket, log: Log, { port }: ListenerSpec): TenantId | null {
  const name = socket.getPeerCertificate().subject?.CN
  try {
    return tenantId(String(name))
  } catch {
    log.info({ name, from: socket.remoteAddress, port }, 'syslog sender rejected: its certificate names no tenant')
    return null
  }
}

function readMessages(
  { outbox, log }: ListenersDeps,
  socket: Socket,
  source: IngestSource,
  { port }: ListenerSpec,
  onMessage: () => void,
): void {
  const frames = new FrameReader()
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    for (const message of frames.read(chunk)) {
      outbox.add(source, message)
      onMessage()
    }
    if (frames.fault !== null) {
      const { remoteAddress: from } = socket
      log.info(
        { reason: frames.fault, from, tenant: source.tenant, port },
        'syslog sender disconnected: invalid framing',
      )
      socket.destroy()
      return
    }
    if (!outbox.isFull()) return
    // Stops reading, which makes the sender wait: TCP offers no other back-pressure.
    socket.pause()
    void outbox.room().then(() => socket.resume())
  })
  // Runs also after a reset.
  socket.on('close', () => {
    for (const message of frames.end()) outbox.add(source, message)
  })
}
