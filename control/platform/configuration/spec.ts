/** Checks a part of a request against a schema, and reports faults at their place. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type InputFault, InvalidInput } from '../../../platform/invalid-input.ts'
import { inputFaults } from '../../../platform/schema-faults.ts'
import type { Sent } from './kind.ts'

const FAULTS_MAX = 20

export function specOf<S extends TSchema>(schema: S, { at, spec }: Sent): Static<S> {
  if (Value.Check(schema, spec)) return spec as Static<S>
  const faults = inputFaults([...Value.Errors(schema, spec)]).slice(0, FAULTS_MAX)
  throw refusedAt(
    at,
    faults.map((fault) => ({ ...fault, type: 'configuration' })),
  )
}

/** Faults of a document, with its place before theirs. */
export function refusedAt(at: number, faults: readonly InputFault[]): InvalidInput {
  const [first = { loc: [], msg: 'is not as it should be', type: 'configuration' }, ...more] = faults.map((fault) => {
    return { ...fault, loc: ['body', 'documents', at, 'spec', ...fault.loc] }
  })
  return new InvalidInput(first, ...more)
}
