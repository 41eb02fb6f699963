/** Functions that `let` declares, expanded where they are called, and tables that stand for one value. */
import { refuse } from '../fault.ts'
import type { Tree, TreeNode } from '../tree.ts'
import { argumentOfType } from './function-spec.ts'
import { isKnown } from './known-value.ts'
import { compileLiteral } from './literals.ts'
import {
  type Binding,
  bind,
  compileExpression,
  compileTable,
  deeper,
  type Expr,
  isTabular,
  over,
  type Relation,
  type Scope,
} from './scope.ts'
import { type Row, typeNamed, type Value } from './value.ts'

type UserFunction = Binding & { readonly kind: 'function' }

/** The value of a call in the place of an expression. */
export function callUserFunction(fn: UserFunction, args: readonly Tree[], scope: Scope, at: number): Expr {
  const { tree, inner } = entered(fn, args, scope, at)
  return isTabular(tree, inner) ? scalarOfTable(tree, inner) : compileExpression(tree, inner)
}

/** The table of a call that returns one. `input` is the table that `invoke` passes first. */
export function callTableFunction(
  fn: UserFunction,
  args: readonly Tree[],
  scope: Scope,
  at: number,
  input: Relation | null = null,
): Relation {
  const { tree, inner } = entered(fn, args, scope, at, input)
  return compileTable(tree, inner)
}

/** Returns the body's result and its scope: parameters and its own `let`s. */
export function entered(
  fn: UserFunction,
  args: readonly Tree[],
  caller: Scope,
  at: number,
  input: Relation | null = null,
) {
  const [params, body] = fn.declared.of
  const declared = params?.is === 'node' ? params.of : []
  const statements = body?.is === 'node' ? body.of : []
  let inner: Scope = { ...over(fn.scope, null), depth: deeper(caller, fn.declared).depth }
  const ordered = inOrder(declared, input === null ? [] : [null], args)
  if (ordered.length > declared.length) refuse(at, `the function takes ${declared.length} arguments`)
  for (const [i, param] of declared.entries()) {
    const [name, binding] = bound(param, ordered[i], caller, input, at)
    inner = bind(inner, name, binding)
  }
  for (const statement of statements.slice(0, -1)) inner = inner.run.compilers.bindLet(statement, inner)
  const tree = statements.at(-1) ?? refuse(at, 'the function returns no value')
  return { tree: tree.is === 'node' && tree.type === 'ExpressionStatement' ? (tree.of[0] ?? tree) : tree, inner }
}

type PassedArguments = readonly (Tree | null | undefined)[]

/** Arguments for each parameter, after `first`: by place, and then by name as `b=1`. */
function inOrder(declared: readonly Tree[], first: PassedArguments, args: readonly Tree[]): PassedArguments {
  const names = declared.map((param) => nameIn(param.is === 'node' ? param.of[0] : undefined))
  const remaining = [...first]
  let isNamed = false
  for (const arg of args) {
    const name = arg.is === 'node' && arg.type === 'SimpleNamedExpression' ? nameIn(arg) : null
    if (name === null && isNamed) refuse(arg.at, 'an unnamed argument cannot follow a named one')
    isNamed ||= name !== null
    const at = name === null ? remaining.length : names.indexOf(name)
    if (at < 0) refuse(arg.at, `the function has no parameter ${name}`)
    if (remaining[at] !== undefined) refuse(arg.at, `the argument ${name} is set twice`)
    remaining[at] = name === null ? arg : arg.is === 'node' ? arg.of[1] : undefined
  }
  return remaining
}

/** Returns the name in `name: type` or `name = value`. */
function nameIn(tree: Tree | undefined): string | null {
  const [name] = tree?.is === 'node' ? tree.of : []
  return name?.is === 'name' ? name.name : null
}

function bound(
  param: Tree,
  tree: Tree | null | undefined,
  caller: Scope,
  input: Relation | null,
  at: number,
): [string, Binding] {
  const [declared, fallback] = param.is === 'node' ? param.of : []
  const [name, type] = declared?.is === 'node' ? declared.of : []
  if (name?.is !== 'name' || type?.is !== 'node') return refuse(param.at, 'expected a parameter such as name:type')
  if (type.type === 'SchemaTypeExpression') return [name.name, tableArgument(tree, caller, input, at)]
  const value = tree ?? (fallback?.is === 'node' ? fallback.of[0] : undefined)
  if (!value) return refuse(at, `the function is called without ${name.name}`)
  const word = type.words[0] ?? ''
  const wanted = typeNamed(word) ?? refuse(type.at, `there is no type ${word}`)
  const expr = argumentOfType(compileExpression(value, caller), wanted, { name: 'the function', at: value.at })
  return [name.name, { kind: 'scalar', expr: once(expr), isKnown: isKnown(value, caller) }]
}

function tableArgument(value: Tree | null | undefined, caller: Scope, input: Relation | null, at: number): Binding {
  if (value === null && input) return { kind: 'table', relation: () => input }
  if (!value) return refuse(at, 'the function needs a table as its argument')
  const relation = compileTable(value, over(caller, null))
  return { kind: 'table', relation: () => relation }
}

/** A parameter that is used several times is evaluated once a row; otherwise nested calls would multiply. */
export function once(expr: Expr): Expr {
  if (expr.constant) return expr
  let last: { readonly row: Row; readonly value: Value } | null = null
  return {
    ...expr,
    run: (row) => {
      if (last?.row !== row) last = { row, value: expr.run(row) }
      return last.value
    },
  }
}

/** `toscalar`: the first column of the first row, evaluated once. */
export function scalarOfTable(tree: Tree, scope: Scope): Expr {
  if (!isTabular(tree, scope)) return compileExpression(tree, scope)
  const { columns, rows } = compileTable(tree, over(scope, null))
  const run = (): Value => {
    for (const [value = null] of rows()) return value
    return columns[0]?.type === 'string' ? '' : null
  }
  return { type: columns[0]?.type ?? 'dynamic', constant: true, name: '', run }
}

/** The value of a setting: a name or a literal. */
export function settingText(tree: TreeNode, name: string): string | null {
  const value = tree.settings.get(name)
  if (value?.is === 'name') return value.name
  if (value?.is !== 'literal') return null
  return /^["']/.test(value.text) ? String(compileLiteral(value.text, value.at).run([])) : value.text
}
