/** A tenant's changes to rules, applied to matches, so that nothing must be recompiled. */

import type { EventRow } from '../../schemas/event-row.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { textOf } from '../match/compile-test.ts'
import { type Network, parseNetwork } from '../plan/cidr.ts'
import { foldCase } from '../plan/fold.ts'
import { EVALUATION_WORK, withinWork, work } from '../plan/work.ts'
import { fieldValue } from '../window/event-keys.ts'
import type { RuleHead } from './detector.ts'
import type { OverlayDocument } from './documents.ts'
import { SEVERITY_IDS } from './rule-head.ts'

/** Why a match became no signal; a metric label. */
export type Suppression = 'disabled' | 'severity_floor' | 'suppress_when' | 'allowlist'

type Values = { readonly texts: ReadonlySet<string>; readonly networks: readonly Network[] }
type Listed = readonly { readonly field: string; readonly values: Values }[]

/** The signal's own field names, which every event has whatever its source calls them. */
const OF_ROW: Readonly<Record<string, (row: EventRow) => string>> = {
  host: (row) => row.host,
  user: (row) => row.user,
  src_ip: (row) => row.srcIp,
  source: (row) => row.source,
}

export class Overlay {
  readonly #isDisabled: boolean
  readonly #floor: number
  readonly #suppressWhen: Listed
  readonly #allowlists: Listed

  constructor({ disabled, min_severity, suppress_when, allowlists }: OverlayDocument) {
    this.#isDisabled = disabled
    this.#floor = min_severity === null ? 0 : SEVERITY_IDS[min_severity]
    this.#suppressWhen = listed(suppress_when)
    this.#allowlists = listed(allowlists)
  }

  /** True when `bars` can exclude an event. */
  get asksEvents(): boolean {
    return this.#isDisabled || this.#suppressWhen.length > 0 || this.#allowlists.length > 0
  }

  /** Null when the match counts. Values are compared as in Sigma, without case; a network contains its addresses. */
  suppresses(rule: RuleHead, event: MatchEvent, row: EventRow): Suppression | null {
    return this.mutes(rule) ?? this.#excludes(event, row)
  }

  /** Suppression that does not depend on the event; null when the event decides. */
  mutes(rule: RuleHead): Suppression | null {
    if (this.#isDisabled) return 'disabled'
    return rule.severityId < this.#floor ? 'severity_floor' : null
  }

  /** Null when the event counts for the rule and for windows over it. A severity floor only limits signals. */
  bars(event: MatchEvent, row: EventRow): Suppression | null {
    return this.#isDisabled ? 'disabled' : this.#excludes(event, row)
  }

  #excludes(event: MatchEvent, row: EventRow): Suppression | null {
    if (this.#suppressWhen.length === 0 && this.#allowlists.length === 0) return null
    const isOn = ({ field, values }: Listed[number]) => holdsOneOf(event, row, field, values)
    const reason = withinWork(EVALUATION_WORK, () => {
      if (this.#suppressWhen.length > 0 && this.#suppressWhen.every(isOn)) return 'suppress_when'
      return this.#allowlists.some(isOn) ? 'allowlist' : null
    })
    return reason?.value ?? null // An exclusion that exceeds its work limit is ignored.
  }
}

function listed(lists: OverlayDocument['allowlists']): Listed {
  return Object.entries(lists).map(([field, values]) => ({ field, values: valuesOf(values) }))
}

/** A value that is written as a network stands for the addresses in it, and for its own text. */
function valuesOf(values: readonly string[]): Values {
  const networks = values.flatMap((value) => (value.includes('/') ? (parseNetwork(value) ?? []) : []))
  return { texts: new Set(values.map(foldCase)), networks }
}

function holdsOneOf(event: MatchEvent, row: EventRow, field: string, values: Values): boolean {
  const own = Object.hasOwn(OF_ROW, field) ? OF_ROW[field]?.(row) : undefined
  if (own !== undefined && own !== '' && isAmong(own, values)) return true
  const leaves: readonly unknown[] = [fieldValue(event, field)].flat()
  return leaves.some((leaf) => {
    const text = leaf === undefined ? null : textOf(leaf)
    return text !== null && isAmong(text, values)
  })
}

function isAmong(text: string, { texts, networks }: Values): boolean {
  work.read(text.length)
  return texts.has(foldCase(text)) || networks.some((network) => network.contains(text))
}
