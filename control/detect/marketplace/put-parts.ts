/**
 * Installs the files of an item in a tenant through the use cases that people use, over the parts of an earlier
 * version.
 */
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { changePlaybook, createPlaybook } from '../../respond/playbooks/index.ts'
import { importRules, rulesByFile } from '../detections/index.ts'
import { changeHunt, createHunt } from '../hunts/index.ts'
import { forgetPart, type Part, putPart } from './install-store.ts'
import { huntDigest, type PartNow, partsNow, playbookDigest, removePart, ruleDigest } from './parts.ts'
import type { Ready, ReadyRule } from './prepare-item.ts'

/** `kept`: it was changed since the installation. `left_out`: it was deleted since. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'removed', 'kept', 'left_out'] as const

export type PartDone = Pick<Part, 'path' | 'kind' | 'objectId'> & {
  readonly title: string | null
  readonly outcome: (typeof OUTCOMES)[number]
}

/** The user who acts, as each of the contexts keeps it. */
export type By = { readonly author: string; readonly id: string }

export type PutOptions = {
  readonly by: By
  readonly nowMs: number
  /** True: parts changed since the installation are replaced by the item's text. */
  readonly overwrite: boolean
}

/** Throws `conflict` for a part that conflicts with something of the tenant; the caller must then roll back. */
export async function putParts(tx: TenantTx, { item, contents }: Ready, options: PutOptions): Promise<PartDone[]> {
  const { slug } = item.manifest
  const before = new Map((await partsNow(tx, slug)).map((part) => [part.path, part]))
  const wanted = new Set([...contents.rules, ...contents.hunts, ...contents.playbooks].map(({ path }) => path))
  const done: PartDone[] = []
  for (const part of before.values()) if (!wanted.has(part.path)) done.push(await dropPart(tx, slug, part, false))
  const stays = (path: string): boolean => {
    const part = before.get(path)
    const kept = part === undefined ? null : keptAs(part, options.overwrite)
    if (part && kept) done.push({ ...shown(part), outcome: kept })
    return kept !== null
  }
  const rules = contents.rules.filter(({ path }) => !stays(path))
  done.push(...(await putRules(tx, slug, rules, before, options.by)))
  for (const { path, hunt } of contents.hunts.filter((one) => !stays(one.path))) {
    const old = before.get(path)
    const { everyMinutes: _, enabled: __, ...question } = hunt
    const put = await (old
      ? changeHunt(tx, old.objectId, question, options.nowMs)
      : createHunt(tx, hunt, options.by.id, options.nowMs)
    ).catch((error: unknown) => {
      // The fault is in the item, and not in the request of the user who installs it.
      throw error instanceof InvalidInput ? new AppError('conflict', `${path}: ${error.message}`) : error
    })
    done.push(await keep(tx, slug, { path, kind: 'hunt', objectId: put.id, digest: huntDigest(put) }, put.title, old))
  }
  for (const { path, document } of contents.playbooks.filter((one) => !stays(one.path))) {
    const old = before.get(path)
    const isSame = old?.digest.equals(playbookDigest({ document })) === true && old.state === 'as_installed'
    const put = old
      ? await changePlaybook(tx, old.objectId, isSame ? {} : { document }, options.by.id)
      : await createPlaybook(tx, document, false, options.by.id)
    const part = { path, kind: 'playbook', objectId: put.id, digest: playbookDigest(put) } as const
    done.push(await keep(tx, slug, part, document.name, old))
  }
  return done.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A changed part stays, and is the tenant's own from then on, unless `evenChanged` removes it too. */
export async function dropPart(tx: TenantTx, slug: string, part: PartNow, evenChanged: boolean): Promise<PartDone> {
  const goes = part.state === 'as_installed' || (part.state === 'changed' && evenChanged)
  if (goes) await removePart(tx, part)
  await forgetPart(tx, slug, part.path)
  return { ...shown(part), outcome: goes ? 'removed' : part.state === 'gone' ? 'left_out' : 'kept' }
}

function keptAs({ state }: PartNow, overwrite: boolean): 'kept' | 'left_out' | null {
  if (state === 'gone') return 'left_out'
  return state === 'changed' && !overwrite ? 'kept' : null
}

function shown({ path, kind, objectId, title }: PartNow): Omit<PartDone, 'outcome'> {
  return { path, kind, objectId, title }
}

async function putRules(
  tx: TenantTx,
  slug: string,
  rules: readonly ReadyRule[],
  before: ReadonlyMap<string, PartNow>,
  { author }: By,
): Promise<PartDone[]> {
  if (rules.length === 0) return []
  const files = rules.map(({ file }) => file)
  const there = new Map((await rulesByFile(tx, files)).map((rule) => [rule.file, rule]))
  for (const { path, file } of rules) {
    const [old, found] = [before.get(path)?.objectId, there.get(file)?.id]
    if (old !== found)
      throw new AppError(
        'conflict',
        found ? `there is a rule with the file ${file} already: delete it, or give it another name` : renamed(file),
      )
  }
  const { faults } = await importRules(tx, rules, author)
  const [fault] = faults
  if (fault) throw new AppError('conflict', `${fault.file}:${fault.line}: ${fault.reason}`)
  const put = new Map((await rulesByFile(tx, files)).map((rule) => [rule.file, rule]))
  const done: PartDone[] = []
  for (const { path, file } of rules) {
    const rule = put.get(file)
    if (rule === undefined) throw new AppError('conflict', `${file} holds no rule`)
    const part = { path, kind: 'rule', objectId: rule.id, digest: ruleDigest(rule) } as const
    done.push(await keep(tx, slug, part, rule.title, before.get(path)))
  }
  return done
}

const renamed = (file: string) => `the rule ${file} was renamed by somebody: name it so again, or delete it`

async function keep(
  tx: TenantTx,
  slug: string,
  part: Part,
  title: string,
  before: PartNow | undefined,
): Promise<PartDone> {
  await putPart(tx, slug, part)
  const isSame = before?.state === 'as_installed' && before.digest.equals(part.digest)
  const { path, kind, objectId } = part
  return { path, kind, objectId, title, outcome: before === undefined ? 'created' : isSame ? 'unchanged' : 'updated' }
}
