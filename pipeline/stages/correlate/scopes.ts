/**
 * The windows of each tenant that something was found for, kept as its rules are.
 *
 * A window keeps its state while rule and digest stay what they are, whatever changes around it; a changed rule is
 * another window and begins empty, and what one that is no more held is forgotten.
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

  /** The rules of a tenant as they are now, which the windows are about to take over. */
  begin(tenant: string): readonly WindowRule[] {
    const rules = this.#book.windowsOf(tenant)
    this.#scopes.set(tenant, { rules, byId: new Map(rules.map((rule) => [rule.id, rule])) })
    return rules
  }

  /** Before each of its matches, which may be of a window that was made a moment ago. */
  use(tenant: string): void {
    if (this.#book.windowsOf(tenant) !== this.#scopes.get(tenant)?.rules) {
      this.#windows.define(this.begin(tenant), tenant)
    }
  }

  /** Windows of rules that are no more must not fire when their time comes. */
  refresh(): void {
    for (const tenant of [...this.#scopes.keys()]) this.use(tenant)
  }

  ruleOf(tenant: string, ruleId: string): WindowRule | undefined {
    return this.#scopes.get(tenant)?.byId.get(ruleId)
  }
}
