/** Refusals and look-ups that the kinds of documents share. */
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { idOf } from '../acting/index.ts'
import type { Applying } from './kind.ts'
import { refusedAt } from './spec.ts'

/** The person who applies, or the key. */
export const authorOf = ({ actor }: Applying): string => actor.personId ?? idOf(actor)

/** Throws `conflict` when several have the name that is looked for. */
export function byName<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  what: string,
): (name: string) => T | undefined {
  const groups = Map.groupBy(all, nameOf)
  return (name) => {
    const [found, ...others] = groups.get(name) ?? []
    if (others.length > 0) throw new AppError('conflict', `several ${what}s are called ${name}: rename or remove some`)
    return found
  }
}

/** A refusal of a context is reported at the place of the document. */
export async function placed(at: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof InvalidInput)
      throw refusedAt(
        at,
        error.faults.map(({ loc, ...fault }) => ({ ...fault, loc: loc.slice(1) })),
      )
    if (error instanceof AppError && error.status < 500 && error.code !== 'forbidden')
      throw refusedAt(at, [{ loc: [], msg: error.message, type: error.code }])
    throw error
  }
}
