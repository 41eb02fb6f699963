import { AppError } from './errors.ts'

/** One fault of what was sent: where it is, what is wrong, and a word that a program can rely on. */
export type InputFault = { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string }

/** Well formed, and yet not acceptable: 422 with every fault at its place. For what a schema alone cannot judge. */
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
