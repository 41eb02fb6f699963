/** Legal holds over a person, by any name that one may be placed under. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type HoldSubject, holdKeeping } from '../../platform/governance/index.ts'

type Named = { readonly id: string; readonly email: string; readonly names: readonly (string | null)[] }

/** The id, the address, its part before the host, and the names that the directory has. */
export function subjectsOfUser({ id, email, names }: Named): HoldSubject[] {
  const all = [id, email, email.split('@', 1)[0] ?? '', ...names].filter((name) => name !== null && name !== '')
  return [...new Set(all)].map((value) => ({ kind: 'user', value: value as string }))
}

/** A hold finds a person by name: under another one it would keep nothing. Throws `conflict`. */
export async function refuseRename(tx: TenantTx, user: Named): Promise<void> {
  const hold = await holdKeeping(tx, subjectsOfUser(user))
  if (hold !== null)
    throw new AppError('conflict', `the legal hold ${hold.name} (${hold.id}) names this person, who keeps the name`)
}
