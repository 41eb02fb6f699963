/** Values that are known before any event: literals, lists of them, and names of either. */
import { isNumber } from '../plan/scalar.ts'
import { refuse } from './fault.ts'
import { type KqlValue, literalValue } from './literal.ts'
import { callOf, type Scope } from './scope.ts'
import type { Tree } from './tree.ts'

const DEPTH_MAX = 20

/** Null when it is not a constant. */
export function constantsOf(tree: Tree, scope: Scope, depth = 0): readonly KqlValue[] | null {
  scope.expansion.spend(tree.at)
  if (depth > DEPTH_MAX) refuse(tree.at, `constants refer to each other more than ${DEPTH_MAX} levels deep`)
  if (tree.is === 'literal') return [literalValue(tree.text, tree.at)]
  if (tree.is === 'name') {
    const known = scope.lets.get(tree.name)
    return known ? constantsOf(known, scope, depth + 1) : null
  }
  if (tree.type === 'PrefixUnaryExpression') return negated(tree.of[0], scope, depth)
  const isList = [
    'DynamicExpression',
    'JsonArrayExpression',
    'ExpressionList',
    'ParenthesizedExpression',
    'ExpressionCouple',
  ]
  const call = callOf(tree)
  const parts =
    call?.name === 'dynamic' || call?.name === 'pack_array' ? call.args : isList.includes(tree.type) ? tree.of : null
  const values = parts?.map((part) => constantsOf(part, scope, depth + 1))
  return values?.every((value) => value !== null) ? values.flat() : null
}

function negated(tree: Tree | undefined, scope: Scope, depth: number): readonly KqlValue[] | null {
  const [value] = (tree && constantsOf(tree, scope, depth + 1)) ?? []
  return isNumber(value) ? [-value] : null
}
