/** Compares the parts of an item with their state when they were put into the tenant. */
import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { deletePlaybook, getPlaybook, type Playbook } from '../../respond/playbooks/index.ts'
import { deleteRule, findOwnRule, type StoredRule } from '../detections/index.ts'
import { deleteHunt, type Hunt, huntById } from '../hunts/index.ts'
import { type Part, partsOf } from './install-store.ts'

/** `changed`: its content was edited; being on or off does not count. `gone`: it was deleted. */
export const PART_STATES = ['as_installed', 'changed', 'gone'] as const

export type PartNow = Part & {
  readonly state: (typeof PART_STATES)[number]
  /** Its current title; null when it is gone. */
  readonly title: string | null
}

export async function partsNow(tx: TenantTx, slug: string): Promise<PartNow[]> {
  const parts: PartNow[] = []
  for (const part of await partsOf(tx, slug)) {
    const now = await DOORS[part.kind].now(tx, part.objectId)
    const state = now === null ? 'gone' : now.digest.equals(part.digest) ? 'as_installed' : 'changed'
    parts.push({ ...part, state, title: now?.title ?? null })
  }
  return parts
}

/** Deletes a part in the same way as a person does. */
export function removePart(tx: TenantTx, { kind, objectId }: Part): Promise<unknown> {
  return DOORS[kind].remove(tx, objectId)
}

type Now = { readonly digest: Buffer; readonly title: string }
type PartStore = {
  now(tx: TenantTx, id: string): Promise<Now | null>
  remove(tx: TenantTx, id: string): Promise<unknown>
}

const DOORS: Readonly<Record<Part['kind'], PartStore>> = {
  rule: {
    now: (tx, id) => nowOf(findOwnRule(tx, id), ruleDigest, ({ title }) => title),
    remove: deleteRule,
  },
  hunt: { now: (tx, id) => nowOf(huntById(tx, id), huntDigest, ({ title }) => title), remove: deleteHunt },
  playbook: {
    now: (tx, id) => nowOf(getPlaybook(tx, id), playbookDigest, ({ document }) => document.name),
    remove: deletePlaybook,
  },
}

export function ruleDigest({ language, file, text }: Pick<StoredRule, 'language' | 'file' | 'text'>): Buffer {
  return digestOf([language, file, text])
}

export function huntDigest({ title, hypothesis, techniques, language, query, windowHours }: Hunt): Buffer {
  return digestOf([title, hypothesis, techniques, language, query, windowHours])
}

export function playbookDigest({ document }: Pick<Playbook, 'document'>): Buffer {
  return digestOf(document)
}

async function nowOf<T>(found: Promise<T>, digest: (of: T) => Buffer, title: (of: T) => string): Promise<Now | null> {
  try {
    const one = await found
    return { digest: digest(one), title: title(one) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** Digest of JSON with sorted names: the database gives them back in an order of its own. */
function digestOf(value: unknown): Buffer {
  const sorted = (_: string, own: unknown) =>
    own === null || typeof own !== 'object' || Array.isArray(own)
      ? own
      : Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest()
}
