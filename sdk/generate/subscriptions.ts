/** The subscriptions of the GraphQL schema in each language: a type for the event, and a method with its document. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql/index.js'
import { goName } from './go.ts'
import { pascalCase, snakeCase } from './words.ts'

const SCHEMA = join(import.meta.dirname, '../../api/graphql/schema.graphql')
const NOTE = 'Made from api/graphql/schema.graphql by sdk/generate. Do not edit.'

type Leaf = { readonly name: string; readonly type: string; readonly nullable: boolean; readonly values: string[] }
type Variable = { readonly name: string; readonly nullable: boolean }
type Subscription = {
  readonly name: string
  readonly event: string
  readonly variables: readonly Variable[]
  readonly document: string
}

type Schema = { readonly events: ReadonlyMap<string, readonly Leaf[]>; readonly subscriptions: readonly Subscription[] }

export function subscriptionFiles(): Record<string, string> {
  const schema = readSchema()
  return {
    'typescript/src/generated/subscriptions.ts': typescript(schema),
    'python/src/svc/_subscriptions.py': python(schema),
    'go/subscriptions.go': go(schema),
  }
}

function readSchema(): Schema {
  const root = buildSchema(readFileSync(SCHEMA, 'utf8')).getSubscriptionType()
  const events = new Map<string, readonly Leaf[]>()
  const subscriptions = Object.values(root?.getFields() ?? {}).map((field) => {
    const leaves = leavesOf(field)
    const event = `Subscribed${getNamedType(field.type).name}`
    events.set(event, leaves)
    const variables = field.args.map(({ name, type }) => ({ name, nullable: !isNonNullType(type) }))
    const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
    const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
    const call = `${field.name}${passed === '' ? '' : `(${passed})`}`
    const head = `subscription${declared === '' ? '' : `(${declared})`}`
    return {
      ...{ name: field.name, event, variables },
      document: `${head} { ${call} { ${leaves.map(({ name }) => name).join(' ')} } }`,
    }
  })
  return { events, subscriptions }
}

/** Fields without subfields. Nested objects may need permissions that the subscription does not need. */
function leavesOf({ type }: GraphQLField<unknown, unknown>): Leaf[] {
  const named = getNamedType(type)
  if (!isObjectType(named)) throw new Error(`${named.name} is no object`)
  return Object.values(named.getFields()).flatMap((field) => {
    const of = getNamedType(field.type)
    if (!isLeafType(of)) return []
    const values = isEnumType(of) ? of.getValues().map(({ name }) => name) : []
    return [{ name: field.name, type: shapeOf(field.type), nullable: !isNonNullType(field.type), values }]
  })
}

/** The name of a scalar, in brackets for a list of it. */
function shapeOf(type: GraphQLOutputType): string {
  const text = String(type).replaceAll('!', '')
  return isEnumType(getNamedType(type)) ? 'String' : text
}

const TS: Readonly<Record<string, string>> = { Int: 'number', Float: 'number', Boolean: 'boolean', JSON: 'unknown' }

function typescript({ events, subscriptions }: Schema): string {
  const types = [...events].map(([event, leaves]) => {
    const rows = leaves.map(({ name, type, nullable, values }) => {
      const one = values.length > 0 ? `Open<${values.map((value) => `'${value}'`).join(' | ')}>` : tsType(type)
      return `  readonly ${name}: ${one}${nullable ? ' | null' : ''}\n`
    })
    return `export interface ${event} {\n${rows.join('')}}\n`
  })
  const methods = subscriptions.map(({ name, event, variables }) => {
    const own =
      variables.length === 0
        ? ''
        : `variables${variables.every(({ nullable }) => nullable) ? '?' : ''}: ${tsVars(variables)}, `
    return `  ${name}(${own}options?: SubscribeOptions): AsyncGenerator<${event}, void, undefined>\n`
  })
  const documents = subscriptions.map(
    ({ name, document, variables }) => `  ${name}: ['${document}', ${variables.length > 0}],\n`,
  )
  return `// ${NOTE}
import type { SubscribeOptions } from '../subscribe.ts'
import type { Open } from './models.ts'

${types.join('\n')}
/** Subscriptions with all fields that have no subfields; \`client.subscribe\` accepts any other selection. */
export interface Subscriptions {
${methods.join('')}}

/** The document of each subscription, and if it has variables. */
export const SUBSCRIPTIONS: Readonly<Record<string, readonly [document: string, takesVariables: boolean]>> = {
${documents.join('')}}
`
}

function tsType(type: string): string {
  return type.startsWith('[') ? `readonly ${tsType(type.slice(1, -1))}[]` : (TS[type] ?? 'string')
}

function tsVars(variables: readonly Variable[]): string {
  const rows = variables.map(
    ({ name, nullable }) => `readonly ${name}${nullable ? '?: string | undefined' : ': string'}`,
  )
  return `{ ${rows.join('; ')} }`
}

const PY: Readonly<Record<string, string>> = { Int: 'int', Float: 'float', Boolean: 'bool', JSON: 'Any' }

