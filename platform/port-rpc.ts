/**
 * Requests and answers between two threads over a message port. Each side may ask and answers the other's requests, in
 * any order.
 *
 * bound   none of its own: each caller waits for its answer
 */
import type { MessagePort, Worker } from 'node:worker_threads'

/** The value of an answer. The buffers in `moved` are transferred with it and are empty here afterwards. */
export type Answer = { readonly value: unknown; readonly moved?: readonly ArrayBuffer[] }

type Line = Pick<MessagePort | Worker, 'postMessage' | 'on'>
type Message =
  | { readonly kind: 'question'; readonly id: number; readonly question: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly reason: string }

export class Calls<Question> {
  readonly #line: Line
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>()
  #next = 0
  #closed: Error | null = null

  /**
   * `answer` is called in the order of the other side's requests; an error that it throws is thrown on the other side
   * too, as its message.
   */
  constructor(line: Line, answer: (question: never) => Promise<Answer> | Answer) {
    this.#line = line
    line.on('message', (message: Message) => {
      if (message.kind === 'question') void this.#reply(message.id, message.question as never, answer)
      else this.#settle(message)
    })
  }

  /** Resolves with the answer's value. The buffers in `moved` are transferred and belong to the other side. */
  ask(question: Question, moved: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed)
    const id = this.#next++
    const call = Promise.withResolvers<unknown>()
    this.#open.set(id, call)
    this.#send({ kind: 'question', id, question }, moved)
    return call.promise
  }

  /** Call it when the other side is gone: rejects every open and later request. */
  close(reason: Error): void {
    this.#closed ??= reason
    for (const { reject } of this.#open.values()) reject(reason)
    this.#open.clear()
  }

  async #reply(id: number, question: never, answer: (question: never) => Promise<Answer> | Answer): Promise<void> {
    try {
      const { value, moved = [] } = await answer(question)
      this.#send({ kind: 'answer', id, value }, moved)
    } catch (error) {
      this.#send({ kind: 'refusal', id, reason: error instanceof Error ? error.message : String(error) }, [])
    }
  }

  #settle(message: Exclude<Message, { kind: 'question' }>): void {
    const call = this.#open.get(message.id)
    this.#open.delete(message.id)
    if (message.kind === 'answer') call?.resolve(message.value)
    else call?.reject(new Error(message.reason))
  }

  #send(message: Message, moved: readonly ArrayBuffer[]): void {
    this.#line.postMessage(message, [...moved])
  }
}
