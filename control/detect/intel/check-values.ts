/** Bulk check of values: the indicators that match them, and the lists of known-good values that contain them. */
import { Type } from 'typebox'
import { KINDS, type Kind } from '../../../intel/indicator.ts'
import { guessKind } from '../../../intel/normalise-value.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { closed, named, nullable, oneOf, plainText } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { type KnownOf, knownOf } from './enrich.ts'
import { type KnownGood, knownGoodOf } from './warning-lists/known-good.ts'
import { EFFECTS } from './warning-lists/warning-list.ts'

export const CHECKED_AT_ONCE_MAX = 1_000
const operation = operationsOf<unknown>()

export const knownGoodSchema = Type.Object({
  list: Type.String(),
  effect: oneOf(EFFECTS),
  entry: Type.String({ description: 'matching entry: the value itself, a parent domain or a containing network' }),
})

const checked = named(
  'CheckedValue',
  Type.Object({
    value: Type.String({ description: 'value as submitted' }),
    ioc_type: nullable(oneOf(KINDS, { description: 'null: not a recognised kind of value' })),
    normalised: nullable(Type.String()),
    verdict: oneOf(['listed', 'flagged', 'known_good', 'unknown', 'not_a_value'] as const, {
      description:
        '`flagged`: an indicator matches, and a list says that the value is good; `known_good`: it is on a list, and no indicator matches',
    }),
    matches: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        value: Type.String(),
        source: Type.String(),
        severity: oneOf(SEVERITIES),
        effective_confidence: Type.Number(),
        threat_actor: nullable(Type.String()),
        malware_family: nullable(Type.String()),
      }),
    ),
    known_good: Type.Array(knownGoodSchema),
  }),
)

const check = operation({
  name: 'intel.check',
  summary: `Check up to ${CHECKED_AT_ONCE_MAX.toLocaleString('en')} values for matching indicators and known-good lists`,
  description:
    'Kinds are detected, and values may be defanged (`hxxp://evil[.]example`). Events are not searched; POST /intel/enrich does that for fewer values.',
  permission: 'threat_intel:read',
  isRead: true,
  path: 'POST /intel/check',
  body: named(
    'IntelCheck',
    Type.Object(
      {
        values: Type.Array(plainText(2048), {
          minItems: 1,
          maxItems: CHECKED_AT_ONCE_MAX,
          description: 'values to look up, defanged ones included',
        }),
      },
      closed,
    ),
  ),
  output: named('IntelChecked', Type.Object({ values: Type.Array(checked) })),
  async run({ tx, nowMs }, { values }) {
    const guessed = values.map((value) => ({ value, found: guessKind(value) }))
    const known = guessed.flatMap(({ found }) => (found === null ? [] : [found]))
    const matches = await knownOf(tx, known, nowMs)
    const good = await knownGoodOf(tx, known)
    let at = 0
    return {
      values: guessed.map(({ value, found }) => {
        if (found === null) return viewOf(value, null, [], [])
        const i = at++
        return viewOf(value, found, matches[i] ?? [], good[i] ?? [])
      }),
    }
  },
})

function viewOf(
  value: string,
  found: { readonly kind: Kind; readonly value: string } | null,
  matches: readonly KnownOf[],
  good: readonly KnownGood[],
) {
  const of = matches.flatMap(({ knownGood }) => (knownGood === null ? [] : [knownGood]))
  const lists = [...new Map([...of, ...good].map((one) => [`${one.list} ${one.entry}`, one])).values()]
  return {
    value,
    ioc_type: found?.kind ?? null,
    normalised: found?.value ?? null,
    verdict: verdictOf(found !== null, matches, lists),
    matches: matches.map(({ indicator, effectiveConfidence }) => ({
      ...{ id: indicator.id, value: indicator.value, source: indicator.source, severity: indicator.severity },
      ...{ effective_confidence: effectiveConfidence, threat_actor: indicator.threatActor },
      malware_family: indicator.malwareFamily,
    })),
    known_good: lists,
  }
}

function verdictOf(isValue: boolean, matches: readonly KnownOf[], lists: readonly KnownGood[]) {
  if (!isValue) return 'not_a_value' as const
  if (matches.some(({ knownGood }) => knownGood === null)) return 'listed' as const
  if (matches.length > 0) return 'flagged' as const
  return lists.length > 0 ? ('known_good' as const) : ('unknown' as const)
}

export const CHECK_OPERATIONS = [check]
