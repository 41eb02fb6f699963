/** Conditions that would have prevented the selected alerts: one rule, one field, and the values of the alerts. */

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
  /** Number of selected alerts of the rule that have one of the values. */
  readonly covered: number
  readonly of: number
}
/** A field with more values than `VALUES_MAX`. */
export type TooMany = { readonly rule: string; readonly field: Field; readonly count: number }

/** A field with more values is not offered, because `GET /alerts`, which the preview uses, accepts only so many. */
export const VALUES_MAX = 30
const FIELDS: readonly (readonly [Field, (alert: Chosen) => readonly string[]])[] = [
  ['host', ({ affected_hosts: hosts }) => hosts],
  ['user', ({ affected_users: users }) => users],
  ['src_ip', ({ affected_ips: ips }) => ips],
]

/**
 * The most specific option first: the rule with the most alerts, then the field that covers most of them with the
 * fewest values.
 */
export function suppressOptions(chosen: readonly Chosen[]): {
  readonly options: readonly Option[]
  readonly tooMany: readonly TooMany[]
} {
  const byRule = Map.groupBy(
    chosen.filter(({ rule_id: rule }) => rule !== null),
    ({ rule_id: rule }) => rule ?? '',
  )
  const found = [...byRule]
    .flatMap(([rule, alerts]) =>
      FIELDS.map(([field, valuesOf]): Option => {
        const values = [...new Set(alerts.flatMap((alert) => valuesOf(alert)))]
        const covered = alerts.filter((alert) => valuesOf(alert).length > 0).length
        return { rule, field, values, covered, of: alerts.length }
      }),
    )
    .filter(({ values }) => values.length > 0)
    .sort(
      (a, b) =>
        b.of - a.of || a.rule.localeCompare(b.rule) || b.covered - a.covered || a.values.length - b.values.length,
    )
  return {
    options: found.filter(({ values }) => values.length <= VALUES_MAX),
    tooMany: found
      .filter(({ values }) => values.length > VALUES_MAX)
      .map(({ rule, field, values }) => ({ rule, field, count: values.length })),
  }
}

/** The facet of alerts for a field of events. */
export const facetOf = (field: Field): 'host' | 'user' | 'ip' => (field === 'src_ip' ? 'ip' : field)

/** As a list for a URL, where a backslash precedes a comma inside of a value. */
export const listOf = (values: readonly string[]): string => values.map((one) => one.replaceAll(',', '\\,')).join(',')
