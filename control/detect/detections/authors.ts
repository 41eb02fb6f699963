/** Authors of rules and overlays are kept as ids, so that erasing a person leaves nothing of them there. */
import { isUuid } from '../../../platform/uuid-text.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { usersByIds } from '../../identity/accounts/index.ts'
import { type Actor, idOf } from '../../platform/acting/index.ts'

/** The owner of an API key, or the name of the program that acts. */
export function authorOf(actor: Pick<Actor, 'personId' | 'id'>): string {
  return actor.personId ?? idOf(actor)
}

/** Gives the name of each stored author: a user of this tenant by e-mail address, all others as they are. */
export async function authorNames(tx: TenantTx, stored: readonly string[]): Promise<(author: string) => string> {
  const ids = [...new Set(stored)].filter((author) => isUuid(author))
  const users = await usersByIds(tx, ids)
  return (author) => users.get(author)?.email ?? author
}
