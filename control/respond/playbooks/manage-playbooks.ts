import { randomUUID } from 'node:crypto'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { cancelRunsOf } from './cancel-run.ts'
import { checked } from './check.ts'
import type { PlaybookDocument } from './document.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import * as store from './playbook-store.ts'

/** Throws 422 with every problem of the document. */
export function requireDocument(value: unknown): PlaybookDocument {
  const found = checked(value)
  if ('document' in found) return found.document
  const [first, ...more] = found.problems.map(({ path, reason }) => {
    return { loc: ['body', 'document', ...(path === '' ? [] : path.split('.'))], msg: reason, type: 'playbook' }
  })
  throw new InvalidInput(first as NonNullable<typeof first>, ...more)
}

/** Throws `not_found`. */
export async function getPlaybook(tx: TenantTx, id: string): Promise<store.Playbook> {
  return requireFound(await store.playbookById(tx, id), 'playbook')
}

export async function createPlaybook(
  tx: TenantTx,
  document: PlaybookDocument,
  enabled: boolean,
  author: string | null,
): Promise<store.Playbook> {
  const own = (await store.playbooksOf(tx)).filter(({ isBuiltin }) => !isBuiltin)
  if (own.length >= PLAYBOOK_LIMITS.playbooks)
    throw new AppError('conflict', `a tenant has at most ${PLAYBOOK_LIMITS.playbooks} playbooks`)
  return store.insertPlaybook(tx, { id: randomUUID(), document, enabled, author })
}

/** A built-in playbook can only be switched on or off. Throws `not_found`, `conflict`. */
export async function changePlaybook(
  tx: TenantTx,
  id: string,
  change: { readonly document?: PlaybookDocument | undefined; readonly enabled?: boolean | undefined },
  author: string | null,
): Promise<store.Playbook> {
  const before = await getPlaybook(tx, id)
  if (change.document !== undefined) {
    if (before.isBuiltin)
      throw new AppError('conflict', 'this playbook comes with the product: make a copy to change it')
    await store.updatePlaybook(tx, id, change.document, author)
  }
  if (change.enabled !== undefined) await store.switchPlaybook(tx, await getPlaybook(tx, id), change.enabled)
  return getPlaybook(tx, id)
}

/** Adds the old document as a new version, so that the versions in between can still be seen. Throws `not_found`. */
export async function rollBackPlaybook(
  tx: TenantTx,
  id: string,
  version: number,
  author: string | null,
): Promise<store.Playbook> {
  await getPlaybook(tx, id)
  const old = (await store.versionsOf(tx, id)).find((one) => one.version === version)
  if (!old) throw new AppError('not_found', `this playbook has no version ${version}`)
  return store.updatePlaybook(tx, id, old.document, author)
}

/**
 * Deletes a playbook; its open runs and their requests are cancelled. Throws `not_found`, `conflict` for a built-in
 * one.
 */
export async function deletePlaybook(tx: TenantTx, id: string): Promise<void> {
  const { isBuiltin } = await getPlaybook(tx, id)
  if (isBuiltin) throw new AppError('conflict', 'this playbook comes with the product: it can be switched off')
  await cancelRunsOf(tx, id)
  await store.deletePlaybookRow(tx, id)
}
