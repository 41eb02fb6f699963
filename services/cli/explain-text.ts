/** Explains why a rule matches an event or does not, as lines for a person. */
import type { RuleExplanation, ShownExpr } from '../../control/detect/detections/index.ts'
import type { LikePart, Test } from '../../detections/plan/expr.ts'

const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=', eq: '=' } as const
const PLACES = { equals: 'is', prefix: 'starts with', suffix: 'ends with', contains: 'contains' } as const

/** The rule and its result, then its condition, a part a line: `+` holds, `-` does not, and the event's value. */
export function explanationText(
  title: string,
  { ruleId, step, isForLogSource, matches, where }: RuleExplanation,
): string {
  const verdict = matches ? 'matches' : isForLogSource ? 'does not match' : 'is for other log sources'
  return [
    `${title.replaceAll(/\s+/g, ' ')} (${ruleId})${step === null ? '' : `, step ${step},`} ${verdict}`,
    ...linesOf(where, 1),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function linesOf({ kind, held, field, test, value, of, omitted }: ShownExpr, depth: number): string[] {
  const margin = '  '.repeat(depth)
  const sign = held ? '+' : '-'
  if (of === undefined) {
    const has = field === undefined ? '' : `   event: ${value === undefined ? 'none' : JSON.stringify(value)}`
    return [`${margin}${sign} ${field ?? kind} ${testText(test)}${has}`]
  }
  const parts = of.flatMap((part) => linesOf(part, depth + 1))
  const rest = omitted === undefined ? [] : [`${margin}  ... and ${omitted} more`]
  return [`${margin}${sign} ${kind}`, ...parts, ...rest]
}

/** Prints the value as it is when it is not a test, or when the test was cut because it is too long. */
function testText(shown: unknown): string {
  if (!isTest(shown)) return typeof shown === 'string' ? shown : JSON.stringify(shown)
  const test = shown
  switch (test.op) {
    case 'equals':
    case 'prefix':
    case 'suffix':
    case 'contains':
      return `${PLACES[test.op]} ${JSON.stringify(test.text)}${test.cased ? ' (cased)' : ''}`
    case 'like':
      return `is like ${JSON.stringify(test.parts.map(patternOf).join(''))}${test.cased ? ' (cased)' : ''}`
    case 'regex': {
      const flags = Object.entries(test.flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))
      return `matches /${test.source}/${flags.join('')}`
    }
    case 'exists':
      return 'is there'
    case 'absent':
      return 'is not there'
    case 'object':
      return 'is an object'
    case 'number':
      return `= ${test.value}`
    case 'compare':
      return `${COMPARISONS[test.how]} ${test.value}`
    case 'cidr':
      return `is in ${test.network}`
    case 'same':
      return `${PLACES[test.how]} what is in ${test.field}${test.cased ? ' (cased)' : ''}`
    case 'time_part':
      return `has ${test.part} ${COMPARISONS[test.how]} ${test.value}`
  }
}

/** Writes a pattern as Sigma does: a literal wildcard character has a backslash before it. */
function patternOf(part: LikePart): string {
  if (part.kind === 'text') return part.text.replaceAll(/[*?]/g, '\\$&')
  return part.kind === 'one' ? '?' : '*'
}

function isTest(shown: unknown): shown is Test {
  return typeof shown === 'object' && shown !== null && 'op' in shown
}
