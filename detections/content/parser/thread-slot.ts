/** The thread of a `RuleParser`: one at a time, asked one thing at a time. */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ParsedSource } from '../rule-source.ts'
import { PARSER_LIMITS, type ParserLimits } from './limits.ts'
import type { FromParser, ToParser } from './thread.ts'

/** Null: the thread was ended, because the text took too long or too much memory. */
export type Parsed = { readonly parsed: ParsedSource | null; readonly cpuMs: number }

type SlotLimits = Pick<ParserLimits, 'textCpuMs' | 'textMs' | 'lookMs'>

export class ThreadSlot {
  readonly #limits: SlotLimits
  #worker: Worker | null = null

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Rejects when no thread can be started. */
  async ask(question: ToParser): Promise<Parsed> {
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const told = Promise.withResolvers<ParsedSource | null>()
    const watched = new AbortController()
    let before: Promise<NodeJS.CpuUsage> | null = null
    const end = () => told.resolve(null)
    const hear = (message: FromParser) => {
      if (message.kind === 'parsed') return told.resolve(message.parsed)
      before = worker.cpuUsage()
      this.#watch(worker, before, watched.signal).then(end, end)
    }
    const late = setTimeout(end, this.#limits.textMs)
    worker.on('message', hear).once('exit', end)
    worker.postMessage(question)
    const parsed = await told.promise
    clearTimeout(late)
    watched.abort()
    worker.off('message', hear).off('exit', end)
    const used = parsed === null || before === null ? null : await usedMs(worker, before).catch(() => null)
    worker.unref()
    if (used === null) await this.close()
    return { parsed, cpuMs: used ?? this.#limits.textCpuMs }
  }

  /** Also in the middle of a text. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  /** Resolves once the text has taken more than it may; rejects with `signal`. */
  async #watch(worker: Worker, before: Promise<NodeJS.CpuUsage>, signal: AbortSignal): Promise<void> {
    do await delay(this.#limits.lookMs, undefined, { signal })
    while ((await usedMs(worker, before)) <= this.#limits.textCpuMs)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread-start.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: PARSER_LIMITS.heapMb },
    })
    worker.on('error', () => undefined) // Whoever asks sees that it is gone.
    return worker
  }
}

async function usedMs(worker: Worker, before: Promise<NodeJS.CpuUsage>): Promise<number> {
  const { user, system } = await worker.cpuUsage(await before)
  return (user + system) / 1000
}
