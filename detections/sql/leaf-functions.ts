/** Functions of scalars (`plan/functions-*.ts`) over leaves: each maps the SQL of leaves to the SQL of one leaf. */

import { once } from './compute-once.ts'
import { orderSql, type Sign } from './exact-numbers.ts'
import { numberTextSql } from './leaves.ts'
import { decimalSql, foldSql, textNumberSql } from './text.ts'

type Apply = (...leaves: string[]) => string

export const textOf = (leaf: string): string => `substring(${leaf}, 2)`
export const hasText = (leaf: string): string => `substring(${leaf}, 1, 1) IN ('s', 'n', 'b')`

/** True when there are leaves, and all of them are null or missing. */
export const allNullSql = (leaves: string): string => `(notEmpty(${leaves}) AND hasAll(['u', 'z'], ${leaves}))`

/** Converts a truth, which may be NULL, to a leaf. */
export const leafTruth = (sql: string): string => `transform(ifNull(${sql}, 2), [0, 1], ['bfalse', 'btrue'], 'z')`

const isNumber = (leaf: string): string => `startsWith(${leaf}, 'n')`
const decimalOf = (leaf: string): string => `if(startsWith(${leaf}, 'b'), '', ${decimalSql(textOf(leaf))})`
const numberOf = (leaf: string): string => `if(startsWith(${leaf}, 'b'), NULL, ${textNumberSql(textOf(leaf))})`

/** Unknown when any leaf has no text. */
const whereText = (leaves: readonly string[], sql: string): string =>
  `if(${leaves.map(hasText).join(' AND ')}, ${sql}, 'z')`
const verdict = (sql: string): string => `if(${sql}, 'btrue', 'bfalse')`

const ofTexts =
  (apply: (...texts: string[]) => string): Apply =>
  (...leaves) =>
    whereText(leaves, apply(...leaves.map(textOf)))

/**
 * By number when either is one, otherwise by text; a number and a text that is none have no order and are not equal.
 */
const ordered =
  (sign: Sign): Apply =>
  (a, b) => {
    const numbers = orderSql(sign, decimalOf(a), decimalOf(b))
    const texts = `${textOf(a)} ${sign} ${textOf(b)}`
    return whereText([a, b], verdict(`if(${isNumber(a)} OR ${isNumber(b)}, ${numbers}, ${texts})`))
  }

const ofNumbers =
  (apply: (...numbers: string[]) => string): Apply =>
  (...leaves) => {
    const names = ['a', 'b'].slice(0, leaves.length)
    const numbers = leaves.map((leaf, at) => [names[at], `ifNull(${numberOf(leaf)}, nan)`])
    const answer = once(Object.fromEntries(numbers), apply(...names))
    return once({ n: answer }, `if(isFinite(n), concat('n', ${numberTextSql('n')}), 'z')`)
  }

const quotient = (a: string, b: string): string =>
  `if(${b} = 0, nan, if(${a} = trunc(${a}) AND ${b} = trunc(${b}), trunc(${a} / ${b}), ${a} / ${b}))`

export const LEAF_FUNCTIONS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['equals', ordered('=')],
  ['lt', ordered('<')],
  ['lte', ordered('<=')],
  ['gt', ordered('>')],
  ['gte', ordered('>=')],
  ['concat', ofTexts((...texts) => `concat('s', ${texts.join(', ')})`)],
  ['string', ofTexts((text) => `concat('s', ${text})`)],
  ['fold', ofTexts((text) => `concat('s', ${foldSql(text)})`)],
  ['startsWith', ofTexts((text, part) => verdict(`startsWith(${text}, ${part})`))],
  ['endsWith', ofTexts((text, part) => verdict(`endsWith(${text}, ${part})`))],
  ['contains', ofTexts((text, part) => verdict(`position(${text}, ${part}) > 0`))],
  ['add', ofNumbers((a, b) => `(${a} + ${b})`)],
  ['subtract', ofNumbers((a, b) => `(${a} - ${b})`)],
  ['multiply', ofNumbers((a, b) => `(${a} * ${b})`)],
  ['divide', ofNumbers((a, b) => `if(${b} = 0, nan, ${a} / ${b})`)],
  ['quotient', ofNumbers(quotient)],
  ['floor', ofNumbers((a) => `floor(${a})`)],
  ['abs', ofNumbers((a) => `abs(${a})`)],
])
