/** A slow and simple reference of fusion from its definition, over all signals at once; and test data. */
import type { AlertDraft } from '../../../schemas/alert-draft.ts'
import { FINDING_LANGUAGE, type Signal } from '../../../schemas/signal.ts'
import { KINDS, type Kind, NOBODY, type Who, whoOf } from '../../entity-names.ts'
import { idOf } from '../../signal-id.ts'
import { documentOf } from './document.ts'
import { DAY_MS, type FuseLimits, HOUR_MS } from './limits.ts'
import { addNames, addToPart, type EntityKind, newPart, restKey, stormKey, whoKey } from './part.ts'
import { HISTORY_DAYS } from './rule-days.ts'
import { summaryOf } from './summary.ts'
import { SHIPPED } from './weights.ts'

type One = {
  readonly signal: Signal
  readonly timeMs: number
  readonly hour: number
  readonly day: number
  readonly who: Who
}
type Link = { readonly kind: EntityKind; readonly name: string; readonly day: number }

const textOf = ({ kind, name, day }: Link) => `${day} ${kind} ${name}`

/** Alerts of one tenant within the bounds: documents by alert id. */
export function referenceAlerts(signals: readonly Signal[], limits: FuseLimits): Map<string, string> {
  const distinct = [...new Map(signals.map((signal) => [signal.signal_id, signal])).values()]
  const all = distinct.map(placed)
  const world = new World(all, limits)
  const groups = all.map((_, at) => at)
  const rootOf = (at: number): number => (groups[at] === at ? at : rootOf(groups[at] as number))
  for (let a = 0; a < all.length; a++) {
    for (let b = 0; b < a; b++) {
      if (world.isLinked(all[a] as One, all[b] as One)) groups[rootOf(a)] = rootOf(b)
    }
  }
  const stories = Map.groupBy(all, (one) => rootOf(all.indexOf(one)))
  return new Map([...stories.values()].flatMap((story) => world.alertOf(story)))
}

function placed(signal: Signal): One {
  const { time_ms: at, received_ms: receivedMs } = signal
  const timeMs = at > 0 && at <= receivedMs + HOUR_MS ? at : receivedMs
  const hour = Math.floor(timeMs / HOUR_MS)
  return { signal, timeMs, hour, day: Math.floor(hour / 24), who: whoOf(signal) }
}

class World {
  readonly #all: readonly One[]
  readonly #limits: FuseLimits
  readonly #common: ReadonlySet<string>
  readonly #storms: ReadonlySet<string>
  readonly #chronic: ReadonlySet<string>

  constructor(all: readonly One[], limits: FuseLimits) {
    this.#all = all
    this.#limits = limits
    const withMany = (
      keyOf: (link: Link, one: One) => string,
      valuesOf: (link: Link, one: One) => string[],
      max: number,
    ) => {
      const seen = new Map<string, Set<string>>()
      for (const one of all) {
        for (const link of linksIn(one)) {
          const values = seen.get(keyOf(link, one)) ?? new Set()
          seen.set(keyOf(link, one), values)
          for (const value of valuesOf(link, one)) values.add(value)
        }
      }
      return new Set([...seen].filter(([, values]) => values.size > max).map(([key]) => key))
    }
    const partners = ({ kind }: Link, { who }: One) =>
      kind === 'rule'
        ? [`${who.host || who.user || who.ip}`]
        : [
            ...(kind !== 'host' && who.host ? [`h${who.host}`] : []),
            ...(kind !== 'user' && who.user ? [`u${who.user}`] : []),
          ]
    this.#common = withMany(textOf, partners, limits.partnersMax)
    this.#storms = withMany((link, one) => `${textOf(link)} ${one.signal.rule_id}`, partners, limits.partnersMax)
    this.#chronic = withMany(textOf, (_, { hour }) => [String(hour)], limits.hoursMax)
  }

