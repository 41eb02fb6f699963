/**
 * A folder with the batches of one pusher, a file each: what a killed program had pushed is sent by the next one, under
 * the same key. The layout is that of the SDKs of other languages:
 *
 *     spool.json                                    connector and format, which an event's identity depends on
 *     lock                                          host and process that use the folder
 *     0000000000000012-KEY.ndjson                   a batch that may have been sent; `.txt` when it has lines of text
 *     0000000000000013-KEY.ndjson.open              the batch that is filled, which never was
 */
import { SvcError } from './errors.ts'
import type { LineKind, PushBatch, PushQueue } from './push-queue.ts'

/** The used part of Node's file functions: a browser's program has no Node types. */
type Files = {
  mkdirSync(path: string, options: { recursive: boolean; mode: number }): unknown
  openSync(path: string, flags: string, mode: number): number
  writeSync(descriptor: number, bytes: Uint8Array, at: number): number
  ftruncateSync(descriptor: number, bytes: number): void
  truncateSync(path: string, bytes: number): void
  fsyncSync(descriptor: number): void
  closeSync(descriptor: number): void
  renameSync(from: string, to: string): void
  unlinkSync(path: string): void
  rmSync(path: string, options: { force: boolean }): void
  existsSync(path: string): boolean
  readdirSync(path: string): string[]
  readFileSync(path: string): Uint8Array
  writeFileSync(path: string, text: string, options: { flag?: string; mode: number }): void
}
type Paths = { resolve(path: string): string; join(...parts: string[]): string }
type Systems = { hostname(): string }
type Process = {
  readonly pid: number
  kill(id: number, signal: 0): void
  getBuiltinModule?(name: string): unknown
}

type SpoolFile = { readonly name: string; readonly key: string; readonly kind: LineKind; bytes: number; events: number }

const NAME = /^(\d{16})-([0-9A-Za-z-]{1,64})\.(ndjson|txt)(\.open)?$/
const LINE_FEED = 10
/** Folders that pushers of this process have open. */
const used = new Set<string>()

export class SpoolQueue implements PushQueue {
  bytes = 0
  events = 0
  readonly #fs: Files
  readonly #folder: string
  readonly #path: (name: string) => string
  readonly #sealed: SpoolFile[] = []
  #open: SpoolFile | undefined
  #descriptor = -1
  #sequence = 0

  /** Throws if the runtime has no files, or if the folder belongs to another pusher. */
  constructor(folder: string, origin: Readonly<Record<string, string>>) {
    this.#fs = builtin<Files>('node:fs')
    const paths = builtin<Paths>('node:path')
    this.#folder = paths.resolve(folder)
    this.#path = (name) => paths.join(this.#folder, name)
    this.#fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#lock()
    try {
      this.#claim(origin)
      this.#recover()
    } catch (error) {
      this.close()
      throw error
    }
  }

  get openBytes(): number {
    return this.#open?.bytes ?? 0
  }

  get openEvents(): number {
    return this.#open?.events ?? 0
  }

  get openKind(): LineKind | undefined {
    return this.#open?.kind
  }

  append(kind: LineKind, line: Uint8Array): void {
    const open = this.#open ?? this.#begin(kind)
    try {
      for (let at = 0; at < line.length; ) at += this.#fs.writeSync(this.#descriptor, line, at)
    } catch (error) {
      this.#fs.ftruncateSync(this.#descriptor, open.bytes)
      throw error
    }
    open.bytes += line.length
    open.events++
    this.bytes += line.length
    this.events++
  }

