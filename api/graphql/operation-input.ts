/** Converts the arguments of a field to the input of its operation. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Operation } from '../../control/platform/acting/index.ts'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import type { ApiDeps } from '../deps.ts'
import { faultsOf } from '../plugins/validation.ts'

type Schema = TSchema & {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
}

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/**
 * Arguments are the operation's members in camel case. A null is dropped where the operation accepts none, and an enum
 * value is lower-cased. Throws `not_found` for an id of the wrong form, 422 for input that the operation's schemas
 * refuse.
 */
export function operationInput(
  { params, query, body }: Operation<ApiDeps>,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const inPath =
    params === null
      ? {}
      : held(params as Schema, args, () => new AppError('not_found', 'there is no object with this id'))
  const parts = [query, body].flatMap((part) => (part === null ? [] : [part as Schema]))
  return Object.assign(inPath, ...parts.map((part) => held(part, args, refused)))
}

type Faults = Parameters<typeof faultsOf>[0]['validation']

function refused(validation: Faults): InvalidInput {
  return new InvalidInput(...faultsOf({ validationContext: 'args', validation } as never))
}

function held(
  schema: Schema,
  args: Readonly<Record<string, unknown>>,
  refusal: (faults: Faults) => Error,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = args[name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())]
    if (value === undefined || (value === null && !takesNull(member))) continue
    input[name] = member.enum !== undefined && typeof value === 'string' ? value.toLowerCase() : value
  }
  const check = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, check)
  if (check.Check(input)) return input
  throw refusal([...check.Errors(input)] as never)
}

function takesNull({ anyOf, type }: Schema & { readonly type?: unknown }): boolean {
  return type === 'null' || (anyOf?.some(takesNull) ?? false)
}
