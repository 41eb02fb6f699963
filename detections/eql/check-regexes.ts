/** How much the regular expressions of a query come to, before the first is compiled. */
import { PATTERN_STEPS_MAX, REGEX_STEPS_MAX, regexSteps, tooManySteps } from '../plan/regex-steps.ts'
import type { Node, Query } from './ast.ts'
import { refuse } from './fault.ts'
import { translateRegex } from './lucene-regex.ts'

export function checkRegexes(query: Query): void {
  const steps = { left: REGEX_STEPS_MAX }
  const events =
    query.kind === 'event'
      ? [query.event]
      : [...query.steps, ...(query.until ? [query.until] : [])].map((step) => step.query)
  for (const { where } of events) visit(where, steps)
  for (const { args } of query.pipes) for (const arg of args) visit(arg, steps)
}

type Steps = { left: number }

/** As deep as the parser lets a query be. */
function visit(node: Node, steps: Steps): void {
  if (node.kind === 'match') {
    if (node.op === 'regex' || node.op === 'regex~') for (const pattern of node.of) count(pattern, steps)
    return visit(node.value, steps)
  }
  if (node.kind === 'call' && /^match(?:lite)?$/i.test(node.name))
    for (const pattern of node.args.slice(1)) count(pattern, steps)
  for (const part of partsOf(node)) visit(part, steps)
}

function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'and':
    case 'or':
      return node.of
    case 'not':
    case 'negative':
      return [node.of]
    case 'arithmetic':
    case 'compare':
      return [node.left, node.right]
    case 'in':
    case 'match':
      return [node.value, ...node.of]
    default:
      return []
  }
}

/** Skips patterns that cannot be translated: compiling refuses them. */
function count(pattern: Node, steps: Steps): void {
  if (pattern.kind !== 'literal' || typeof pattern.value !== 'string') return
  const translated = translateRegex(pattern.value)
  if ('fault' in translated) return
  const own = regexSteps(translated.source, PATTERN_STEPS_MAX)
  if (own > PATTERN_STEPS_MAX) refuse(pattern.at, tooManySteps(pattern.value))
  steps.left -= own
  if (steps.left < 0) refuse(pattern.at, `the regular expressions of the query have more than ${REGEX_STEPS_MAX} steps`)
}
