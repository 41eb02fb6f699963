/** An operator of a pipe: the table in front of it, and the table it makes of that. */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { cast } from '../compare.ts'
import { compileExpression, constantValue, over, type Relation, type Scope } from '../scope.ts'

export type Operator = (tree: TreeNode, input: Relation, scope: Scope) => Relation
/** A function that `evaluate` calls: gets its arguments, and the whole operator for its settings. */
export type Plugin = (list: TreeNode, input: Relation, scope: Scope, tree: TreeNode) => Relation

export function first(tree: TreeNode): Tree {
  return tree.of[0] ?? refuse(tree.at, 'expected an expression here')
}

export function part(tree: TreeNode, type: string): TreeNode | null {
  const found = tree.of.find((one) => one.is === 'node' && one.type === type)
  return found?.is === 'node' ? found : null
}

/** A number of rows, known before any of them. */
export function constantCount(tree: Tree, scope: Scope): number {
  const value = constantValue(cast(compileExpression(tree, over(scope, null)), 'long'), tree.at, 'a number of rows')
  return typeof value === 'bigint' && value > 0n ? Number(value) : 0
}
