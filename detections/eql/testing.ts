/** For tests: events to match, and queries printed from their syntax tree. */
import type { MatchEvent } from '../../schemas/event-view.ts'
import { plainView } from '../../schemas/event-view.ts'
import { holds } from '../plan/evaluate-expr.ts'
import type { EventQuery, Node, Pipe, Query, SequenceStep } from './ast.ts'
import { parseEql } from './load.ts'

export function eventOf(record: Readonly<Record<string, unknown>>): MatchEvent {
  return { record, view: plainView, timeMs: 0, logSource: { product: '', service: '', categories: [] } }
}

/** Returns the indexes of the records that an event query matches, or the reason when it is no rule. */
export function matching(
  query: string,
  records: readonly Readonly<Record<string, unknown>>[],
): readonly number[] | string {
  const { rules, faults } = parseEql(query, 'test.eql')
  const body = rules[0]?.body
  if (body?.kind !== 'event') return faults[0]?.reason ?? 'not an event query'
  return records.flatMap((record, i) => (holds(body.where, eventOf(record)) ? [i] : []))
}

export function printQuery(query: Query): string {
  if (query.kind === 'event') return printEvent(query.event) + query.pipes.map(printPipe).join('')
  const span = query.maxSpanMs === null ? '' : ` with maxspan=${query.maxSpanMs}ms`
  const until = query.until ? ` until ${printStep(query.until)}` : ''
  const steps = query.steps.map(printStep).join(' ')
  return `${query.kind}${printBy(query.by)}${span} ${steps}${until}${query.pipes.map(printPipe).join('')}`
}

function printEvent({ category, where }: EventQuery): string {
  return `${category === null ? 'any' : printString(category)} where ${printNode(where)}`
}

function printStep({ query, by, isMissing, runs }: SequenceStep): string {
  return `${isMissing ? '!' : ''}[${printEvent(query)}]${printBy(by)}${runs === 1 ? '' : ` with runs=${runs}`}`
}

const printBy = (by: readonly Node[]): string => (by.length === 0 ? '' : ` by ${by.map(printNode).join(', ')}`)
const printPipe = ({ name, args }: Pipe): string => ` | ${name} ${args.map(printNode).join(', ')}`

export function printNode(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? printString(node.value) : String(node.value)
    case 'number':
      return node.isDecimal ? Number(node.value).toExponential() : String(node.value)
    case 'field':
      return (node.isOptional ? '?' : '') + node.path.map(printStepOfPath).join('')
    case 'call':
      return `${node.name}${node.isFolded ? '~' : ''}(${node.args.map(printNode).join(', ')})`
    case 'and':
    case 'or':
      return `(${node.of.map(printNode).join(` ${node.kind} `)})`
    case 'not':
      return `(not ${printNode(node.of)})`
    case 'negative':
      return `(-(${printNode(node.of)}))`
    case 'arithmetic':
    case 'compare':
      return `(${printNode(node.left)} ${node.op} ${printNode(node.right)})`
    case 'in':
      return `(${printNode(node.value)} ${node.isFolded ? 'in~' : 'in'} (${node.of.map(printNode).join(', ')}))`
    case 'match':
      return `(${printNode(node.value)} ${node.op} (${node.of.map(printNode).join(', ')}))`
  }
}

const printStepOfPath = (part: string | number, i: number): string =>
  typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}\`${part.replaceAll('`', '``')}\``

function printString(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/[\b\t\n\f\r]/g, (char) => `\\u{${hex(char)}}`)
  return `"${escaped}"`
}

const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0')
