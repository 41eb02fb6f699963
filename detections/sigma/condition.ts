/**
 * The condition language: `not` binds closest, then `and`, then `or`; `1 of`, `any of` and `all of` take a pattern with
 * `*`, or `them`. Correlations use the same language over rules.
 */
import { quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

export type Condition =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'of'; readonly every: boolean; readonly pattern: string }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

type Tokens = { readonly words: readonly string[]; at: number; depth: number }

/** @throws Refusal with what was expected where. */
export function parseCondition(source: string): Condition {
  if (source.length > LIMITS.conditionChars)
    throw new Refusal(`the condition has ${source.length} characters, which is too long`)
  refuseAggregation(source)
  const tokens: Tokens = { words: source.match(/[()]|[^\s()]+/g) ?? [], at: 0, depth: 0 }
  const condition = parseOr(tokens)
  if (tokens.at < tokens.words.length) throw unexpected(tokens)
  return condition
}

const AGGREGATION = /\||\b(?:count|sum|min|max|avg)\s*\(/i

/** Older conditions could count events, after a pipe. Sigma 2 has correlation rules for that. */
function refuseAggregation(source: string): void {
  if (!AGGREGATION.test(source)) return
  const what = /\|\s*near\b/i.test(source) ? 'near' : 'an aggregation'
  throw new Refusal(`${what} in a condition is not part of Sigma 2; use a correlation rule`)
}

function parseOr(tokens: Tokens): Condition {
  return parseJoined(tokens, 'or', parseAnd)
}

function parseAnd(tokens: Tokens): Condition {
  return parseJoined(tokens, 'and', parseNot)
}

function parseJoined(tokens: Tokens, kind: 'and' | 'or', operand: (tokens: Tokens) => Condition): Condition {
  const first = operand(tokens)
  if (wordAt(tokens) !== kind) return first
  const of = [first]
  while (wordAt(tokens) === kind) {
    tokens.at++
    of.push(operand(tokens))
  }
  return { kind, of }
}

function parseNot(tokens: Tokens): Condition {
  let isNegated = false
  while (wordAt(tokens) === 'not') {
    tokens.at++
    isNegated = !isNegated
  }
  const operand = parseOperand(tokens)
  return isNegated ? { kind: 'not', of: operand } : operand
}

function parseOperand(tokens: Tokens): Condition {
  const word = tokens.words[tokens.at]
  if (word === undefined || word === ')' || isOperator(word)) throw unexpected(tokens)
  tokens.at++
  if (word === '(') return parseGroup(tokens)
  if (wordAt(tokens) === 'of') return parseOf(word, tokens)
  return { kind: 'name', name: word }
}

function parseGroup(tokens: Tokens): Condition {
  if (++tokens.depth > LIMITS.conditionDepth) {
    throw new Refusal(`parentheses are nested more than ${LIMITS.conditionDepth} deep`)
  }
  const inside = parseOr(tokens)
  if (tokens.words[tokens.at] !== ')') throw unexpected(tokens)
  tokens.at++
  tokens.depth--
  return inside
}

function parseOf(count: string, tokens: Tokens): Condition {
  const quantifier = count.toLowerCase()
  if (!['1', 'any', 'all'].includes(quantifier)) {
    throw new Refusal(`${quote(`${count} of`)}: Sigma has only "1 of", "any of" and "all of"`)
  }
  tokens.at++
  const pattern = tokens.words[tokens.at]
  if (pattern === undefined || pattern === '(' || pattern === ')') throw unexpected(tokens)
  tokens.at++
  return { kind: 'of', every: quantifier === 'all', pattern }
}

/** Operators are accepted in any case, because many rules write `AND`. */
function wordAt(tokens: Tokens): string | undefined {
  return tokens.words[tokens.at]?.toLowerCase()
}

function isOperator(word: string): boolean {
  return ['and', 'or', 'not', 'of'].includes(word.toLowerCase())
}

function unexpected(tokens: Tokens): Refusal {
  const word = tokens.words[tokens.at]
  return new Refusal(word === undefined ? 'the condition ends too early' : `${quote(word)} is not expected there`)
}
