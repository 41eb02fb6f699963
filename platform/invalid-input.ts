import { AppError } from './errors.ts'

/** One fault of an input: its location, a sentence, and a stable code for programs. */
export type InputFault = { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string }

/** Well-formed but invalid input: 422 with every fault at its location. For checks that a schema cannot express. */
export class InvalidInput extends AppError {
  override readonly status = 422
  readonly faults: readonly InputFault[]

  constructor(...faults: readonly InputFault[]) {
    super('bad_request', faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '))
    this.faults = faults
  }
}

/** `invalid('name', 'is taken', 'value_error')`: a fault of one member of the body. */
export function invalid(member: string, msg: string, type = 'value_error'): InvalidInput {
  return new InvalidInput({ loc: ['body', member], msg, type })
}

/** A fault of one parameter of the query. */
export function invalidParameter(name: string, msg: string): InvalidInput {
  return new InvalidInput({ loc: ['query', name], msg, type: 'value_error' })
}
