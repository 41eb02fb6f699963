/**
 * A queue for each tenant, served in turn: one item of each tenant, and whoever was served goes to the end. However many
 * items one tenant has waiting, another tenant waits for one of them.
 *
 * bound   none of its own: callers limit what waits
 */
export class TenantQueues<T> {
  /** In the order of the turns. A tenant without items is not in it. */
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

  /** The next item of the first tenant that `mayServe`, null when there is none. */
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

  /** False when the item does not wait any more. */
  remove(tenant: string, item: T): boolean {
    const queue = this.#queues.get(tenant) ?? []
    const at = queue.indexOf(item)
    if (at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) this.#queues.delete(tenant)
    return true
  }
}
