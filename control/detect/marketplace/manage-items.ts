/** Items of the marketplace installed, brought to a newer version and taken away again, each in one transaction. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Permission } from '../../identity/accounts/index.ts'
import { type Actor, requirePermission } from '../../platform/acting/index.ts'
import { type Install, installOf, lockInstalls, type Part, putInstall, removeInstall } from './install-store.ts'
import { compareVersions } from './item.ts'
import { partsNow } from './parts.ts'
import type { Ready } from './prepare-item.ts'
import { dropPart, type PartDone, type PutOptions, putParts } from './put-parts.ts'

/** Permissions that the same change outside of the marketplace needs. */
const NEEDS: Readonly<Record<Part['kind'], Permission>> = {
  rule: 'rules:write',
  hunt: 'rules:write',
  playbook: 'playbooks:write',
}

export type Done = {
  readonly install: Install
  /** True when this version was installed already, so nothing was done. */
  readonly isRepeat: boolean
  readonly parts: readonly PartDone[]
}

/** Throws `conflict` when another version is installed, `forbidden` as its parts would, and what `putParts` throws. */
export async function installItem(tx: TenantTx, actor: Actor, ready: Ready, options: PutOptions): Promise<Done> {
  mayPut(actor, ready)
  await lockInstalls(tx)
  const { slug, version } = ready.item.manifest
  const before = await installOf(tx, slug)
  if (before && before.version !== version)
    throw new AppError('conflict', `version ${before.version} is installed: update it to ${version}`)
  if (before) return { install: before, isRepeat: true, parts: [] }
  return put(tx, ready, options)
}

/** Throws `not_found` for an item that is not installed, `conflict` for an older version, and as `installItem` does. */
export async function updateItem(tx: TenantTx, actor: Actor, ready: Ready, options: PutOptions): Promise<Done> {
  mayPut(actor, ready)
  await lockInstalls(tx)
  const { item } = ready
  const before = await requireInstall(tx, item.manifest.slug)
  const order = compareVersions(item.manifest.version, before.version)
  if (order < 0)
    throw new AppError('conflict', `${before.version} is installed, and the catalogue has ${item.manifest.version}`)
  const isSame = order === 0 && before.sha256.equals(item.sha256)
  if (isSame && !options.overwrite) return { install: before, isRepeat: true, parts: [] }
  mayRemove(actor, await partsNow(tx, before.slug))
  return put(tx, ready, options)
}

/** Throws `not_found`, `forbidden`. */
export async function uninstallItem(
  tx: TenantTx,
  actor: Actor,
  slug: string,
  evenChanged: boolean,
): Promise<Omit<Done, 'isRepeat'>> {
  await lockInstalls(tx)
  const install = await requireInstall(tx, slug)
  const there = await partsNow(tx, slug)
  mayRemove(actor, there)
  const parts: PartDone[] = []
  for (const part of there) parts.push(await dropPart(tx, slug, part, evenChanged))
  await removeInstall(tx, slug)
  return { install, parts }
}

async function put(tx: TenantTx, ready: Ready, options: PutOptions): Promise<Done> {
  const { source, sha256, manifest } = ready.item
  const { slug, name, version } = manifest
  const install = await putInstall(tx, { slug, name, version, source, sha256, installedBy: options.by.author })
  return { install, isRepeat: false, parts: await putParts(tx, ready, options) }
}

async function requireInstall(tx: TenantTx, slug: string): Promise<Install> {
  const found = await installOf(tx, slug)
  if (found === null) throw new AppError('not_found', 'this item is not installed')
  return found
}

function mayPut(actor: Actor, { contents: { rules, hunts, playbooks } }: Ready): void {
  if (rules.length + hunts.length > 0) requirePermission(actor, NEEDS.rule)
  if (playbooks.length > 0) requirePermission(actor, NEEDS.playbook)
}

function mayRemove(actor: Actor, parts: readonly Part[]): void {
  for (const { kind } of parts) requirePermission(actor, NEEDS[kind])
}
