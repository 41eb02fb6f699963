/** The pattern of `parse`: texts, and columns between them (Kusto documentation, parse operator). */
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
    return refuse(tree.at, 'expected a text, a column or * in the pattern')
  return { is: 'column', name: name.name, type: typeNamed(word) ?? refuse(tree.at, `there is no type ${word}`) }
}

/**
 * `simple`: the texts are plain, and a column reaches to the next one. `relaxed`: a column that does not fit its type is
 * null by itself. `regex`: the texts are patterns, and a column reaches as far as they let it.
 */
export type ParseKind = 'simple' | 'relaxed' | 'regex'

export function parseKind(text: string, at: number): ParseKind {
  if (text === 'simple' || text === 'relaxed' || text === 'regex') return text
  return refuse(at, `there is no parse of kind ${text.slice(0, 40)}`)
}

/**
 * The pattern as one regular expression, the last column to the end; without a star in front the text begins where the
 * pattern does. `flags` are those of a regular expression, of which `U` makes greedy what was lazy and the reverse.
 */
export function patternOf(cuts: readonly Cut[], kind: ParseKind, flags: string): string {
  const inline = kind === 'regex' ? regexFlags(flags) : 's'
  const parts = kind === 'regex' ? cuts.map((cut) => regexPart(cut, flags.includes('U'))) : plainParts(cuts, kind)
  return `${inline === '' ? '' : `(?${inline})`}^${parts.join('')}$`
}

const regexFlags = (flags: string): string => [...'ims'].filter((flag) => flags.includes(flag)).join('')

function regexPart(cut: Cut, isUngreedy: boolean): string {
  if (cut.is === 'text') return `(?${isUngreedy ? 'U' : ''}:${withoutGroups(cut.text)})`
  if (cut.is === 'any') return '.*?'
  return NUMBERS[cut.type] ?? (isUngreedy ? '(.*?)' : '(.*)')
}

function plainParts(cuts: readonly Cut[], kind: 'simple' | 'relaxed'): readonly string[] {
  return cuts.map((cut, i) => {
    const isLast = i === cuts.length - 1
    if (cut.is === 'text') return escaped(cut.text)
    if (cut.is === 'any') return isLast ? '.*' : '.*?'
    const next = cuts[i + 1]
    const number = next?.is === 'any' || next?.is === 'column' ? NUMBERS[cut.type] : undefined
    if (number !== undefined) return kind === 'relaxed' ? `${number}?` : number
    return isLast ? '(.*)' : '(.*?)'
  })
}

const NUMBERS: Partial<Record<KqlType, string>> = {
  int: '([+-]?\\d+)',
  long: '([+-]?\\d+)',
  real: '([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)',
  guid: '([0-9a-fA-F-]{36})',
  bool: '(true|false)',
}

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/**
 * Groups of the query's own pattern would be counted as columns. A parenthesis behind a backslash or in a class is none;
 * `(?:` and flags stand as they are, and a named group loses its name. A class that does not end takes the rest, so that
 * the text is read once.
 */
const withoutGroups = (text: string): string =>
  text.replace(
    /(\\.|\[\^?\]?(?:\\.|[^\]\\])*(?:\]|\\?$))|\((?:\?P?<\w+>|(?!\?))/gs,
    (_, kept?: string) => kept ?? '(?:',
  )
