/** Reports a change that failed after the person had left the page that would have shown it. */
import type { MutationCache } from '@tanstack/react-query'

export function followUnseenFailures(changes: MutationCache, report: (error: unknown) => void): () => void {
  const left = new Set<number>()
  return changes.subscribe((event) => {
    const id = event.mutation?.mutationId
    if (id === undefined) return
    if (event.type === 'observerRemoved') left.add(id)
    if (event.type === 'observerAdded') left.delete(id)
    if (event.type === 'updated' && event.action.type === 'error' && left.delete(id)) report(event.action.error)
    // A cached change ends some minutes after its answer.
    if (event.type === 'removed') left.delete(id)
  })
}
