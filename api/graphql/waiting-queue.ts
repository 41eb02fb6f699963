export type Waiting<T> = AsyncIterableIterator<T, undefined, undefined>

/**
 * Queues the items that `follow` pushes, until the reader or `end` ends it. At most `max` items wait; one more ends the
 * queue and calls `onOverflow`, for a subscriber that misses alerts must know it.
 */
export function waitingQueue<T>(
  follow: (push: (item: T) => void) => () => void,
  { max, onOverflow, onEnd }: { max: number; onOverflow: () => void; onEnd: () => void },
): Waiting<T> & { end(): void } {
  const waiting: T[] = []
  const readers: ((result: IteratorResult<T, undefined>) => void)[] = []
  let isEnded = false
  let unfollow: (() => void) | undefined
  const end = () => {
    if (isEnded) return
    isEnded = true
    unfollow?.()
    waiting.length = 0
    for (const read of readers.splice(0)) read({ done: true, value: undefined })
    onEnd()
  }
  const push = (item: T) => {
    if (isEnded) return
    const read = readers.shift()
    if (read) return read({ done: false, value: item })
    if (waiting.push(item) <= max) return
    end()
    onOverflow()
  }
  try {
    unfollow = follow(push)
  } catch (error) {
    end()
    throw error
  }
  if (isEnded) unfollow()
  const next = () => {
    const item = waiting.shift()
    if (item !== undefined) return Promise.resolve({ done: false as const, value: item })
    if (isEnded) return Promise.resolve({ done: true as const, value: undefined })
    return new Promise<IteratorResult<T, undefined>>((resolve) => readers.push(resolve))
  }
  return {
    end,
    next,
    async return() {
      end()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