function python({ events, subscriptions }: Schema): string {
  const types = [...events].map(([event, leaves]) => {
    const rows = leaves.map(
      ({ name, type, nullable, values }) =>
        `    ${name}: ${pyType(type)}${nullable ? ' | None' : ''}${valuesNote(values)}\n`,
    )
    return `class ${event}(TypedDict):\n${rows.join('')}`
  })
  const methods = (iterator: string, events: string) =>
    subscriptions.map(({ name, event, variables }) => {
      const own = variables
        .map((one) => `, ${snakeCase(one.name)}: str${one.nullable ? ' | None = None' : ''}`)
        .join('')
      const passed = variables.map((one) => `"${one.name}": ${snakeCase(one.name)}`).join(', ')
      const call = `${events}(self._client, "${name}", _${snakeCase(name).toUpperCase()}, {${passed}}, options)`
      return `    def ${snakeCase(name)}(self${own}, **options: Unpack[SubscribeOptions]) -> ${iterator}[${event}${iterator === 'Iterator' ? '' : ', None'}]:\n        return ${call}\n`
    })
  const documents = subscriptions.map(
    ({ name, document }) => `_${snakeCase(name).toUpperCase()} = (\n${wrapped(document)})\n`,
  )
  const group = (name: string, client: string, iterator: string, events: string) => `class ${name}:
    """Subscriptions with all fields that have no subfields; \`client.subscribe\` accepts any other selection."""

    def __init__(self, client: ${client}) -> None:
        self._client = client

${methods(iterator, events).join('\n')}`
  return `# ${NOTE}
"""Subscriptions of GraphQL, and the events that they give."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING, TypedDict

from ._subscribe import AsyncSubscriber, SubscribeOptions, Subscriber, async_events, events

if TYPE_CHECKING:
    from typing_extensions import Unpack

${documents.join('')}

${types.join('\n\n')}

${group('Subscriptions', 'Subscriber', 'Iterator', 'events')}

${group('AsyncSubscriptions', 'AsyncSubscriber', 'AsyncGenerator', 'async_events')}`
}

function valuesNote(values: readonly string[]): string {
  return values.length === 0 ? '' : `\n    """${values.join(', ')}"""`
}

/** A text as literals of at most 100 characters, which Python joins. */
function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of text.split(/(?<= )/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length <= 100) lines[lines.length - 1] = last + word
    else lines.push(word)
  }
  return lines.map((line) => `    "${line}"\n`).join('')
}

function pyType(type: string): string {
  return type.startsWith('[') ? `list[${pyType(type.slice(1, -1))}]` : (PY[type] ?? 'str')
}

const GO: Readonly<Record<string, string>> = {
  ...{ Int: 'int', Float: 'float64', Boolean: 'bool', DateTime: 'time.Time', JSON: 'any' },
}

function go({ events, subscriptions }: Schema): string {
  const types = [...events].map(([event, leaves]) => {
    const rows = leaves.map(({ name, type, nullable, values }) => ({
      doc: values.length === 0 ? '' : `\t// ${values.join(', ')}\n`,
      cells: [goName(name), `${nullable ? '*' : ''}${goType(type)}`, `\`json:"${name}"\``],
    }))
    return `// ${event} is an event of a subscription.\ntype ${event} struct {\n${columns(rows)}}\n`
  })
  const methods = subscriptions.map(({ name, event, variables, document }) => {
    const argument = ({ name: own }: Variable) => own.replace(/Id$/, 'ID')
    const own = variables.map((one) => `${argument(one)} string, `).join('')
    const fill = variables.map((one) =>
      one.nullable
        ? `\tif ${argument(one)} != "" {\n\t\tvariables["${one.name}"] = ${argument(one)}\n\t}\n`
        : `\tvariables["${one.name}"] = ${argument(one)}\n`,
    )
    const about = variables.some(({ nullable }) => nullable) ? '; an empty id stands for all' : ''
    return `// ${pascalCase(name)} ranges over the events of ${name}${about}.
func (s *Subscriptions) ${pascalCase(name)}(ctx context.Context, ${own}options *SubscribeOptions) iter.Seq2[*${event}, error] {
\tvariables := map[string]any{}
${fill.join('')}\tconst document = \`${document}\`
\treturn eventsOf[${event}](ctx, s.client, "${name}", document, variables, options)
}
`
  })
  return `// Code generated from api/graphql/schema.graphql by sdk/generate. DO NOT EDIT.

package svc

import (
\t"context"
\t"iter"
\t"time"
)

${types.join('\n')}
// Subscriptions select all fields that have no subfields; Client.Subscribe accepts any other selection.
type Subscriptions struct {
\tclient *Client
}

${methods.join('\n')}`
}

function goType(type: string): string {
  return type.startsWith('[') ? `[]${goType(type.slice(1, -1))}` : (GO[type] ?? 'string')
}

/** Aligns the fields of a struct as gofmt does: a comment ends a block. */
function columns(rows: readonly { readonly doc: string; readonly cells: readonly string[] }[]): string {
  const blocks: (typeof rows)[number][][] = []
  for (const row of rows) {
    const last = blocks.at(-1)
    if (last === undefined || row.doc !== '') blocks.push([row])
    else last.push(row)
  }
  return blocks
    .map((block) => {
      const width = (at: number) => Math.max(...block.map(({ cells }) => (cells[at] ?? '').length))
      return block
        .map(({ doc, cells: [name = '', type = '', tag] }) => {
          return `${doc}\t${name.padEnd(width(0))} ${type.padEnd(width(1))} ${tag}\n`
        })
        .join('')
    })
    .join('')
}
