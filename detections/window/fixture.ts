/** Runs `Windows` on whole events, as a stage does: from event to taps, with the field names of each tap. */
import type { CorrelatedEvent, Correlator } from './conformance.ts'
import { nameIn } from './conformance-rules.ts'
import { writtenParts } from './optional-key.ts'
import { type Alert, type Change, type Tap, WINDOW_LIMITS, type WindowLimits, type WindowRule } from './window.ts'
import { Windows } from './windows.ts'

/** Slots as the backbone keeps them: the latest payload is valid, an empty one removes the slot. */
export type Slots = Map<string, Buffer>

export function keep(slots: Slots, changes: readonly Change[]): void {
  for (const { slot, payload } of changes) {
    if (payload.length === 0) slots.delete(slot)
    else slots.set(slot, Buffer.from(payload))
  }
}

export class WindowsCorrelator implements Correlator {
  readonly windows: Windows
  readonly #rules: readonly WindowRule[]
  readonly #limits: WindowLimits
  readonly #slots: Slots
  readonly #taps: readonly Tap[]
  #late = 0

  constructor(rules: readonly WindowRule[], limits: Partial<WindowLimits> = {}, slots: Slots = new Map()) {
    this.#rules = rules
    this.#limits = { ...WINDOW_LIMITS, ...limits }
    this.#slots = slots
    this.windows = new Windows(this.#limits)
    const faults = this.windows.define(rules)
    if (faults.length > 0) throw new Error(JSON.stringify(faults))
    this.#taps = this.windows.taps()
    this.windows.restore([...slots].map(([slot, payload]) => ({ slot, payload })))
  }

  event({ timeMs, uid, matched, fields }: CorrelatedEvent): void {
    const read = (names: readonly string[]) => names.map((name) => fields[name] ?? null)
    for (const [at, { source, key: names, parts, values, carry }] of this.#taps.entries()) {
      if (!matched.includes('rule' in source ? source.rule : nameIn(source))) continue
      const key = read(names).map(
        (text, n) => writtenParts(text === null ? [] : [text], parts?.[n] ?? 'text')[0] ?? null,
      )
      this.windows.feed({ tap: at, timeMs, uid, key, values: read(values), carry: read(carry) })
    }
  }

  advance(seenMs: number): void {
    this.windows.advance(seenMs)
  }

  flush(): readonly Alert[] {
    const { alerts, changes, counts } = this.windows.flush()
    keep(this.#slots, changes)
    this.#late += counts.late
    return alerts
  }

  late(): number {
    return this.#late
  }

  restarted(): WindowsCorrelator {
    return new WindowsCorrelator(this.#rules, this.#limits, this.#slots)
  }
}
