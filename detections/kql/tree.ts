/** The parser's tree without punctuation: the input of the compiler. */
import { refuse } from './fault.ts'
import type { SyntaxNode } from './language.ts'
import { KQL_LIMITS } from './limits.ts'

export type Tree =
  | { readonly is: 'name'; readonly at: number; readonly name: string }
  /** The source text; `literal.ts` and `run/literals.ts` compute the value. */
  | { readonly is: 'literal'; readonly at: number; readonly text: string }
  | TreeNode

/** `type` is the parser's; `words` are its operators and keywords; `settings` those of the form `kind=inner`. */
export type TreeNode = {
  readonly is: 'node'
  readonly at: number
  readonly type: string
  readonly words: readonly string[]
  readonly of: readonly Tree[]
  readonly settings: ReadonlyMap<string, Tree>
}

const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',', ';', '|', '.', ''])
/** Nodes that only contain others and have no meaning themselves. */
const TRANSPARENT = new Set(['SyntaxList', 'SeparatedElement'])
/** Nodes that may have a setting several times, so that their settings are kept in `of`. */
const REPEATING = new Set(['ParseKvWithClause'])

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
  if (type === 'LiteralExpression') return { is: 'literal', at, text: firstText(node) }
  const words = tokens.filter(isToken).flatMap(({ Text = '' }) => (PUNCTUATION.has(Text) ? [] : [Text]))
  if (type === 'CompoundStringLiteralExpression')
    return { is: 'node', at, type, words: tokensIn(node), of: [], settings: new Map() }
  const parts = tokens.filter((child) => !isToken(child)).flatMap(flat)
  const settled = REPEATING.has(type) ? [] : parts.filter(isSetting)
  const of = parts.filter((child) => !settled.includes(child)).map((child) => read(child, depth + 1, left))
  const settings = new Map(settled.flatMap((child) => settingOf(child, depth, left)))
  return { is: 'node', at, type, words, of, settings }
}

/** The name of a setting may be made of several tokens: `hint.strategy`. */
function settingOf(node: SyntaxNode, depth: number, left: { nodes: number }): [string, Tree][] {
  const parts = children(node)
  const value = parts.findLast((child) => !isToken(child))
  const isName = (part: SyntaxNode): boolean => part !== value && part.Text !== '='
  const name = parts.filter(isName).map(nameOf).join('')
  return value ? [[name, read(value, depth + 1, left)]] : []
}

function tokensIn(node: SyntaxNode): readonly string[] {
  return isToken(node) ? [node.Text ?? ''] : children(node).flatMap(tokensIn)
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

/** `kind=inner` and similar: they say how an operator works, not what it works on. */
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
