/** Runs one command of an atomic test in its own group of processes, for a bounded time, and keeps a bounded part of its output. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import type { Executor } from '../../../control/detect/purple-team/index.ts'

export type CommandResult = {
  /** Null: it was ended. */
  readonly exit_code: number | null
  readonly timed_out: boolean
  readonly seconds: number
  readonly output: string
  readonly output_cut: boolean
}
export type Running = { readonly pid: number; readonly image: string; readonly commandLine: string; readonly at: Date }

export type RunOptions = {
  readonly limitMs: number
  readonly cwd: string
  readonly outputChars: number
  /** Aborts: the command is ended as at the end of its time. */
  readonly stop?: AbortSignal
  readonly onStart?: (running: Running) => void
}

/** Between the request to end and the kill. */
const GRACE_MS = 2_000

export async function runCommand(executor: Executor, command: string, options: RunOptions): Promise<CommandResult> {
  const [image, args] = invocationOf(executor, command)
  const began = Date.now()
  const isUnix = process.platform !== 'win32'
  const child = spawn(image, args, {
    ...{ cwd: options.cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: isUnix, windowsHide: true },
    env: environment(),
  })
  const kept = keepOutput(child, options.outputChars)
  let timedOut = false
  const endAll = () => endGroup(child)
  const timer = setTimeout(() => {
    timedOut = true
    endAll()
  }, options.limitMs)
  options.stop?.addEventListener('abort', endAll, { once: true })
  if (options.stop?.aborted) endAll()
  if (child.pid !== undefined)
    options.onStart?.({ pid: child.pid, image, commandLine: [image, ...args].join(' '), at: new Date(began) })
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      // A process that the command left behind may hold its output open: the command itself has ended.
      child.once('exit', (code) => resolve(code))
    })
    await kept.ended(GRACE_MS)
    // The time limit covers the whole process group: background processes of the command end with it.
    endGroup(child)
    const seconds = (Date.now() - began) / 1000
    return { exit_code: timedOut ? null : exitCode, timed_out: timedOut, seconds, ...kept.text() }
  } finally {
    clearTimeout(timer)
    options.stop?.removeEventListener('abort', endAll)
  }
}

export function invocationOf(executor: Executor, command: string): [image: string, args: string[]] {
  if (executor === 'sh') return ['/bin/sh', ['-c', command]]
  if (executor === 'bash') return ['/bin/bash', ['-c', command]]
  if (executor === 'command_prompt') {
    const lines = command.split(/\r?\n/).filter((line) => line.trim() !== '')
    return ['C:\\Windows\\System32\\cmd.exe', ['/d', '/c', lines.join(' & ')]]
  }
  const shell = process.platform === 'win32' ? 'powershell.exe' : 'pwsh'
  return [shell, ['-NoProfile', '-NonInteractive', '-Command', command]]
}

/** The runner's credentials, which the test must not see. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^SVC_|TOKEN|SECRET|PASSWORD|API_KEY/i.test(name)),
  )
}

function endGroup(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => {})
    return
  }
  if (!signalGroup(pid, 'SIGTERM')) return
  setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS)
}

/** False when nothing of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

function keepOutput(child: ChildProcess, chars: number) {
  let output = ''
  let isCut = false
  const ends: Promise<void>[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      const room = chars - output.length
      if (text.length > room) isCut = true
      output += text.slice(0, Math.max(0, room))
    })
    ends.push(new Promise((resolve) => stream.once('close', resolve)))
  }
  return {
    ended: async (graceMs: number) => {
      const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.all(ends), grace])
    },
    text: () => ({ output: output.replaceAll('\0', '\uFFFD'), output_cut: isCut }),
  }
}
