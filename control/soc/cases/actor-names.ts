import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { fullName, peopleByIds } from '../../identity/accounts/index.ts'

/** Names of actors; the id of an actor who is no person of this tenant. */
export type Names = (actorId: string | null) => string | null

export async function namesOf(tx: TenantTx, actorIds: readonly (string | null)[]): Promise<Names> {
  const ids = [...new Set(actorIds)].filter((id) => id !== null)
  const people = await peopleByIds(tx, ids)
  return (id) => {
    const person = id === null ? undefined : people.get(id)
    return person === undefined ? id : fullName(person)
  }
}
