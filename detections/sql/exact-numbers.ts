/** Compares numbers in SQL texts like `compareNumbers`: by doubles, and by digits where these are equal and large. */
import { numberTextSql } from './leaves.ts'
import { doubleSql } from './text.ts'

export type Sign = '=' | '<' | '<=' | '>' | '>='

const DIGITS = `'^[+-]?[0-9]+$'`
/** The negative number with the larger digits is the smaller one. */
const MIRRORED = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/** Compares two decimal texts; '' is a value that is no number and has no order. Returns 0 or 1. */
export function orderSql(sign: Sign, left: string, right: string): string {
  const isNear = `a = b AND abs(a) >= 9007199254740992`
  const byDoubles = `multiIf(isNull(a) OR isNull(b), 0, ${isNear}, ${byDigits(sign)}, a ${sign} b)`
  const doubles = `[${doubleSql('p')}], [${doubleSql('q')}]`
  return `arrayMap((p, q) -> arrayMap((a, b) -> ifNull(${byDoubles}, 0), ${doubles})[1], [${left}], [${right}])[1]`
}

/** Compares the texts p and q, whose doubles a and b are equal and so of one sign. */
function byDigits(sign: Sign): string {
  const order = (one: Sign) => `(length(d.1), d.1) ${one} (length(d.2), d.2)`
  const pairs = `[(${bareDigits(wholeText('p', 'a'))}, ${bareDigits(wholeText('q', 'b'))})]`
  const isKnown = `d.1 != '' AND d.2 != ''`
  const ofEqual = sign === '=' || sign === '<=' || sign === '>=' ? '1' : '0'
  return `arrayMap(d -> multiIf(NOT (${isKnown}), ${ofEqual}, a < 0, ${order(MIRRORED[sign])}, ${order(sign)}), ${pairs})[1]`
}

function wholeText(text: string, double: string): string {
  return `if(match(${text}, ${DIGITS}), ${text}, ${numberTextSql(`assumeNotNull(${double})`)})`
}

/** Digits without sign and leading zeros; '' for a text that is no whole number. */
function bareDigits(text: string): string {
  return `extract(${text}, '^[+-]?0*([0-9]+)$')`
}
