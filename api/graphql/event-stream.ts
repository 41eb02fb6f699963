import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql/index.js'

export type EventStream = AsyncGenerator<ExecutionResult, void, void>

/**
 * Replaces GraphQL's own `subscribe` and gives each event its own context: data cached in a context is outdated by the
 * next event, and a subscription lives for hours. Returns errors when the subscription cannot start.
 */
export async function eventStream(args: ExecutionArgs, fresh: () => unknown): Promise<EventStream | ExecutionResult> {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const events = source[Symbol.asyncIterator]()
  const ended = async () => {
    await events.return?.()
    return { done: true as const, value: undefined }
  }
  const stream: EventStream = {
    async next() {
      const event = await events.next()
      if (event.done) return { done: true, value: undefined }
      const value = await execute({ ...args, rootValue: event.value, contextValue: fresh() })
      return { done: false, value }
    },
    return: ended,
    async throw(error) {
      await ended()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: async () => void (await ended()),
  }
  return stream
}
