/**
 * One queue per tenant, served round robin: one item of each tenant, then the served tenant moves to the end. However
 * many items one tenant has queued, another tenant waits for only one of them.
 *
 * bound   none of its own: callers limit the queued items
 */
export class TenantQueues<T> {
  /** In the order of their turns; tenants without items are not included. */
  readonly #queues = new Map<string, T[]>()

  get isEmpty(): boolean {
    return this.#queues.size === 0
  }

  lengthOf(tenant: string): number {
    return this.#queues.get(tenant)?.length ?? 0
  }

  push(tenant: string, item: T): void {
    const queue = this.#queues.get(tenant)
    if (queue) queue.push(item)
    else this.#queues.set(tenant, [item])
  }

  /** The next item of the first tenant for which `mayServe` is true; null when there is none. */
  shift(mayServe: (tenant: string) => boolean = () => true): { readonly tenant: string; readonly item: T } | null {
    for (const [tenant, queue] of this.#queues) {
      if (!mayServe(tenant)) continue
      const item = queue.shift()
      this.#queues.delete(tenant)
      if (queue.length > 0) this.#queues.set(tenant, queue)
      if (item !== undefined) return { tenant, item }
    }
    return null
  }

  /** Returns false when the item is not queued any more. */
  remove(tenant: string, item: T): boolean {
    const queue = this.#queues.get(tenant) ?? []
    const at = queue.indexOf(item)
    if (at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) this.#queues.delete(tenant)
    return true
  }
}
