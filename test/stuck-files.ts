/**
 * A test that spins, or waits inside a native call, cannot be timed out from inside its process. This reporter finds a
 * process that does not end, prints its stack and kills it, so that the other files still run. Files that stayed
 * unfinished only for that reason are written to `SVC_STUCK_FILES`, and run once more.
 */
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

/** A process runs one file, or all files that share it: this is several times the longest run on a busy machine. */
const FILE_MINUTES_MAX = 20
const LOOK_MS = 15_000
/** Address of Node's debugger after SIGUSR1. A process inside a native call does not answer there. */
const DEBUGGER = 'http://127.0.0.1:9229/json/list'
const ANSWER_MS = 10_000

export class StuckFiles implements Reporter {
  readonly #left = new Set<string>()
  /** Time at which a process was first seen. */
  #since = new Map<number, number>()
  #failed = 0
  #ended = 0
  #timer: NodeJS.Timeout | undefined

  onTestRunStart(files: readonly TestSpecification[]): void {
    for (const { moduleId } of files) this.#left.add(moduleId)
    // A process may end while it is inspected.
    this.#timer = setInterval(() => void this.#look().catch((error: unknown) => say(String(error))), LOOK_MS)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#left.delete(module.moduleId)
    if (!module.ok()) this.#failed++
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly unknown[]): void {
    clearInterval(this.#timer)
    const left = process.env.SVC_STUCK_FILES
    if (left && this.#ended > 0 && this.#failed === 0 && errors.length <= this.#ended)
      fs.writeFileSync(left, JSON.stringify([...this.#left]))
  }

  async #look(): Promise<void> {
    const now = Date.now()
    this.#since = new Map(childrenOf(process.pid).map((pid) => [pid, this.#since.get(pid) ?? now]))
    for (const [pid, since] of this.#since) {
      if (now - since < FILE_MINUTES_MAX * 60_000) continue
      this.#since.delete(pid)
      this.#ended++
      say(
        `\nafter ${FILE_MINUTES_MAX} minutes process ${pid} is ended, which runs one of: ${[...this.#left].join(', ')}`,
      )
      await reportAndEnd(pid)
    }
  }
}

async function reportAndEnd(pid: number): Promise<void> {
  say(`its JavaScript:\n${await stackOf(pid).catch((error: unknown) => `    does not answer: ${error}`)}`)
  say(`processes below it: ${descendantsOf(pid).map(described).join('; ') || 'none'}`)
  say(`its threads: ${threadsOf(pid).join(', ')}`)
  process.kill(pid, 'SIGKILL')
}

type Frame = { functionName: string; location: { scriptId: string; lineNumber: number } }
type InspectorMessage =
  | { method: 'Debugger.scriptParsed'; params: { scriptId: string; url: string } }
  | { method: 'Debugger.paused'; params: { callFrames: Frame[] } }

/** Reads the stack through the inspector protocol, which also interrupts a loop. */
async function stackOf(pid: number): Promise<string> {
  process.kill(pid, 'SIGUSR1')
  await delay(1000)
  const signal = AbortSignal.timeout(ANSWER_MS)
  const [target] = (await (await fetch(DEBUGGER, { signal })).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  try {
    const urls = new Map<string, string>()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason))
    socket.addEventListener('open', () => {
      for (const [at, method] of ['Debugger.enable', 'Debugger.pause'].entries())
        socket.send(JSON.stringify({ id: at + 1, method }))
    })
    socket.addEventListener('message', ({ data }) => {
      const report = JSON.parse(String(data)) as InspectorMessage
      if (report.method === 'Debugger.scriptParsed') urls.set(report.params.scriptId, report.params.url)
      if (report.method !== 'Debugger.paused') return
      const frames = report.params.callFrames.map(({ functionName, location }) => {
        return `    ${functionName} ${urls.get(location.scriptId)}:${location.lineNumber + 1}`
      })
      resolve(frames.join('\n'))
    })
    return await promise
  } finally {
    socket.close()
  }
}

/** Returns nothing on a system without `/proc`: a stuck file stays stuck there. */
function childrenOf(pid: number): number[] {
  if (!fs.existsSync('/proc')) return []
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: string): number {
  const status = read(`/proc/${pid}/status`)
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? -1)
}

function described(pid: number): string {
  return `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200)}`
}

/** The name of each thread, and where it waits in the kernel. */
function threadsOf(pid: number): string[] {
  const threads = fs.existsSync(`/proc/${pid}/task`) ? fs.readdirSync(`/proc/${pid}/task`) : []
  return threads.map(
    (id) => `${read(`/proc/${pid}/task/${id}/comm`).trim()} (${read(`/proc/${pid}/task/${id}/wchan`)})`,
  )
}

/** Empty when the process is gone. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
