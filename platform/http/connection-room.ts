/**
 * Limits the connections of a server. A connection that has presented a valid credential is kept. When the server is
 * full, a new connection displaces one without a credential: the oldest one of the source address that has the most of
 * them. So a flood from a few addresses displaces itself, and a sender from another address has time to present its
 * credential.
 */
import fs from 'node:fs'
import type { Socket } from 'node:net'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { FullestGroup } from './fullest-group.ts'
import { sourceOf } from './source-address.ts'

export type ConnectionRoom = {
  /**
   * Call it when the client of a connection has presented a credential of `holder`, a tenant. Beyond the tenant's share
   * of the room the connection still counts as one without a credential.
   */
  readonly proven: (socket: Socket, holder: string) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    connectionRoom: ConnectionRoom
  }
}

export type RoomOptions = {
  readonly connectionsMax: number
  /** Share of the room that one holder's connections may take; half when absent. */
  readonly holderPart?: number
  readonly log: Log
  /** Absent in the console. */
  readonly metrics?: Metrics | undefined
}

/** @bound connections with a credential of one tenant = {:percent} of all -> further ones count as without credential */
const HOLDER_PART = 0.5
/** A server of HTTP, TCP or TLS. */
type Accepting = { on(event: 'connection', listener: (socket: Socket) => void): unknown }

/** Least interval of warnings. */
const WARN_EVERY_MS = 60_000
/** The remaining file descriptors are for the process's log, its stores and its outbound connections. */
const PART_OF_FILES = 0.5

/**
 * Replaces the server's `maxConnections`: a new connection is refused only when all others have presented a credential.
 */
export function keepRoom(server: Accepting, options: RoomOptions): ConnectionRoom {
  const room = new Room({ ...options, connectionsMax: withinOpenFiles(options.connectionsMax) })
  server.on('connection', (socket: Socket) => room.admit(socket))
  return { proven: (socket, holder) => room.proven(socket, holder) }
}

class Room {
  readonly #options: RoomOptions
  readonly #unproven = new FullestGroup<Socket>()
  readonly #proven = new Map<Socket, string>()
  readonly #perHolder = new Map<string, number>()
  readonly #refused: (outcome: 'displaced' | 'refused') => void
  #warnAfterMs = 0
  #unwarned = 0

  constructor(options: RoomOptions) {
    this.#options = options
    const { metrics } = options
    metrics?.observed('svc_connections_open', 'Open connections', () => this.#size)
    metrics?.observed('svc_connections_proven', 'Those that have shown a credential', () => this.#proven.size)
    const cut = metrics?.counter(
      'svc_connections_cut_total',
      'Connections without a credential that made room for others, or found none',
      ['outcome'],
    )
    this.#refused = (outcome) => cut?.inc(1, { outcome })
  }

  get #size(): number {
    return this.#unproven.size + this.#proven.size
  }

  admit(socket: Socket): void {
    if (this.#size >= this.#options.connectionsMax) {
      const displaced = this.#unproven.oldestOfFullest()
      this.#cut(displaced ?? socket, displaced === undefined ? 'refused' : 'displaced')
      if (displaced === undefined) return
    }
    this.#unproven.add(sourceOf(socket.remoteAddress ?? ''), socket)
    socket.once('close', () => this.#forget(socket))
  }

  proven(socket: Socket, holder: string): void {
    // The connection may have been displaced while its credential was looked up.
    if (!this.#unproven.has(socket)) return
    const connections = this.#perHolder.get(holder) ?? 0
    const { connectionsMax, holderPart = HOLDER_PART } = this.#options
    if (connections >= connectionsMax * holderPart) return
    this.#unproven.delete(socket)
    this.#proven.set(socket, holder)
    this.#perHolder.set(holder, connections + 1)
  }

  #cut(socket: Socket, outcome: 'displaced' | 'refused'): void {
    const from = socket.remoteAddress
    this.#forget(socket)
    socket.destroy()
    this.#refused(outcome)
    this.#unwarned++
    const now = performance.now()
    if (now < this.#warnAfterMs) return
    this.#warnAfterMs = now + WARN_EVERY_MS
    const { log, connectionsMax } = this.#options
    const counts = { cut: this.#unwarned, proven: this.#proven.size, connections_max: connectionsMax, from, outcome }
    log.warn(counts, 'too many connections, closing those without a credential')
    this.#unwarned = 0
  }

  #forget(socket: Socket): void {
    this.#unproven.delete(socket)
    const holder = this.#proven.get(socket)
    if (holder === undefined) return
    this.#proven.delete(socket)
    const connections = (this.#perHolder.get(holder) ?? 1) - 1
    if (connections === 0) this.#perHolder.delete(holder)
    else this.#perHolder.set(holder, connections)
  }
}

function withinOpenFiles(wanted: number): number {
  const file = '/proc/self/limits'
  const limits = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const soft = /^Max open files +(\d+) /m.exec(limits)?.[1]
  return soft === undefined ? wanted : Math.min(wanted, Math.floor(Number(soft) * PART_OF_FILES))
}
