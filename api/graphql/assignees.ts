/** People who own alerts and cases, as the query interface shows them: users of the tenant, and delegates. */
import { fullName, peopleByIds, type User, usersByIds } from '../../control/identity/accounts/index.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'

export type Assignee = Pick<User, 'id' | 'username' | 'isActive'> & {
  /** Null for a delegate: the tenant knows their name and their organisation, and nothing else of theirs. */
  readonly email: string | null
  /** Null for a delegate whose delegation is over. */
  readonly role: string | null
}

/** Delegates are only looked up when an id is not that of a user. */
export async function assigneesByIds(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, Assignee>> {
  const users = await usersByIds(tx, ids)
  const others = ids.filter((id) => !users.has(id))
  if (others.length === 0) return users
  const people = await peopleByIds(tx, others)
  const delegates = [...people.values()].map(
    (person): Assignee => ({
      id: person.id,
      username: fullName(person),
      email: null,
      role: person.role,
      isActive: person.isActive,
    }),
  )
  return new Map<string, Assignee>([...users, ...delegates.map((one) => [one.id, one] as const)])
}
