/** Values of a query that are known before any table is read: literals, `let` definitions of them, `ago(1d)`. */
import type { Tree } from '../tree.ts'
import { bindingOf, compileExpression, type Expr, over, type Scope } from './scope.ts'

/** Operators that contain other expressions and read nothing themselves. */
const PLAIN = new Set([
  ...['ParenthesizedExpression', 'BinaryExpression', 'PrefixUnaryExpression', 'CompoundStringLiteralExpression'],
  ...['ExpressionList', 'ElementExpression', 'BracketedExpression', 'TypeOfLiteralExpression'],
])

/** Functions declared in the query are not analysed: their values count as unknown. */
export function isKnown(tree: Tree, scope: Scope): boolean {
  if (tree.is === 'literal') return true
  if (tree.is === 'name') {
    if (scope.row?.columns.some(({ name }) => name === tree.name)) return false
    const binding = bindingOf(scope, tree.name)
    return binding?.kind === 'scalar' && binding.isKnown
  }
  if (tree.type === 'DynamicExpression') return true
  const [first, second] = tree.of
  if (tree.type === 'PathExpression') return first !== undefined && second?.is === 'name' && isKnown(first, scope)
  if (tree.type === 'FunctionCallExpression') {
    const isDeclared = first?.is !== 'name' || bindingOf(scope, first.name) !== null
    return !isDeclared && second?.is === 'node' && second.of.every((arg) => isKnown(arg, scope))
  }
  return PLAIN.has(tree.type) && tree.of.every((part) => isKnown(part, scope))
}

/** Null when the value depends on rows, or on the data of a table. */
export function knownExpression(tree: Tree, scope: Scope): Expr | null {
  if (!isKnown(tree, scope)) return null
  const expr = compileExpression(tree, over(scope, null))
  return expr.constant ? expr : null
}
