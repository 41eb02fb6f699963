/** The malicious values that indicators matched, from the signals that an alert shows: an analyst needs them first. */
import type { MatchedField } from '../../../schemas/signal.ts'
import type { Evidence } from './evidence.ts'

export type NamedIndicator = {
  readonly type: string
  /** The value as it stands in the event. */
  readonly seen: string
  /** Field of the event that holds it. */
  readonly field: string
  readonly value: string
  readonly feed: string
  /** Name of the list that says that the value is known to be good; empty when there is none. */
  readonly knownGood: string
}

/**
 * Indicators in the samples, so at most as many as there are samples; each value once. Empty for evidence of other
 * rules.
 */
export function indicatorsIn({ samples }: Pick<Evidence, 'samples'>): NamedIndicator[] {
  const found = samples.flatMap(({ matched }) => indicatorIn(matched) ?? [])
  if (found.length === 0) return found
  return [...new Map(found.map((one) => [`${one.type} ${one.value} ${one.seen}`, one])).values()]
}

function indicatorIn(matched: readonly MatchedField[]): NamedIndicator | null {
  if (!matched.some(({ field, value }) => field === 'indicator.value' && value !== '')) return null
  const of = (name: string) => matched.find(({ field }) => field === `indicator.${name}`)?.value ?? ''
  const first = matched[0] as MatchedField
  return {
    type: of('type'),
    seen: first.value,
    field: first.field,
    value: of('value'),
    feed: of('source'),
    knownGood: of('known_good_list'),
  }
}

const isAddress = ({ type }: NamedIndicator) => type === 'ip' || type === 'cidr'

/** Matched addresses, for indicators of an address or a network: alerts list them among their own addresses. */
export function badAddresses(findings: readonly Pick<Evidence, 'samples'>[]): string[] {
  return findings.flatMap(indicatorsIn).flatMap((one) => (isAddress(one) ? addressOf(one) : []))
}

/** For an address inside a URL, the address is taken from the indicator. */
function addressOf({ type, seen, value }: NamedIndicator): string[] {
  if (type === 'ip') return [value]
  return /^[0-9a-f.:]+$/i.test(seen) ? [seen] : []
}

/** For titles: the first indicator, and whether there are others. Empty when there are none. */
export function namedIn(finding: Pick<Evidence, 'samples'>): string {
  const [first, ...others] = indicatorsIn(finding)
  if (first === undefined) return ''
  const name = first.type === 'cidr' ? `${first.seen} (${first.value})` : first.value
  return ` ${name}${others.length === 0 ? '' : ' and others'}`
}

/** For a link's reason: every known indicator, its feed, and the field that held it. */
export function threatText(finding: Pick<Evidence, 'samples'>): string {
  return indicatorsIn(finding)
    .map(({ type, value, feed, field, knownGood }) => {
      const isGood = knownGood === '' ? '' : `, though ${knownGood} lists it as known good`
      return `${feed || 'an indicator'} lists the ${type} ${value}, seen as ${field}${isGood}`
    })
    .join(', ')
}
