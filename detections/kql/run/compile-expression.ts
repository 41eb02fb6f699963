/** Scalar expressions of the tree as closures over rows. */
import { refuse } from '../fault.ts'
import type { Tree, TreeNode } from '../tree.ts'
import { compileAggregateCall, isAggregate } from './aggregates.ts'
import { compileArithmetic, compileSign } from './arithmetic.ts'
import { cast, compileComparison, compileLogic } from './compare.ts'
import { compileIn, compileRange, compileTerms } from './compile-list.ts'
import { element, member } from './dynamic-access.ts'
import { NAMED_BY_ARGUMENT } from './function-spec.ts'
import { FUNCTIONS } from './functions/all.ts'
import { compileLiteral, compoundText, jsonOf } from './literals.ts'
import { askFor, bindingOf, compileExpression, deeper, type Expr, folded, literal, type Scope } from './scope.ts'
import { compileRegexMatch, compileTextMatch } from './text-match.ts'
import { callUserFunction, scalarOfTable } from './user-function.ts'
import { compileWindowCall } from './window-functions.ts'

export const INGESTION_TIME = '$IngestionTime'

/** Compiles a part of an expression; other modules call it through `scope.ts`. */
export function expressionOf(tree: Tree, outer: Scope): Expr {
  const scope = deeper(outer, tree)
  if (tree.is === 'literal') return compileLiteral(tree.text, tree.at)
  if (tree.is === 'name') return compileName(tree.name, tree.at, scope)
  const compiled = compileNode(tree, scope)
  return compiled.constant ? folded(compiled) : compiled
}

function compileNode(tree: TreeNode, scope: Scope): Expr {
  const [first, second] = tree.of
  switch (tree.type) {
    case 'ParenthesizedExpression':
      return compileExpression(required(first, tree), scope)
    case 'BinaryExpression':
      return compileBinary(tree, scope)
    case 'PrefixUnaryExpression':
      return compileSign(tree.words[0] ?? '', compileExpression(required(first, tree), scope), tree.at)
    case 'FunctionCallExpression':
      return compileCall(tree, scope)
    case 'PathExpression':
    case 'ElementExpression':
      return compileAccess(required(first, tree), required(second, tree), scope)
    case 'InExpression':
      return compileIn(tree, scope)
    case 'HasAnyExpression':
    case 'HasAllExpression':
      return compileTerms(tree, scope)
    case 'BetweenExpression':
      return compileRange(tree, scope)
    case 'DynamicExpression':
      return literal(jsonOf(tree), 'dynamic')
    case 'CompoundStringLiteralExpression':
      return literal(compoundText(tree.words, tree.at), 'string')
    case 'TypeOfLiteralExpression':
      return literal(first?.is === 'node' ? (first.words[0] ?? '') : '', 'string')
    case 'ToScalarExpression':
    case 'MaterializeExpression':
      return scalarOfTable(required(first, tree), scope)
    default:
      return refuse(tree.at, `${tree.words[0] ?? tree.type} is not supported in an expression`)
  }
}

function required(tree: Tree | undefined, { at }: TreeNode): Tree {
  return tree ?? refuse(at, 'expected an expression here')
}

/** A column, or a name of `let` or a parameter; columns come first. */
function compileName(name: string, at: number, scope: Scope): Expr {
  const index = scope.row?.columns.findIndex((column) => column.name === name) ?? -1
  const column = scope.row?.columns[index]
  if (column) return { ...column, constant: false, run: (row) => row[index] ?? null }
  const binding = bindingOf(scope, name)
  if (binding?.kind === 'scalar') {
    if (!binding.expr.constant && scope.row)
      refuse(at, `a table cannot be built from ${name}, which differs from row to row`)
    return { ...binding.expr, name }
  }
  if (binding) return refuse(at, `${name.slice(0, 80)} is a table or a function; expected a value here`)
  if (!scope.row || scope.row.open.length === 0) return refuse(at, `there is no column ${name.slice(0, 80)}`)
  askFor(name, scope.row, scope.run)
  // A column that no table has is null.
  return { type: 'dynamic', constant: false, name, run: () => null }
}

