import type { Placed, Position } from '../../../platform/paging.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Call } from '../../platform/acting/index.ts'
import { type Names, namesOf } from './actor-names.ts'
import { familyOf } from './case-store.ts'
import { getCase } from './find-case.ts'

type Rows = { readonly rows: number; readonly after: Position | null }
type Load<T> = (tx: TenantTx, caseIds: readonly string[], limit: number, after: Position | null) => Promise<Placed<T>[]>

/** Pages records of a case and of the cases merged into it. `actorOf` returns the person whose name is shown. */
export function ofCase<T, V>(load: Load<T>, actorOf: (item: T) => string | null, shown: (item: T, names: Names) => V) {
  return async ({ tx }: Pick<Call<unknown>, 'tx'>, { id: ref }: { readonly id: string }, { rows, after }: Rows) => {
    const { id } = await getCase(tx, ref)
    const found = await load(tx, await familyOf(tx, id), rows, after)
    const actors = found.map(({ item }) => actorOf(item))
    const names = await namesOf(tx, actors)
    return found.map(({ item, position }) => ({ item: shown(item, names), position }))
  }
}
