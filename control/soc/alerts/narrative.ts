import { counted } from '../../../platform/counted.ts'
import type { Alert } from './alert.ts'
import type { Fusion } from './fused-row.ts'
import { confidenceLabel } from './words.ts'

const NAMED_MAX = 5

/**
 * Describes in a few sentences what happened according to the alert. It depends on evidence and severity alone, never
 * on handling, so that every first reader stores the same text.
 */
export function narrativeOf(alert: Alert, fusion: Fusion | null): string {
  return [opening(alert), span(alert), entities(alert), chain(fusion), techniques(alert), score(alert, fusion)]
    .filter((part) => part !== '')
    .join(' ')
}

function opening(alert: Alert): string {
  const { severity, title, ruleId, connectorType, metadata, signalCount, ruleCount } = alert
  if (signalCount !== null) {
    const of = `${counted(signalCount, 'signal')} of ${counted(ruleCount ?? 0, 'rule')}`
    return `A ${severity} alert made of ${of}: ${title}.`
  }
  const count = metadata.event_count
  const of = typeof count === 'number' ? ` from ${count} ${count === 1 ? 'event' : 'events'}` : ''
  const by = [ruleId && ` by rule ${ruleId}`, connectorType && ` reported by ${connectorType}`].filter(Boolean).join('')
  return `A ${severity} alert${of}${by}: ${title}.`
}

function span({ firstSeen, lastSeen }: Alert): string {
  const [first, last] = [firstSeen.toISOString(), lastSeen.toISOString()]
  return first === last ? `It was seen at ${first}.` : `It was seen from ${first} to ${last}.`
}

function entities({ affectedHosts, affectedUsers, affectedIps }: Alert): string {
  const parts = [named('user', affectedUsers), named('host', affectedHosts), named('address', affectedIps)]
  const known = parts.filter((part) => part !== '')
  return known.length === 0 ? 'Its events name no user, host or address.' : `It concerns ${known.join('; ')}.`
}

/** The first links, in their order. */
function chain(fusion: Fusion | null): string {
  if (fusion === null) return ''
  const links = fusion.evidence.slice(0, NAMED_MAX).map(({ order, title, host, user, ip, time_ms: timeMs, count }) => {
    const whom = [host && `on ${host}`, user && `as ${user}`, ip && `from ${ip}`].filter(Boolean).join(' ')
    const times = count === 1 ? '' : `, ${count} times`
    return `(${order}) ${title}${whom === '' ? '' : ` ${whom}`} at ${new Date(timeMs).toISOString()}${times}`
  })
  const left = fusion.evidence.length + fusion.evidence_omitted - links.length
  return `In order: ${links.join('; ')}${left === 0 ? '' : `; and ${left} more`}.`
}

function score({ confidence, riskScore }: Alert, fusion: Fusion | null): string {
  if (fusion === null) return ''
  return `The risk is ${riskScore} of 100, the confidence ${confidenceLabel(confidence)} (${confidence} of 100).`
}

function techniques({ mitreTechniques, mitreTactics }: Alert): string {
  const known = [...mitreTechniques, ...mitreTactics]
  return known.length === 0 ? '' : `It maps to ATT&CK ${listed(known)}.`
}

function named(noun: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const plural = noun === 'address' ? 'addresses' : `${noun}s`
  return `${names.length === 1 ? noun : plural} ${listed(names)}`
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(', ')
  return names.length > NAMED_MAX ? `${shown} and ${names.length - NAMED_MAX} more` : shown
}
