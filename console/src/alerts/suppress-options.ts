/**
 * Conditions that would have kept the chosen alerts from being made: one rule, one field, the values that they have.
 */

type Chosen = {
  readonly rule_id: string | null
  readonly affected_hosts: readonly string[]
  readonly affected_users: readonly string[]
  readonly affected_ips: readonly string[]
}
export type Field = 'host' | 'user' | 'src_ip'
export type Option = {
  readonly rule: string
  readonly field: Field
  readonly values: readonly string[]
  /** The chosen alerts of the rule that have one of the values. */
  readonly covered: number
  readonly of: number
}

export const VALUES_MAX = 100
const FIELDS: readonly (readonly [Field, (alert: Chosen) => readonly string[]])[] = [
  ['host', ({ affected_hosts: hosts }) => hosts],
  ['user', ({ affected_users: users }) => users],
  ['src_ip', ({ affected_ips: ips }) => ips],
]

/** The narrowest first: the rule of most alerts, then what covers most of them with the fewest values. */
export function suppressOptions(chosen: readonly Chosen[]): readonly Option[] {
  const byRule = Map.groupBy(
    chosen.filter(({ rule_id: rule }) => rule !== null),
    ({ rule_id: rule }) => rule ?? '',
  )
  return [...byRule]
    .flatMap(([rule, alerts]) =>
      FIELDS.flatMap(([field, valuesOf]): Option[] => {
        const values = [...new Set(alerts.flatMap((alert) => valuesOf(alert)))]
        if (values.length === 0 || values.length > VALUES_MAX) return []
        const covered = alerts.filter((alert) => valuesOf(alert).length > 0).length
        return [{ rule, field, values, covered, of: alerts.length }]
      }),
    )
    .sort(
      (a, b) =>
        b.of - a.of || a.rule.localeCompare(b.rule) || b.covered - a.covered || a.values.length - b.values.length,
    )
}

/** The facet of alerts that holds the values of a field of events. */
export const facetOf = (field: Field): 'host' | 'user' | 'ip' => (field === 'src_ip' ? 'ip' : field)

/** As a list in an address, where a comma of a value stands behind a backslash. */
export const listOf = (values: readonly string[]): string => values.map((one) => one.replaceAll(',', '\\,')).join(',')
