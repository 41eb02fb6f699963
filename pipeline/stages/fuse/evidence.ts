/**
 * Evidence of one rule in one part of a story. The same signals give the same evidence, in any order and however they
 * are merged.
 */
import { FINDING_LANGUAGE, FINDING_OVER, FINDING_UID, type MatchedField, type Signal } from '../../../schemas/signal.ts'
import { signalIdOf } from '../../signal-id.ts'

/** The members of a signal that the alert shows. */
export type Sample = {
  readonly signalId: string
  readonly timeMs: number
  readonly eventUids: readonly string[]
  readonly matched: readonly MatchedField[]
  readonly host: string
  readonly user: string
  readonly ip: string
  readonly source: string
}

export type Evidence = {
  readonly ruleId: string
  /** The title of its first signal. */
  title: string
  language: string
  severityId: number
  techniques: string[]
  tactics: string[]
  count: number
  events: number
  firstMs: number
  lastMs: number
  /** Receipt time of the first signal. */
  receivedFirstMs: number
  sources: string[]
  /** The first samples, in order, then the last one. */
  samples: Sample[]
  /** The last state of each finding of a product, by the start of its id. Absent for rules. */
  findings?: Record<string, number>
}

/**
 * Findings of one detection whose last state is kept. Beyond them the highest severity ever reported counts, and no
 * finding counts as closed.
 */
const FINDINGS_MAX = 500
const FINDING_KEY_LENGTH = 18
/** Added to the severity of a finding that its vendor has closed. */
const OVER = 8

const SAMPLES_FIRST = 4
const UIDS_MAX = 4
const MATCHED_MAX = 16
const VALUE_MAX = 256
const NAMES_MAX = 32

export function evidenceOf(signal: Signal, timeMs: number): Evidence {
  return {
    ruleId: signal.rule_id,
    title: signal.rule_title,
    language: signal.language,
    severityId: signal.severity_id,
    techniques: [...signal.techniques].sort(),
    tactics: [...signal.tactics].sort(),
    count: 1,
    events: Math.max(1, signal.event_uids.length),
    firstMs: timeMs,
    lastMs: timeMs,
    receivedFirstMs: signal.received_ms,
    sources: [signal.source],
    samples: [sampleOf(signal, timeMs)],
    ...stateOf(signal),
  }
}

function stateOf(signal: Signal): { findings?: Record<string, number> } {
  const finding = findingOf(signal)
  if (finding === null) return {}
  return { findings: { [keyOf(finding.id)]: signal.severity_id + (isOver(signal.matched) ? OVER : 0) } }
}

const keyOf = (id: string): string => id.slice(0, FINDING_KEY_LENGTH)

const isOver = (matched: readonly MatchedField[]): boolean =>
  matched.some(({ field, value }) => field === FINDING_OVER.field && value === FINDING_OVER.value)

function sampleOf(signal: Signal, timeMs: number): Sample {
  return {
    signalId: signal.signal_id,
    timeMs,
    eventUids: signal.event_uids.slice(-UIDS_MAX),
    matched: signal.matched.slice(0, MATCHED_MAX).map(({ field, value }) => ({ field, value: cut(value) })),
    host: signal.host,
    user: signal.user,
    ip: signal.src_ip,
    source: signal.source,
  }
}

function cut(value: string): string {
  return value.length <= VALUE_MAX ? value : `${value.slice(0, VALUE_MAX - 1)}…`
}

/** Adds a signal; creates no object that is not kept, because most signals of a storm only count. */
export function addSignal(into: Evidence, signal: Signal, timeMs: number): void {
  const { samples } = into
  const last = samples.at(-1)
  const isKept =
    samples.length <= SAMPLES_FIRST ||
    last === undefined ||
    isBefore(timeMs, signal.signal_id, samples[SAMPLES_FIRST - 1] as Sample) ||
    !isBefore(timeMs, signal.signal_id, last)
  const isSame =
    into.severityId === signal.severity_id && into.sources.length === 1 && into.sources[0] === signal.source
  const isLast =
    samples.length > SAMPLES_FIRST &&
    last !== undefined &&
    last.timeMs <= timeMs &&
    !isBefore(timeMs, signal.signal_id, last)
  if (isLast && isSame) {
    // The newest of many, as nearly every signal of a storm is on arrival.
    into.samples = [...samples.slice(0, SAMPLES_FIRST), sampleOf(signal, timeMs)]
    into.techniques = union(into.techniques, signal.techniques)
    into.tactics = union(into.tactics, signal.tactics)
    into.lastMs = Math.max(into.lastMs, timeMs)
  } else if (isKept || !isSame) {
    mergeInto(into, evidenceOf(signal, timeMs))
    return
  }
  into.receivedFirstMs = Math.min(into.receivedFirstMs, signal.received_ms)
  const { findings } = stateOf(signal)
  if (findings !== undefined) addFindings(into, findings)
  into.count++
  into.events += Math.max(1, signal.event_uids.length)
}

