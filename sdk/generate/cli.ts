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
  const words = fullName(operation).split('.').map(kebabCase)
  return {
    words,
    ...{ verb, path, summary, permission },
    arguments: pathParameters.map(({ name }) => name),
    query: query.filter(({ name }) => name !== 'cursor').map(flagOf),
    headers: headers.map((header) => ({ ...flagOf(header), header: header.header })),
    body: body && {
      as: body.as,
      required: body.required,
      fields: fields
        .filter(({ name }) => name !== 'cursor')
        .map(flagOf)
        .map((flag) => ({ ...flag, flag: ownFlag(words, flag.flag) })),
    },
    answer: answer.as,
    pages: item === null ? null : body ? 'body' : 'query',
    keyed: operation.isIdempotentByKey,
    reads: operation.readsOnly,
    public: operation.isPublic,
  }
}

/** Flags of every command, whose values would otherwise never reach a member of the same name. */
const FLAGS_OF_ALL: ReadonlySet<string> = new Set(['json', 'help', 'all', 'jq', 'profile', 'api-url', 'api-key', 'out'])

/** `--feed-api-key` of `intel feeds create`: the key of a feed is not the key of the caller. */
function ownFlag(words: readonly string[], flag: string): string {
  return FLAGS_OF_ALL.has(flag) ? `${words.at(-2)?.replace(/s$/, '')}-${flag}` : flag
}

function flagOf({ name, type, required, description }: Field): Flag {
  const inner = type.kind === 'nullable' ? type.of : type
  const item = inner.kind === 'array' ? inner.of : inner
  const values = item.kind === 'string' ? item.values : undefined
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
