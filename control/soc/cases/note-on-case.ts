import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { PRODUCT } from './case-actor.ts'
import { caseByRef } from './case-store.ts'
import { announceTouched } from './comment-on-case.ts'
import type { OwnEventType } from './event-types.ts'
import { insertEvent } from './record-store.ts'

/** Notes an act of the product about an existing case. */
export async function noteOnCase(
  tx: TenantTx,
  id: string,
  event: { readonly type: OwnEventType; readonly title: string; readonly description: string | null },
  nowMs: number,
): Promise<void> {
  const found = await caseByRef(tx, id, 'lock')
  if (found === null) return
  const at = new Date(nowMs)
  await insertEvent(tx, found.id, PRODUCT, { ...event, at }, at)
  await announceTouched(tx, found)
}
