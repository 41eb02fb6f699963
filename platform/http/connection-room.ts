/**
 * Room for connections. A server has so many at most, and whoever has shown a credential keeps his: a connection that has
 * shown none makes room for a new one when there is no more. It is the oldest one of the source that has the most of
 * them, so that a flood from a few addresses displaces itself and a sender from anywhere else gets the time to show his.
 */
import fs from 'node:fs'
import type { Socket } from 'node:net'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { FullestGroup } from './fullest-group.ts'
import { sourceOf } from './source-address.ts'

export type ConnectionRoom = {
  /**
   * Notes that the client of the connection has shown a credential of `holder`, a tenant. Past the tenant's part of the
   * room the connection counts as one without a credential.
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
  /** Part of the room that one holder may have proven; half when absent. */
  readonly holderPart?: number
  readonly log: Log
  /** A console has none. */
  readonly metrics?: Metrics | undefined
}

const HOLDER_PART = 0.5
/** A server of HTTP, TCP or TLS. */
type Accepting = { on(event: 'connection', listener: (socket: Socket) => void): unknown }

/** Between two warnings. */
const WARN_EVERY_MS = 60_000
/** The rest of the files that the process may have open is for its log, its stores and what it asks elsewhere. */
const PART_OF_FILES = 0.5

/** Replaces `maxConnections` of the server: a new connection is refused only when all others have shown a credential. */
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
    // It may have been displaced while its credential was looked up.
    if (!this.#unproven.has(socket)) return
    const held = this.#perHolder.get(holder) ?? 0
    const { connectionsMax, holderPart = HOLDER_PART } = this.#options
    if (held >= connectionsMax * holderPart) return
    this.#unproven.delete(socket)
    this.#proven.set(socket, holder)
    this.#perHolder.set(holder, held + 1)
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
    log.warn(counts, 'too many connections: those without a credential make room')
    this.#unwarned = 0
  }

  #forget(socket: Socket): void {
    this.#unproven.delete(socket)
    const holder = this.#proven.get(socket)
    if (holder === undefined) return
    this.#proven.delete(socket)
    const held = (this.#perHolder.get(holder) ?? 1) - 1
    if (held === 0) this.#perHolder.delete(holder)
    else this.#perHolder.set(holder, held)
  }
}

function withinOpenFiles(wanted: number): number {
  const file = '/proc/self/limits'
  const limits = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const soft = /^Max open files +(\d+) /m.exec(limits)?.[1]
  return soft === undefined ? wanted : Math.min(wanted, Math.floor(Number(soft) * PART_OF_FILES))
}
