import type { Alert } from './alert.ts'

const NAMED_MAX = 5

/**
 * What the alert says happened, in a few sentences: a function of its evidence and severity alone, never of who handles
 * it, so that everybody who reads it first stores the same text.
 */
export function narrativeOf(alert: Alert): string {
  return [opening(alert), span(alert), entities(alert), techniques(alert)].filter((part) => part !== '').join(' ')
}

function opening({ severity, title, ruleId, connectorType, metadata }: Alert): string {
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