  isLinked(a: One, b: One): boolean {
    const [inA, inB] = [this.#stormsOf(a), this.#stormsOf(b)]
    if (inA.length > 0 || inB.length > 0) return inA.some((link) => inB.some((other) => textOf(link) === textOf(other)))
    if (Math.abs(a.hour - b.hour) > 1) return false
    if (isNobody(a) || isNobody(b)) {
      const { rule_id: rule, source } = a.signal
      return isNobody(a) && isNobody(b) && a.day === b.day && rule === b.signal.rule_id && source === b.signal.source
    }
    if (a.day === b.day && KINDS.every((kind) => a.who[kind] === b.who[kind])) return true
    return namesIn(a).some((link) => {
      const other = { ...link, day: b.day }
      if (b.who[link.kind] !== link.name || this.#common.has(textOf(link)) || this.#common.has(textOf(other)))
        return false
      return a.day === b.day || !this.#chronic.has(textOf({ ...link, day: Math.min(a.day, b.day) }))
    })
  }

  alertOf(story: readonly One[]): [string, string][] {
    const parts = story.map((one) => this.#partOf(one))
    const summary = summaryOf(parts)
    if (summary.severityId <= 1) return []
    const key = story.flatMap((one) => this.#keysOf(one)).sort()[0] as string
    const span = Math.floor(Math.min(...story.map(({ signal }) => signal.received_ms)) / this.#limits.keepMs)
    const tenant = story[0]?.signal.tenant_id as string
    const firstDay = Math.min(...this.#all.map(dayReceived))
    const day = Math.floor(summary.receivedFirstMs / DAY_MS)
    const firedBefore = (ruleId: string) => {
      if (firstDay > day - 2 - HISTORY_DAYS / 2) return null
      const days = this.#all.filter(({ signal }) => signal.rule_id === ruleId).map(dayReceived)
      return new Set(days.filter((one) => one <= day - 2 && one > day - 2 - HISTORY_DAYS)).size
    }
    return [[idOf('alert', tenant, key, String(span)), JSON.stringify(documentOf(summary, firedBefore, SHIPPED))]]
  }

  #stormsOf(one: One): Link[] {
    return linksIn(one).filter((link) => this.#storms.has(`${textOf(link)} ${one.signal.rule_id}`))
  }

  #partOf(one: One) {
    const { signal, timeMs, hour, who } = one
    const [storm] = this.#stormsOf(one)
    const part = storm
      ? newPart('', 'storm', storm.kind === 'rule' ? NOBODY : { ...NOBODY, [storm.kind]: storm.name }, hour)
      : newPart('', isNobody(one) ? 'rest' : 'who', who, hour)
    if (storm) addNames(part, who)
    addToPart(part, signal, timeMs, Number.POSITIVE_INFINITY)
    return part
  }

  #keysOf(one: One): string[] {
    const storms = this.#stormsOf(one)
    if (storms.length > 0) return storms.map(({ kind, name, day }) => stormKey(kind, name, day))
    if (isNobody(one)) return [restKey(one.signal.rule_id, one.signal.source, one.hour)]
    const at = String(one.hour).padStart(10, '0')
    const links = namesIn(one).filter((link) => !this.#common.has(textOf(link)))
    if (links.length === 0) return [`${at}\0tuple\0${whoKey(one.who, one.hour)}`]
    return links.map(({ kind, name }) => `${at}\0${KINDS.indexOf(kind)}\0${name}`)
  }
}

function dayReceived({ signal }: One): number {
  return Math.floor(signal.received_ms / DAY_MS)
}

/** A finding with an entity is also linked by its detection, but only to a campaign. */
function linksIn(one: One): Link[] {
  const { signal, day } = one
  const isFinding = signal.language === FINDING_LANGUAGE && !isNobody(one)
  return isFinding ? [...namesIn(one), { kind: 'rule', name: signal.rule_id, day }] : namesIn(one)
}

function namesIn({ who, day }: One): (Link & { readonly kind: Kind })[] {
  return KINDS.flatMap((kind) => (who[kind] === '' ? [] : [{ kind, name: who[kind], day }]))
}

function isNobody({ who }: One): boolean {
  return KINDS.every((kind) => who[kind] === '')
}

/** The content of a store after these drafts were applied. */
export function storedAfter(drafts: Iterable<AlertDraft>): Map<string, string> {
  const versions = new Map<string, number>()
  const alerts = new Map<string, string>()
  for (const { alert_id: id, version, absorbs, document } of drafts) {
    if (version < (versions.get(id) ?? 0)) continue
    versions.set(id, version)
    for (const old of absorbs) alerts.delete(old)
    if (document === '') alerts.delete(id)
    else alerts.set(id, document)
  }
  return alerts
}

/** A signal with default values for all members that are not given. */
export function testSignal(id: string, more: Partial<Signal> = {}): Signal {
  const timeMs = more.time_ms ?? Date.UTC(2026, 2, 3, 10)
  return {
    signal_id: idOf('test', id),
    tenant_id: 'acme',
    rule_id: 'rule',
    rule_title: 'Rule',
    language: 'sigma',
    severity_id: 3,
    time_ms: timeMs,
    received_ms: timeMs,
    source: 'test',
    class_uid: 1007,
    ...{ host: '', user: '', src_ip: '' },
    event_uids: [idOf('event', id)],
    techniques: [],
    tactics: [],
    matched: [],
    ...more,
  }
}
