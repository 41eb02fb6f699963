/** `invoke f(x)`: a function whose first parameter is the table in front. */
import { refuse } from '../../fault.ts'
import { bindingOf } from '../scope.ts'
import { callTableFunction } from '../user-function.ts'
import type { Operator } from './spec.ts'

export const invoke: Operator = (tree, input, scope) => {
  const [call] = tree.of
  const [callee, list] = call?.is === 'node' ? call.of : []
  if (callee?.is !== 'name' || list?.is !== 'node') return refuse(tree.at, 'invoke needs a function call')
  const binding = bindingOf(scope, callee.name)
  if (binding?.kind !== 'function') return refuse(callee.at, `there is no function ${callee.name.slice(0, 80)}`)
  return callTableFunction(binding, list.of, scope, tree.at, input)
}
