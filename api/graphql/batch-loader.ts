/** Loads the value of a key; null for a key without one. */
export type BatchLoader<V> = { load(key: string): Promise<V | null> }

/**
 * Loads all keys requested in the same tick with one query: fifty alerts load their assignees once. A key is loaded
 * once in the life of the loader, which is one request; the cost limit of a request bounds the number of keys.
 */
export function batchLoader<V>(loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>): BatchLoader<V> {
  const known = new Map<string, Promise<V | null>>()
  let batch: { readonly keys: string[]; readonly found: Promise<ReadonlyMap<string, V>> } | undefined
  const open = () => {
    const keys: string[] = []
    // GraphQL resolves all fields of one level before this runs.
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined
      return loadMany(keys)
    })
    return { keys, found }
  }
  return {
    load(key) {
      const pending = known.get(key)
      if (pending) return pending
      batch ??= open()
      batch.keys.push(key)
      const value = batch.found.then((found) => found.get(key) ?? null)
      known.set(key, value)
      return value
    },
  }
}
