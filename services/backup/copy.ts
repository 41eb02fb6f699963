/**
 * Copies a folder in two passes while other processes write to it. The first pass copies everything and remembers the
 * state of each file; the second, during which the writers are paused, copies only what changed since. So the pause
 * depends on what changed during the first pass, not on the size of the folder.
 */
import fs from 'node:fs'
import path from 'node:path'

/** The clock of a file system may tick this rarely: two writes within one tick leave one time. */
const TICK_MS = 2_000

/** Paths below the source that belong to its running processes, and mean nothing in a copy. */
const OF_THE_RUN = /^(?:lock(?:[.-].*)?|instance\.json.*|children|postgres\/postmaster\.pid)$/

type Known = { readonly size: bigint; readonly mtimeNs: bigint; readonly ino: bigint; readonly isSettled: boolean }

export class FolderCopy {
  readonly #from: string
  readonly #to: string
  readonly #known = new Map<string, Known>()

  /** `to` is an empty folder. */
  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** Copies new and changed files since the last pass and removes deleted ones. Returns the copied files. */
  pass(): number {
    const seen = new Set<string>()
    let copied = 0
    for (const entry of this.#entries('')) {
      seen.add(entry)
      if (this.#copy(entry)) copied++
    }
    for (const entry of [...this.#known.keys()].reverse()) {
      if (seen.has(entry)) continue
      fs.rmSync(path.join(this.#to, entry), { recursive: true, force: true })
      this.#known.delete(entry)
    }
    return copied
  }

  /** Yields a folder before its content. */
  *#entries(folder: string): Generator<string> {
    for (const name of namesIn(path.join(this.#from, folder))) {
      const entry = path.posix.join(folder, name)
      if (OF_THE_RUN.test(entry)) continue
      yield entry
      if (isFolder(path.join(this.#from, entry))) yield* this.#entries(entry)
    }
  }

  #copy(entry: string): boolean {
    const source = path.join(this.#from, entry)
    const stat = statOf(source)
    // Sockets and pipes are made by the processes that use them.
    if (stat === null || !(stat.isFile() || stat.isDirectory() || stat.isSymbolicLink())) return false
    const last = this.#known.get(entry)
    if (last?.isSettled && last.size === stat.size && last.mtimeNs === stat.mtimeNs && last.ino === stat.ino)
      return false
    const target = path.join(this.#to, entry)
    const isSettled = Number(stat.mtimeNs / 1_000_000n) < Date.now() - TICK_MS
    try {
      if (stat.isDirectory()) makeFolder(target)
      else if (stat.isSymbolicLink()) copyLink(source, target, this.#from)
      else copyFile(source, target)
      if (!stat.isSymbolicLink()) fs.chmodSync(target, Number(stat.mode) & 0o7777)
      if (process.getuid?.() === 0) fs.lchownSync(target, Number(stat.uid), Number(stat.gid))
    } catch (error) {
      if (!isGone(error)) throw error
      return false // It was removed meanwhile: the next pass removes the copy.
    }
    this.#known.set(entry, { size: stat.size, mtimeNs: stat.mtimeNs, ino: stat.ino, isSettled })
    return stat.isFile()
  }
}

function makeFolder(target: string): void {
  if (fs.lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) return
  fs.rmSync(target, { force: true })
  fs.mkdirSync(target, { mode: 0o700 })
}

/** A link into the folder itself stays inside of the copy. */
function copyLink(source: string, target: string, root: string): void {
  const to = fs.readlinkSync(source)
  const isOwn = path.isAbsolute(to) && !path.relative(root, to).startsWith('..')
  fs.rmSync(target, { recursive: true, force: true })
  fs.symlinkSync(isOwn ? path.relative(path.dirname(source), to) : to, target)
}

function copyFile(source: string, target: string): void {
  fs.rmSync(target, { recursive: true, force: true })
  fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE)
}

/** Sorted, so that the order does not depend on the file system. Empty for a folder that no longer exists. */
function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort()
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

function isFolder(file: string): boolean {
  return statOf(file)?.isDirectory() ?? false
}

function statOf(file: string): fs.BigIntStats | null {
  return fs.lstatSync(file, { bigint: true, throwIfNoEntry: false }) ?? null
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
