/**
 * intel: looks values of an event up among the indicators of its tenant and the shared ones. A match is a signal, for
 * the lake and for fusion, that names the indicator, the field, and the confidence at the time of receipt.
 *
 * A value on a flagging list of known-good values gives a signal of the lowest severity that names the list.
 *
 * bound   signals of one event, `MATCHES_MAX`
 */

import type { RuleHead } from '../../../../detections/tenant/detector.ts'
import { effectiveConfidence, type Kind, WEAK_BELOW } from '../../../../intel/indicator.ts'
import { matchValue } from '../../../../intel/indicator-matcher.ts'
import { type IndicatorTable, SHARED, type TableEntry } from '../../../../intel/indicator-table.ts'
import { INTEL_LANGUAGE, type Signal } from '../../../../schemas/signal.ts'
import { eventSignal } from '../../../event-signal.ts'
import { formatUid, idOf, signalIdOf } from '../../../signal-id.ts'
import { SignalLanes } from '../../../signal-lanes.ts'
import type { EventAtHand, Step, StepFlushed, StepTask } from '../step.ts'
import { eachObservable } from './observables.ts'

/** The current indicators; null before any were loaded. */
export type IntelBook = { readonly table: IndicatorTable | null }

export type IntelConfig = {
  readonly intel: IntelBook
  /** Partitions of `svc.signals`. */
  readonly signalPartitions: number
}

/** @bound signals of indicators in an event -> further matches are no signals */
const MATCHES_MAX = 16
const INFORMATIONAL = 1

const TITLES: Readonly<Record<Kind, string>> = {
  ip: 'Known bad address',
  cidr: 'Address in a known bad network',
  domain: 'Known bad domain',
  url: 'Known bad URL',
  md5: 'Known bad file (MD5)',
  sha1: 'Known bad file (SHA-1)',
  sha256: 'Known bad file (SHA-256)',
  email: 'Known bad mail address',
  filename: 'Known bad file name',
  ja3: 'Known bad TLS client (JA3)',
  ja4: 'Known bad TLS client (JA4)',
  user_agent: 'Known bad user agent',
}

export function intelStep(config: IntelConfig): Step {
  return { name: 'intel', stores: [], open: () => new IntelTask(config) }
}

class IntelTask implements StepTask {
  readonly #intel: IntelBook
  readonly #signals: SignalLanes

  constructor({ intel, signalPartitions }: IntelConfig) {
    this.#intel = intel
    this.#signals = new SignalLanes(signalPartitions)
  }

  process(event: EventAtHand): null {
    const { table } = this.#intel
    if (table === null || table.entries === 0) return null
    const { row } = event
    const tenant = table.tenantOf(row.tenantId) ?? SHARED
    const nowS = Math.floor(row.receivedMs / 1000)
    const reportedKeys = new Set<string>()
    eachObservable(
      event,
      (kind) => table.hasKind(SHARED, kind) || table.hasKind(tenant, kind),
      (kind, value, field, text) =>
        matchValue(table, tenant, kind, value, nowS, (entry, flag) => {
          const key = `${entry.tenant}/${entry.kind}/${entry.value}`
          if (reportedKeys.size >= MATCHES_MAX || reportedKeys.has(key)) return
          reportedKeys.add(key)
          this.#signals.add(signalOf(table, entry, flag, event, field, text))
        }),
    )
    return null
  }

  flush(newestMs: number): StepFlushed {
    return { outputs: this.#signals.drain(newestMs) }
  }
}

function signalOf(
  table: IndicatorTable,
  entry: TableEntry,
  flag: TableEntry | null,
  { row }: EventAtHand,
  field: string,
  text: string,
): Signal {
  const { kind, role, value, confidence } = entry
  const indicatorId = idOf('indicator', entry.tenant === SHARED ? '' : row.tenantId, role, kind, value)
  const effective = effectiveConfidence(kind, confidence, entry.seenS * 1000, row.receivedMs)
  const isWeak = effective < WEAK_BELOW
  const rule: RuleHead = {
    id: `${INTEL_LANGUAGE}:${kind}`,
    title: TITLES[kind],
    language: INTEL_LANGUAGE,
    severityId: isWeak || flag !== null ? INFORMATIONAL : entry.severityId,
    techniques: [],
    tactics: [],
  }
  const eventUid = formatUid(row.uid)
  const matched = [
    { field, value: text },
    { field: 'indicator.id', value: indicatorId },
    { field: 'indicator.type', value: kind },
    { field: 'indicator.value', value },
    { field: 'indicator.source', value: table.sourceName(entry.source) },
    // Placed before less important fields, because an alert keeps the first six.
    ...(flag === null ? [] : flaggedBy(table, flag)),
    { field: 'indicator.confidence', value: String(confidence) },
    { field: 'indicator.effective_confidence', value: effective.toFixed(1) },
  ]
  return eventSignal(
    { signalId: signalIdOf('intel', row.tenantId, indicatorId, eventUid), eventUid },
    rule,
    row,
    matched,
  )
}

/** The list that contains the value, and its entry, which may be a containing network or parent domain. */
function flaggedBy(table: IndicatorTable, { source, value }: TableEntry) {
  return [
    { field: 'indicator.known_good_list', value: table.sourceName(source) },
    { field: 'indicator.known_good_entry', value },
  ]
}
