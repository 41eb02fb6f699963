/**
 * The windows of each tenant for which matches have arrived, kept equal to its current rules.
 *
 * A window keeps its state while its rule and digest are unchanged. A changed rule is a new window that begins empty,
 * and the state of a removed window is deleted.
 */

import type { WindowBook } from '../../../detections/tenant/detector.ts'
import type { WindowRule } from '../../../detections/window/window.ts'
import type { Windows } from '../../../detections/window/windows.ts'

type Scope = { readonly rules: readonly WindowRule[]; readonly byId: ReadonlyMap<string, WindowRule> }

export class Scopes {
  readonly #book: WindowBook
  readonly #windows: Windows
  readonly #scopes = new Map<string, Scope>()

  constructor(book: WindowBook, windows: Windows) {
    this.#book = book
    this.#windows = windows
  }

  /** The tenant's current rules, which its windows are about to adopt. */
  begin(tenant: string): readonly WindowRule[] {
    const rules = this.#book.windowsOf(tenant)
    this.#scopes.set(tenant, { rules, byId: new Map(rules.map((rule) => [rule.id, rule])) })
    return rules
  }

  /** Call it before each match of the tenant, which may be for a window created a moment ago. */
  use(tenant: string): void {
    if (this.#book.windowsOf(tenant) !== this.#scopes.get(tenant)?.rules) {
      this.#windows.define(this.begin(tenant), tenant)
    }
  }

  /** Removes windows whose rule no longer exists, because they must not fire when their time comes. */
  refresh(): void {
    for (const tenant of [...this.#scopes.keys()]) this.use(tenant)
  }

  ruleOf(tenant: string, ruleId: string): WindowRule | undefined {
    return this.#scopes.get(tenant)?.byId.get(ruleId)
  }
}
