/** The parser's tree without its punctuation: what queries are compiled from. */
import { refuse } from './fault.ts'
import type { SyntaxNode } from './language.ts'
import { KQL_LIMITS } from './limits.ts'
import { type KqlValue, literalValue } from './literal.ts'

export type Tree =
  | { readonly is: 'name'; readonly at: number; readonly name: string }
  | { readonly is: 'literal'; readonly at: number; readonly value: KqlValue }
  /** `type` is the parser's; `words` its operators and keywords. */
  | {
      readonly is: 'node'
      readonly at: number
      readonly type: string
      readonly words: readonly string[]
      readonly of: readonly Tree[]
    }

const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',', ';', '|', '.', ''])
/** They hold others and mean nothing themselves. */
const TRANSPARENT = new Set(['SyntaxList', 'SeparatedElement'])

export function treeOf(syntax: SyntaxNode): Tree {
  return read(syntax, 0, { nodes: KQL_LIMITS.nodes })
}

function read(node: SyntaxNode, depth: number, left: { nodes: number }): Tree {
  const at = node.TextStart
  if (depth > KQL_LIMITS.depth) refuse(at, `the query is nested more than ${KQL_LIMITS.depth} deep`)
  if (--left.nodes < 0) refuse(at, `the query has more than ${KQL_LIMITS.nodes} parts`)
  const type = typeOf(node)
  const tokens = children(node)
  if (NAMES.has(type)) return { is: 'name', at, name: nameOf(node) }
  if (type === 'LiteralExpression') return { is: 'literal', at, value: literalValue(firstText(node), at) }
  const words = tokens.filter(isToken).flatMap(({ Text = '' }) => (PUNCTUATION.has(Text) ? [] : [Text]))
  const of = tokens
    .filter((child) => !isToken(child))
    .flatMap(flat)
    .filter((child) => !isSetting(child))
  return { is: 'node', at, type, words, of: of.map((child) => read(child, depth + 1, left)) }
}

const NAMES = new Set(['NameReference', 'NameDeclaration', 'TokenName', 'BracketedName'])

function flat(node: SyntaxNode): readonly SyntaxNode[] {
  return TRANSPARENT.has(typeOf(node))
    ? children(node)
        .filter((child) => !isToken(child))
        .flatMap(flat)
    : [node]
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let i = 0; i < node.ChildCount; i++) {
    const child = node.GetChild(i)
    if (child) found.push(child)
  }
  return found
}

/** `kind=inner` and the like: how an operator works, not what on. */
const isSetting = (node: SyntaxNode): boolean => typeOf(node) === 'NamedParameter'

const isToken = (node: SyntaxNode): boolean => typeOf(node) === 'SyntaxToken'

function typeOf(node: SyntaxNode): string {
  return /Syntax\.([A-Za-z]+)/.exec(node.constructor.$$name ?? '')?.[1] ?? ''
}

function firstText(node: SyntaxNode): string {
  const [first] = children(node)
  return first ? firstText(first) : (node.Text ?? '')
}

/** `['a name']` is one too. */
function nameOf(node: SyntaxNode): string {
  const parts = children(node)
  if (parts.length === 0) return node.Text ?? ''
  const text = parts.map(nameOf).join('')
  const quoted = /^\[(["'])(.*)\1\]$/s.exec(text)
  return quoted ? (quoted[2] ?? '') : text
}
