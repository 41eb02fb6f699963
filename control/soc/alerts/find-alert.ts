import { AppError, noSuch } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import * as store from './alert-store.ts'
import { currentId } from './successors.ts'

/** Finds an alert by its id, or by the id of one that became part of it. Throws `not_found`. */
export async function getAlert(tx: TenantTx, id: string): Promise<Alert> {
  return found(id, (await store.alertById(tx, id)) ?? (await store.alertById(tx, await currentId(tx, id))))
}

export async function alertOrNull(tx: TenantTx, id: string): Promise<Alert | null> {
  try {
    return await getAlert(tx, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** The same, locked until this transaction ends. */
export async function lockedAlert(tx: TenantTx, id: string): Promise<Alert> {
  return found(id, await store.lockAlert(tx, id))
}

export function found<T>(id: string, alert: T | null): T {
  if (alert === null) throw noSuch('alert', id)
  return alert
}
