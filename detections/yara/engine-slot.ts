/** The engine's process: one at a time, with one request at a time. */
import { type ChildProcess, fork } from 'node:child_process'
import type { FromChild, ToChild } from './child.ts'
import { YARA_LIMITS } from './limits.ts'

export type Answer = FromChild | { readonly kind: 'timeout' } | { readonly kind: 'ended' }

export class EngineSlot {
  #child: ChildProcess | null = null

  /** Null while there is no process. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  /** Starts a new process, without rules. A failed start may only show at the first request. */
  start(): void {
    const child = fork(new URL('./child.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${YARA_LIMITS.childHeapMb}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    child.once('exit', () => this.#forget(child))
    child.once('error', () => this.#forget(child))
  }

  /** Kills a child that does not answer in time. */
  async ask(message: ToChild, timeoutMs: number): Promise<Answer> {
    const child = this.#child
    if (child === null) return { kind: 'ended' }
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const onEnd = () => resolve({ kind: 'ended' })
    const timer = setTimeout(() => resolve({ kind: 'timeout' }), timeoutMs)
    child.once('message', resolve).once('exit', onEnd).once('error', onEnd)
    child.send(message, (error) => error && onEnd())
    const answer = await promise
    clearTimeout(timer)
    child.off('message', resolve).off('exit', onEnd).off('error', onEnd)
    // A child that ended while it was being written to may not be gone yet.
    if (answer.kind === 'timeout' || answer.kind === 'ended') await this.stop()
    return answer
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child === null) return
    this.#forget(child)
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
    await promise
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = null
  }
}
