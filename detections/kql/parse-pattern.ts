/** What `parse` looks for: texts, and columns between them (Kusto documentation, parse operator). */
import { refuse } from './fault.ts'
import { literalValue } from './literal.ts'
import { type KqlType, typeNamed } from './run/value.ts'
import type { Tree } from './tree.ts'

export type Cut =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'any' }
  | { readonly is: 'column'; readonly name: string; readonly type: KqlType }

export function cutOf(tree: Tree): Cut {
  if (tree.is === 'name') return { is: 'column', name: tree.name, type: 'string' }
  if (tree.is === 'literal') return { is: 'text', text: String(literalValue(tree.text, tree.at)) }
  if (tree.type === 'StarExpression') return { is: 'any' }
  const [name, type] = tree.of
  const word = type?.is === 'node' ? (type.words[0] ?? '') : ''
  if (tree.type !== 'NameAndTypeDeclaration' || name?.is !== 'name')
    return refuse(tree.at, 'this is no part of a pattern')
  return { is: 'column', name: name.name, type: typeNamed(word) ?? refuse(tree.at, `there is no type ${word}`) }
}

/**
 * The pattern as one regular expression. A column reaches to the next text, the last one to the end; without a star in
 * front the text begins where the pattern does.
 */
export function patternOf(cuts: readonly Cut[], isRegex: boolean, isLazy: boolean): string {
  const parts = cuts.map((cut, i) => {
    const isLast = i === cuts.length - 1
    if (cut.is === 'text') return isRegex ? `(?:${withoutGroups(cut.text)})` : escaped(cut.text)
    if (cut.is === 'any') return isLast ? '.*' : '.*?'
    const next = cuts[i + 1]
    const isNumber = cut.type !== 'string' && (next?.is === 'any' || next?.is === 'column')
    if (isNumber) return NUMBERS[cut.type] ?? '(.*?)'
    return isLast && !isLazy ? '(.*)' : '(.*?)'
  })
  return `(?s)^${parts.join('')}$`
}

const NUMBERS: Partial<Record<KqlType, string>> = {
  int: '([+-]?\\d+)',
  long: '([+-]?\\d+)',
  real: '([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)',
  guid: '([0-9a-fA-F-]{36})',
  bool: '(true|false)',
}

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** Groups of the query's own pattern would be counted as columns. */
const withoutGroups = (text: string): string => text.replace(/(\\.)|\((?!\?)/gs, (_, kept?: string) => kept ?? '(?:')
