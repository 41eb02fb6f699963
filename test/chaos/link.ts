/** A TCP connection between two parties that runs through this process, and the faults that it can have. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../e2e/until.ts'

export type LinkFault =
  /** Resets all connections, again and again. */
  | { readonly kind: 'reset' }
  /** Refuses new connections; open ones are reset. */
  | { readonly kind: 'refused' }
  /** Holds all bytes back, and delivers them later. */
  | { readonly kind: 'silent' }
  /** Nothing arrives any more on these connections: the server notices it in the end, the client does not. */
  | { readonly kind: 'half-open' }
  /** Requests arrive, responses do not: the server does the work, but the connection stays silent. */
  | { readonly kind: 'unanswered' }
  /** Delays each piece by so much. */
  | { readonly kind: 'late'; readonly ms: number }
  /** This many bytes of each connection arrive, then it ends on both sides, with a reset or with a normal close. */
  | { readonly kind: 'cut'; readonly way: Way; readonly bytes: number; readonly isReset: boolean }
  /** Rate of each direction of each connection. */
  | { readonly kind: 'narrow'; readonly bytesPerSecond: number }

/** From the client to the server, or back. */
type Way = 'request' | 'answer'

const HOST = '127.0.0.1'
const RESET_EVERY_MS = 300
const NARROW_EVERY_MS = 100

export class Link {
  readonly port: number
  /** Port of the server; nobody connects before it is known. */
  targetPort: number
  #server: Server
  #fault: LinkFault | null = null
  #restored = Promise.withResolvers<void>()
  #resetting: NodeJS.Timeout | undefined
  readonly #wires = new Set<Wire>()

  private constructor(server: Server, port: number, targetPort: number) {
    this.#server = server
    this.port = port
    this.targetPort = targetPort
    this.#serve(server)
  }

  static async to(targetPort: number): Promise<Link> {
    const server = await listening(0)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the link has no port')
    return new Link(server, address.port, targetPort)
  }

  /** The same URL, through this link. */
  through(url: string): string {
    return url.replace(`${HOST}:${new URL(url).port}`, `${HOST}:${this.port}`)
  }

  get fault(): LinkFault | null {
    return this.#fault
  }

  /** Resolves when the fault is over; at once, while there is none. */
  get restored(): Promise<void> {
    return this.#fault === null ? Promise.resolve() : this.#restored.promise
  }

  /** Begins a fault; one at a time. */
  begin(fault: LinkFault): void {
    this.#fault = fault
    this.#restored = Promise.withResolvers()
    for (const wire of this.#wires) wire.begin()
    if (fault.kind === 'reset') this.#resetting = setInterval(() => this.#resetAll(), RESET_EVERY_MS)
    if (fault.kind === 'refused') this.#server.close()
    if (fault.kind === 'reset' || fault.kind === 'refused') this.#resetAll()
  }

  async restore(): Promise<void> {
    const was = this.#fault
    this.#fault = null
    clearInterval(this.#resetting)
    for (const wire of this.#wires) wire.restore()
    this.#restored.resolve()
    if (was?.kind !== 'refused') return
    await until(`port ${this.port} to be free again`, async () => {
      const server = await listening(this.port).catch(() => null)
      if (server === null) return false
      this.#server = server
      this.#serve(server)
      return true
    })
  }

  async close(): Promise<void> {
    if (this.#fault !== null) await this.restore()
    this.#server.close()
    this.#resetAll()
  }

  /** Both sockets are kept until both are closed: a forgotten one would keep this process from ending. */
  #serve(listener: Server): void {
    listener.on('connection', (client) => {
      const server = connect({ host: HOST, port: this.targetPort, allowHalfOpen: true })
      const wire = new Wire(this, client, server)
      this.#wires.add(wire)
      for (const socket of [client, server]) {
        socket.once('close', () => {
          if (client.closed && server.closed) this.#wires.delete(wire)
        })
      }
    })
  }

  #resetAll(): void {
    for (const wire of this.#wires) wire.reset()
  }
}

function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true, noDelay: true })
    server.once('error', reject)
    server.listen(port, HOST, () => resolve(server))
  })
}

class Wire {
  readonly #link: Link
  readonly #client: Socket
  readonly #server: Socket
  /** Bytes since the fault began. */
  readonly #passed = { request: 0, answer: 0 }
  /** Half open: the client may write, and never receives anything. */
  #isDead = false

  constructor(link: Link, client: Socket, server: Socket) {
    this.#link = link
    this.#client = client
    this.#server = server
    server.setNoDelay(true)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    this.begin()
    void this.#carry(client, server, 'request')
    void this.#carry(server, client, 'answer')
  }

  begin(): void {
    this.#passed.request = 0
    this.#passed.answer = 0
    if (this.#link.fault?.kind === 'half-open') this.#isDead = true
  }

  restore(): void {
    if (this.#isDead) this.#server.destroy()
  }

  reset(): void {
    for (const socket of [this.#client, this.#server]) socket.resetAndDestroy()
  }

  /** Carries bytes until one side has ended or is gone. */
  async #carry(from: Socket, to: Socket, way: Way): Promise<void> {
    try {
      for await (const bytes of from as AsyncIterable<Buffer>) await this.#pass(bytes, to, way)
      if (!mayPassEnds(this.#link.fault)) await this.#link.restored
      if (!this.#isDead) to.end()
      else if (way === 'request') this.reset()
    } catch {
      if (!mayPassEnds(this.#link.fault)) await this.#link.restored
      if (!this.#isDead || way === 'request') this.reset()
    }
  }

  async #pass(bytes: Buffer, to: Socket, way: Way): Promise<void> {
    const { fault } = this.#link
    if (fault?.kind === 'unanswered' && way === 'answer') this.#isDead = true
    if (this.#isDead) return
    if (fault?.kind === 'silent') await this.#link.restored
    if (fault?.kind === 'late') await delay(fault.ms)
    if (fault?.kind === 'cut' && fault.way === way) return this.#passUpTo(fault.bytes, bytes, to, way)
    if (fault?.kind === 'narrow') return this.#passSlowly(fault.bytesPerSecond, bytes, to)
    await written(to, bytes)
  }

  async #passUpTo(bytesMax: number, bytes: Buffer, to: Socket, way: Way): Promise<void> {
    const { fault } = this.#link
    const some = bytes.subarray(0, bytesMax - this.#passed[way])
    this.#passed[way] += some.length
    if (some.length > 0) await written(to, some)
    if (some.length === bytes.length) return
    if (fault?.kind !== 'cut' || fault.isReset) return this.reset()
    for (const socket of [this.#client, this.#server]) socket.end()
  }

  /** Returns to full speed as soon as the fault is over. */
  async #passSlowly(bytesPerSecond: number, bytes: Buffer, to: Socket): Promise<void> {
    const size = Math.ceil((bytesPerSecond * NARROW_EVERY_MS) / 1000)
    let at = 0
    while (at < bytes.length && this.#link.fault !== null) {
      await written(to, bytes.subarray(at, at + size))
      at += size
      await Promise.race([delay(NARROW_EVERY_MS), this.#link.restored])
    }
    if (at < bytes.length) await written(to, bytes.subarray(at))
  }
}

/** A network that loses everything also loses the end of a connection. */
function mayPassEnds(fault: LinkFault | null): boolean {
  return fault?.kind !== 'silent' && fault?.kind !== 'half-open'
}

function written(to: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => to.write(bytes, (error) => (error ? reject(error) : resolve())))
}
