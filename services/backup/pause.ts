/**
 * Pauses and continues all processes of an instance. The files in between equal those after `kill -9` of all of them at
 * once, and an instance starts from that with nothing lost.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { AppError } from '../../platform/errors.ts'

const ROUNDS_MAX = 20
const STILL_MS_MAX = 30_000
const LOOK_MS = 1
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4))
/** Functions of Linux, by version, in which a parent waits for a child between its fork and its program (vfork). */
const WAITS_FOR_CHILD: ReadonlySet<string> = new Set(['kernel_clone', '_do_fork', 'do_fork'])
/** Stopped, traced, a zombie, dead. */
const STILL: ReadonlySet<string> = new Set(['T', 't', 'Z', 'X'])
const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH'])

/**
 * Runs `work` while the process and its descendants are stopped (SIGSTOP). They continue when `work` returns or throws,
 * and also when this process is killed meanwhile: a shell that waits for the end of a pipe continues them. Linux only.
 */
export async function whilePaused<T>(root: number, work: () => T): Promise<T> {
  const stopped = new Set<number>()
  const guard = guarded(root)
  try {
    stopTree(root, stopped)
    return work()
  } finally {
    // Children first: a supervisor that continues before its children would take their silence for a failure.
    for (const pid of [...stopped].reverse()) signal(pid, 'SIGCONT')
    await guard.end()
  }
}

/** A parent process is stopped before its children, so that no process is missed. */
function stopTree(root: number, stopped: Set<number>): void {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const running = treeOf(root).filter((pid) => !stopped.has(pid))
    if (running.length === 0) return
    for (const pid of running) {
      signal(pid, 'SIGSTOP')
      stopped.add(pid)
    }
    for (const pid of running) untilStill(pid)
  }
  throw new AppError('unavailable', 'the instance starts processes faster than they can be stopped; try again')
}

/**
 * A stop signal is not instantaneous: a thread on another processor, or one that waits for the disk, still runs for a
 * moment.
 */
function untilStill(pid: number): void {
  const startedAt = performance.now()
  for (;;) {
    if (isStill(pid)) return
    if (performance.now() - startedAt > STILL_MS_MAX)
      throw new AppError('unavailable', `process ${pid} of the instance does not stop`)
    Atomics.wait(NEVER_WOKEN, 0, 0, LOOK_MS)
  }
}

/**
 * True when every thread is stopped, and of a process that has ended. A thread that waits for a child which was stopped
 * before it ran its program writes nothing; any other that stays in the kernel may be in the middle of a write.
 */
function isStill(pid: number): boolean {
  const isStopped = (thread: string) => {
    const folder = `/proc/${pid}/task/${thread}`
    const state = stateOf(`${folder}/stat`)
    return STILL.has(state) || (state === 'D' && WAITS_FOR_CHILD.has(fs.readFileSync(`${folder}/wchan`, 'latin1')))
  }
  try {
    return fs.readdirSync(`/proc/${pid}/task`).every(isStopped)
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code)) return true
    throw error
  }
}

/** The state letter of proc(5). A thread that has ended counts as stopped. */
function stateOf(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1').split(') ').at(-1)?.[0] ?? ''
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code)) return 'X'
    throw error
  }
}

/** The process and its descendants, parents first. */
function treeOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Null for a process that has ended. */
function parentOf(pid: string): number | null {
  try {
    const [, parent] = fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return Number(parent)
  } catch {
    return null
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** In its own session, so that a signal from the terminal does not end it too. */
const CONTINUE = `
cat > /dev/null
again() { kill -CONT "$1" 2> /dev/null; for child in $(cat /proc/"$1"/task/*/children 2> /dev/null); do again "$child"; done; }
again "$0"`

function guarded(root: number): { end(): Promise<void> } {
  const shell = spawn('/bin/sh', ['-c', CONTINUE, String(root)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => shell.on('close', () => resolve()))
  return {
    async end() {
      shell.stdin.end()
      await ended
    },
  }
}
