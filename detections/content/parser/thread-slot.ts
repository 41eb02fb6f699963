/** The thread of a `RuleParser`: one at a time, asked one thing at a time. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ParsedSource } from '../rule-source.ts'
import { PARSER_LIMITS } from './limits.ts'
import type { ToParser } from './thread.ts'

/** Null: the thread was ended, because the text took too long or too much memory. */
export type Parsed = { readonly parsed: ParsedSource | null; readonly cpuMs: number }

export type SlotLimits = { readonly textCpuMs: number; readonly textMs: number; readonly lookMs: number }

export class ThreadSlot {
  readonly #limits: SlotLimits
  #worker: Worker | null = null

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Rejects when no thread can be started. */
  async ask(question: ToParser): Promise<Parsed> {
    const worker = (this.#worker ??= await started())
    const before = await worker.cpuUsage()
    const asked = new AbortController()
    const { signal } = asked
    const answered = once(worker, 'message', { signal }).then(([parsed]) => parsed as ParsedSource)
    const ended = Promise.withResolvers<null>()
    worker.once('exit', () => ended.resolve(null))
    answered.catch(() => ended.resolve(null)) // Its error, out of memory for one.
    const watch = this.#watch(worker, before, signal)
    worker.ref()
    worker.postMessage(question)
    const parsed = await Promise.race([answered.catch(() => null), ended.promise, watch])
    asked.abort()
    worker.unref()
    if (parsed === null) {
      await this.close()
      return { parsed, cpuMs: this.#limits.textCpuMs }
    }
    return { parsed, cpuMs: cpuMs(await worker.cpuUsage(before)) }
  }

  /** Also in the middle of a text. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  /** Resolves once the text has taken more than it may. */
  async #watch(worker: Worker, before: NodeJS.CpuUsage, signal: AbortSignal): Promise<null> {
    const { textCpuMs, textMs, lookMs } = this.#limits
    const { promise, resolve } = Promise.withResolvers<null>()
    const endMs = performance.now() + textMs
    const look = async () => {
      const used = await worker.cpuUsage(before).catch(() => null)
      if (used === null || cpuMs(used) > textCpuMs || performance.now() > endMs) resolve(null)
      else if (!signal.aborted) timer = setTimeout(() => void look(), lookMs)
    }
    let timer = setTimeout(() => void look(), lookMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    return promise
  }
}

/** Ready to read. */
async function started(): Promise<Worker> {
  const worker = new Worker(new URL('./thread-start.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: PARSER_LIMITS.heapMb },
  })
  worker.on('error', () => undefined) // Whoever asks sees that it is gone.
  const gone = once(worker, 'exit').then(() => Promise.reject(new Error('the thread that reads rules does not start')))
  await Promise.race([once(worker, 'message'), gone])
  gone.catch(() => undefined)
  return worker
}

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
