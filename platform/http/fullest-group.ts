/** Members in groups; finds the group with the most members, and its oldest member, in constant time. */
export class FullestGroup<M> {
  /** Members of each group in order of arrival. */
  readonly #groups = new Map<string, Set<M>>()
  readonly #groupOf = new Map<M, string>()
  /** Names of groups by their number of members. */
  readonly #bySize = new Map<number, Set<string>>()
  #largest = 0

  get size(): number {
    return this.#groupOf.size
  }

  has(member: M): boolean {
    return this.#groupOf.has(member)
  }

  add(name: string, member: M): void {
    const group = this.#groups.get(name) ?? new Set()
    this.#groups.set(name, group)
    this.#groupOf.set(member, name)
    group.add(member)
    this.#moved(name, group.size - 1, group.size)
  }

  delete(member: M): void {
    const name = this.#groupOf.get(member)
    const group = name === undefined ? undefined : this.#groups.get(name)
    if (name === undefined || group === undefined) return
    this.#groupOf.delete(member)
    group.delete(member)
    if (group.size === 0) this.#groups.delete(name)
    this.#moved(name, group.size + 1, group.size)
  }

  oldestOfFullest(): M | undefined {
    const [name] = this.#bySize.get(this.#largest) ?? []
    const [member] = name === undefined ? [] : (this.#groups.get(name) ?? [])
    return member
  }

  #moved(name: string, before: number, after: number): void {
    const left = this.#bySize.get(before)
    left?.delete(name)
    if (left?.size === 0) this.#bySize.delete(before)
    if (after > 0) {
      const same = this.#bySize.get(after) ?? new Set()
      this.#bySize.set(after, same.add(name))
    }
    // Groups grow or shrink by one, so the largest size changes by at most one.
    if (after > this.#largest || (before === this.#largest && left?.size === 0)) this.#largest = after
  }
}