export function mergeInto(into: Evidence, other: Evidence): void {
  const head = isOrdered(into.samples[0] as Sample, other.samples[0] as Sample) ? into : other
  into.title = head.title
  into.language = head.language
  into.severityId = Math.max(into.severityId, other.severityId)
  into.techniques = union(into.techniques, other.techniques)
  into.tactics = union(into.tactics, other.tactics)
  if (other.findings !== undefined) addFindings(into, other.findings)
  into.count += other.count
  into.events += other.events
  into.firstMs = Math.min(into.firstMs, other.firstMs)
  into.lastMs = Math.max(into.lastMs, other.lastMs)
  into.receivedFirstMs = Math.min(into.receivedFirstMs, other.receivedFirstMs)
  into.sources = union(into.sources, other.sources)
  into.samples = firstAndLast([...into.samples, ...other.samples])
}

/** The first samples by time, ids break ties, and the last one. */
function firstAndLast(samples: Sample[]): Sample[] {
  samples.sort((a, b) => (isOrdered(a, b) ? -1 : 1))
  return samples.length <= SAMPLES_FIRST + 1 ? samples : [...samples.slice(0, SAMPLES_FIRST), samples.at(-1) as Sample]
}

function isOrdered(a: Sample, b: Sample): boolean {
  return isBefore(a.timeMs, a.signalId, b)
}

function isBefore(timeMs: number, signalId: string, { timeMs: otherMs, signalId: otherId }: Sample): boolean {
  return timeMs === otherMs ? signalId < otherId : timeMs < otherMs
}

/** The union in order, cut to the first `max`. */
export function union(a: readonly string[], b: readonly string[], max: number = NAMES_MAX): string[] {
  if (b.every((name) => a.includes(name))) return [...a]
  return [...new Set([...a, ...b])].sort().slice(0, max)
}

/**
 * The finding that a product's signal is about: the same however often its vendor reports it. Null for other signals.
 */
export function findingOf(signal: Signal): { readonly id: string; readonly uid: string } | null {
  if (signal.language !== FINDING_LANGUAGE) return null
  const uid = uidIn(signal.matched)
  return uid === '' ? null : { id: signalIdOf(FINDING_LANGUAGE, signal.tenant_id, signal.source, uid), uid }
}

function uidIn(matched: readonly MatchedField[]): string {
  return matched.find(({ field }) => field === FINDING_UID)?.value ?? ''
}

function addFindings(into: Evidence, others: Readonly<Record<string, number>>): void {
  into.findings ??= {}
  let size = Object.keys(into.findings).length
  for (const key of Object.keys(others)) {
    if (into.findings[key] === undefined && size++ >= FINDINGS_MAX) return
    into.findings[key] = others[key] as number
  }
}

/** Number of findings that their vendors have closed; null when the last state of some was not kept. */
export function closedIn({ findings = {}, count }: Evidence): number | null {
  const states = Object.values(findings)
  return states.length === count ? states.filter((state) => state >= OVER).length : null
}

/**
 * Lowest severity of an updated finding: an alert that analysts have seen must not vanish because its vendor lowers it.
 */
const LOW = 2

/** Updates the state of a known finding from its signal. Returns true when the evidence holds that finding. */
export function updateFinding(into: Evidence, signal: Signal, { id, uid }: { id: string; uid: string }): boolean {
  const at = into.samples.findIndex(({ source, matched }) => source === signal.source && uidIn(matched) === cut(uid))
  const known = into.samples[at]
  const state = into.findings?.[keyOf(id)]
  if (known === undefined && state === undefined) return false
  if (known !== undefined) {
    const { matched, eventUids } = sampleOf(signal, known.timeMs)
    const uids = [...new Set([...known.eventUids, ...eventUids])].slice(-UIDS_MAX)
    into.samples[at] = { ...known, matched, eventUids: uids }
  }
  into.techniques = union(into.techniques, signal.techniques)
  into.tactics = union(into.tactics, signal.tactics)
  if (state === undefined || into.findings === undefined) {
    into.severityId = Math.max(into.severityId, signal.severity_id)
    return true
  }
  // A closed finding keeps its earlier severity.
  const before = state % OVER
  const severity = isOver(signal.matched) ? before : signal.severity_id
  into.findings = {
    ...into.findings,
    [keyOf(id)]: (before > 1 ? Math.max(LOW, severity) : severity) + (isOver(signal.matched) ? OVER : 0),
  }
  const states = Object.values(into.findings)
  const gravest = Math.max(...states.map((one) => one % OVER))
  into.severityId = states.length === into.count ? gravest : Math.max(into.severityId, gravest)
  return true
}
