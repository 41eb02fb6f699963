/** The command line: a command for each operation, with its arguments and flags. */
import { type ApiModel, type Field, fullName, type Model, type Operation, type Type } from './model.ts'
import { kebabCase } from './words.ts'

/** As \`cli/src/operations.ts\` reads it. */
type Flag = {
  readonly name: string
  readonly flag: string
  readonly kind: string
  readonly required: boolean
  readonly nullable: boolean
  readonly values?: readonly string[]
  readonly about?: string
}

export function cliFiles({ models, operations }: ApiModel): Record<string, string> {
  const known = new Map(models.map((model) => [model.name, model]))
  const lines = operations.map((operation) => `  ${JSON.stringify(commandOf(operation, known))}`)
  return { 'cli/src/operations.json': `[\n${lines.join(',\n')}\n]\n` }
}

function commandOf(operation: Operation, models: ReadonlyMap<string, Model>) {
  const { verb, path, summary, permission, pathParameters, query, headers, body, answer, item } = operation
  const type = body && (body.type.kind === 'nullable' ? body.type.of : body.type)
  const fields = type?.kind === 'model' ? (models.get(type.name)?.fields ?? []) : []
  return {
    words: fullName(operation).split('.').map(kebabCase),
    ...{ verb, path, summary, permission },
    arguments: pathParameters.map(({ name }) => name),
    query: query.filter(({ name }) => name !== 'cursor').map(flagOf),
    headers: headers.map((header) => ({ ...flagOf(header), header: header.header })),
    body: body && {
      as: body.as,
      required: body.required,
      fields: fields.filter(({ name }) => name !== 'cursor').map(flagOf),
    },
    answer: answer.as,
    pages: item === null ? null : body ? 'body' : 'query',
    keyed: operation.isIdempotentByKey,
    reads: operation.readsOnly,
    public: operation.isPublic,
  }
}

function flagOf({ name, type, required, description }: Field): Flag {
  const inner = type.kind === 'nullable' ? type.of : type
  const values = inner.kind === 'string' ? inner.values : undefined
  return {
    ...{ name, flag: kebabCase(name), kind: kindOf(inner), required, nullable: type.kind === 'nullable' },
    ...(values ? { values } : {}),
    ...(description === '' ? {} : { about: description }),
  }
}

function kindOf(type: Type): string {
  if (type.kind === 'string' || type.kind === 'integer' || type.kind === 'number' || type.kind === 'boolean')
    return type.kind
  return type.kind === 'array' && type.of.kind === 'string' ? 'strings' : 'json'
}