  #begin(kind: LineKind): SpoolFile {
    const key = crypto.randomUUID()
    const name = `${String(this.#sequence).padStart(16, '0')}-${key}.${kind}`
    this.#descriptor = this.#fs.openSync(this.#path(`${name}.open`), 'ax', 0o600)
    this.#sequence++
    this.#open = { name, key, kind, bytes: 0, events: 0 }
    return this.#open
  }

  seal(): void {
    const open = this.#open
    if (open === undefined) return
    this.#fs.fsyncSync(this.#descriptor)
    this.#fs.closeSync(this.#descriptor)
    this.#descriptor = -1
    this.#open = undefined
    this.#fs.renameSync(this.#path(`${open.name}.open`), this.#path(open.name))
    if (open.events > 0) this.#sealed.push(open)
    else this.#fs.unlinkSync(this.#path(open.name))
  }

  first(): PushBatch | undefined {
    const file = this.#sealed[0]
    if (file === undefined) return undefined
    const { name, key, kind, bytes, events } = file
    return { key, kind, bytes, events, content: () => new Uint8Array(this.#fs.readFileSync(this.#path(name))) }
  }

  settle(): void {
    const file = this.#sealed[0]
    if (file === undefined) return
    this.#fs.unlinkSync(this.#path(file.name))
    this.#sealed.shift()
    this.bytes -= file.bytes
    this.events -= file.events
  }

  close(): void {
    this.seal()
    this.#fs.rmSync(this.#path('lock'), { force: true })
    used.delete(this.#folder)
  }

  /** A killed process leaves its lock behind: the lock counts only while its process runs on this host. */
  #lock(): void {
    const owner = `${builtin<Systems>('node:os').hostname()} ${ownProcess()?.pid}`
    for (let tries = 0; ; tries++) {
      try {
        this.#fs.writeFileSync(this.#path('lock'), owner, { flag: 'wx', mode: 0o600 })
        break
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST') throw error
      }
      const holder = textOf(this.#fs.readFileSync(this.#path('lock')))
      const isUsed = holder === owner ? used.has(this.#folder) : isRunning(holder, owner)
      if (isUsed || tries > 2)
        throw new SvcError(
          `the spool ${this.#folder} is used by ${holder}: give each pusher its own, or remove its lock`,
        )
      this.#fs.rmSync(this.#path('lock'), { force: true })
    }
    used.add(this.#folder)
  }

  #claim(origin: Readonly<Record<string, string>>): void {
    const path = this.#path('spool.json')
    if (!this.#fs.existsSync(path)) return this.#fs.writeFileSync(path, JSON.stringify(origin), { mode: 0o600 })
    const kept = JSON.parse(textOf(this.#fs.readFileSync(path))) as Record<string, string>
    for (const [name, value] of Object.entries(origin))
      if (kept[name] !== value)
        throw new SvcError(`the spool ${this.#folder} is that of ${name} ${kept[name]}, not ${value}`)
  }

  /** Removes an incomplete line: its push was never acknowledged. */
  #recover(): void {
    for (const name of this.#fs.readdirSync(this.#folder).sort()) {
      const [, number = '', key = '', kind = '', isOpen] = NAME.exec(name) ?? []
      if (number === '') continue
      this.#sequence = Number(number) + 1
      const content = this.#fs.readFileSync(this.#path(name))
      const bytes = isOpen ? content.lastIndexOf(LINE_FEED) + 1 : content.length
      const sealed = isOpen ? name.slice(0, -isOpen.length) : name
      if (bytes < content.length) this.#fs.truncateSync(this.#path(name), bytes)
      if (isOpen) this.#fs.renameSync(this.#path(name), this.#path(sealed))
      let events = 0
      for (const byte of content.subarray(0, bytes)) if (byte === LINE_FEED) events++
      if (events === 0) this.#fs.unlinkSync(this.#path(sealed))
      else this.#sealed.push({ name: sealed, key, kind: kind as LineKind, bytes, events })
      this.bytes += bytes
      this.events += events
    }
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function isRunning(holder: string, owner: string): boolean {
  const [host = '', id = ''] = holder.split(' ')
  if (host !== owner.split(' ')[0] || !/^\d+$/.test(id)) return true
  try {
    ownProcess()?.kill(Number(id), 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Loads a built-in module in Node, Deno and Bun, in a way that bundlers for browsers do not resolve. */
function builtin<Module>(name: string): Module {
  const found = optionalBuiltin<Module>(name)
  if (found === undefined) throw new SvcError('a spool needs a file system: here is none')
  return found
}

export function optionalBuiltin<Module>(name: string): Module | undefined {
  return ownProcess()?.getBuiltinModule?.(name) as Module | undefined
}

function ownProcess(): Process | undefined {
  return (globalThis as { process?: Process }).process
}