function compileBinary(tree: TreeNode, scope: Scope): Expr {
  const [word = ''] = tree.words
  const [left, right] = [required(tree.of[0], tree), required(tree.of[1], tree)]
  if (left.is === 'node' && left.type === 'StarExpression') return anyColumn(tree, right, scope)
  return combine(word, compileExpression(left, scope), () => compileExpression(right, scope), scope, tree.at)
}

function combine(word: string, a: Expr, right: () => Expr, scope: Scope, at: number): Expr {
  const b = right()
  if (word === 'and' || word === 'or') return compileLogic(word, a, b)
  // `column: "x"` of search.
  if (word === ':') return combine('has', a, () => b, scope, at)
  if (word === 'matches regex' || word === 'matches') return compileRegexMatch(a, b, scope.run.budget, at)
  if (['+', '-', '*', '/', '%'].includes(word)) return compileArithmetic(word, a, b, at)
  return compileTextMatch(word, a, b, scope.run.budget) ?? compileComparison(word, a, b, at)
}

/** `* has "x"`: in any column, as text. */
function anyColumn(tree: TreeNode, right: Tree, scope: Scope): Expr {
  const columns = scope.row?.columns ?? []
  const wanted = compileExpression(right, scope)
  const tests = columns.map(({ name }) => {
    const text = cast(compileName(name, tree.at, scope), 'string')
    return combine(tree.words[0] ?? '', text, () => wanted, scope, tree.at)
  })
  return tests.reduce((all, test) => compileLogic('or', all, test), literal(false, 'bool'))
}

function compileAccess(base: Tree, step: Tree, scope: Scope): Expr {
  const from = compileExpression(base, scope)
  if (step.is === 'name') return member(from, step.name, step.at)
  const [index] = step.is === 'node' && step.type === 'BracketedExpression' ? step.of : [step]
  return element(from, compileExpression(index ?? step, scope), step.at)
}

/** The time of receipt: a column that a table may have beside the shown ones. */
function ingestionTime(at: number, scope: Scope): Expr {
  const isThere = scope.row?.columns.some(({ name }) => name === INGESTION_TIME) || (scope.row?.open.length ?? 0) > 0
  return isThere ? cast(compileName(INGESTION_TIME, at, scope), 'datetime') : literal(null, 'datetime')
}

function compileCall(tree: TreeNode, scope: Scope): Expr {
  const [callee, list] = tree.of
  if (callee?.is !== 'name' || list?.is !== 'node') return refuse(tree.at, 'expected a function call')
  const { name } = callee
  const binding = bindingOf(scope, name)
  if (binding?.kind === 'function') return callUserFunction(binding, list.of, scope, tree.at)
  if (isAggregate(name)) return compileAggregateCall(name, list.of, scope, tree.at)
  const window = compileWindowCall(name, list.of, scope, tree.at)
  if (window) return window
  if (name === 'ingestion_time') return ingestionTime(tree.at, scope)
  const spec = FUNCTIONS.get(name)
  if (!spec) return refuse(tree.at, `the function ${name.slice(0, 80)} is not supported`)
  const args = list.of.map((arg) => compileExpression(withoutName(arg), scope))
  const call = spec({ name, args, at: tree.at, scope, run: scope.run })
  return NAMED_BY_ARGUMENT.has(name) ? { ...call, name: args[0]?.name ?? '' } : call
}

/** Functions of the language take their arguments by place: `case(a, strcat="x", "y")` is `case(a, "x", "y")` for Kusto. */
function withoutName(arg: Tree): Tree {
  const isNamed = arg.is === 'node' && arg.type === 'SimpleNamedExpression'
  return (isNamed ? arg.of[1] : undefined) ?? arg
}
