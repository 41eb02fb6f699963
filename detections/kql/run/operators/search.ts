/**
 * `search "x"`: rows with a term in any of their columns; at the beginning of a query, in all or in the named tables.
 */
import type { Tree, TreeNode } from '../../tree.ts'
import { compileCondition, scopeOver } from '../columns.ts'
import { cast } from '../compare.ts'
import { compileExpression, literal, type Relation, type Scope } from '../scope.ts'
import { compileTextMatch } from '../text-match.ts'
import type { Row } from '../value.ts'
import { type Operator, part } from './spec.ts'
import { compileUnion } from './union.ts'

export const search: Operator = (tree, input, scope) => {
  const wanted = tree.of.find((one) => !(one.is === 'node' && one.type === 'FindInClause'))
  const passes = wanted ? compileSearch(wanted, input, scope) : () => true
  const { budget } = scope.run
  return {
    ...input,
    *rows() {
      for (const row of input.rows()) {
        budget.spend(1 + input.columns.length)
        if (passes(row)) yield row
      }
    },
  }
}

/** The column `$table` names the table of a row. */
export function compileSearchSource(tree: TreeNode, scope: Scope): Relation {
  const named = part(tree, 'FindInClause')?.of ?? [{ is: 'name', at: tree.at, name: '*' } as const]
  const source = { is: 'name', at: tree.at, name: '$table' } as const
  const union: TreeNode = {
    is: 'node',
    at: tree.at,
    type: 'UnionOperator',
    words: ['union'],
    of: named,
    settings: new Map([['withsource', source]]),
  }
  return search(tree, compileUnion(union, null, scope), scope)
}

/** A text alone is a term that may occur in any column. */
function compileSearch(tree: Tree, input: Relation, scope: Scope): (row: Row) => boolean {
  if (tree.is === 'literal') return isText(tree) ? anywhere(tree, input, scope) : () => true
  if (tree.is === 'name') return compileCondition(tree, scopeOver(scope, input))
  const [left, right] = tree.of
  if (tree.type === 'StarExpression') return () => true
  if (tree.type === 'ParenthesizedExpression' && left) return compileSearch(left, input, scope)
  const [word] = tree.words
  if (tree.type !== 'BinaryExpression' || !left || !right || (word !== 'and' && word !== 'or'))
    return compileCondition(tree, scopeOver(scope, input))
  const [a, b] = [compileSearch(left, input, scope), compileSearch(right, input, scope)]
  return word === 'and' ? (row) => a(row) && b(row) : (row) => a(row) || b(row)
}

const isText = (tree: Tree): boolean => tree.is === 'literal' && /^[hH]?@?["']/.test(tree.text)

/** A star in the text matches any text; the parts around it must be found. */
function anywhere(tree: Tree, input: Relation, scope: Scope): (row: Row) => boolean {
  const { budget } = scope.run
  const text = compileExpression(tree, scope)
  const parts = String(text.run([])).split('*').filter(Boolean)
  const how = parts.length > 1 || String(text.run([])).includes('*') ? 'contains' : 'has'
  const columns = input.columns.map(({ type }, i) => {
    const column = cast({ type, name: '', constant: false, run: (row: Row) => row[i] ?? null }, 'string')
    return parts.map((one) => compileTextMatch(how, column, literal(one, 'string'), budget) ?? literal(false, 'bool'))
  })
  return (row) => columns.some((tests) => tests.every(({ run }) => run(row) === true))
}
