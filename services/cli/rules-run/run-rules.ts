/**
 * Prepares the rules of a folder for a run. When the folder has not changed since the last run, everything derived from
 * its texts is read from the cache: conditions are neither parsed nor compiled, and no parser is loaded. Otherwise only
 * changed files are parsed.
 */
import { hash } from 'node:crypto'
import { codeVersion } from '../../../detections/content/code-version.ts'
import type { FolderRules } from '../../../detections/content/read-folder.ts'
import { type FolderTexts, readFolderTexts } from '../../../detections/content/read-texts.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { isWindowed } from '../../../detections/plan/windowed-rule.ts'
import { byPlace } from '../../../detections/sigma/fault.ts'
import type { Placeholders } from '../../../detections/sigma/placeholders.ts'
import { cacheOfUser } from '../../../platform/cache/config.ts'
import { jsonTextOf } from '../../../platform/cache/json-text.ts'
import type { PrivateCache } from '../../../platform/cache/private-cache.ts'
import type { FolderOptions } from '../read-cached-folder.ts'
import { unreadableFolder } from '../unreadable-folder.ts'
import type { Plans } from './evaluation.ts'

export type RunRules = FolderRules & {
  /** With plans, a rule may have no condition of its own when the plans contain it. */
  readonly plans: Plans | null
  /** Called after the work, to cache data for the next run. */
  save(made: Plans | null): void
}

/** Throws `bad_request` when the folder cannot be read. */
export async function readRunRules(
  dir: string,
  options: FolderOptions & { readonly fullScan?: boolean },
): Promise<RunRules> {
  const texts = await readFolderTexts(dir).catch(unreadableFolder(dir))
  const placeholders = await placeholdersOf(options.placeholders)
  const cache = options.cache === false ? null : cacheOfUser()
  const name = `plans-${hash('sha256', JSON.stringify([codeVersion(), [...placeholders], texts.texts]))}`
  const kept = options.fullScan ? null : keptIn(cache?.read(name) ?? null)
  if (kept) return { ...withTexts(kept, texts), save: () => undefined }
  const { parseCached } = await import('../read-cached-folder.ts')
  const { save, ...set } = await parseCached(dir, texts, { placeholders }, cache)
  return {
    ...set,
    plans: null,
    save(made) {
      save()
      if (cache && made) keep(cache, name, set, made)
    },
  }
}

/** The reader of YAML is loaded only for a file of them. */
async function placeholdersOf(file: string | undefined): Promise<Placeholders> {
  return file === undefined ? new Map() : (await import('../read-placeholders.ts')).readPlaceholders(file)
}

/** Data that follows from the texts alone. */
type Kept = Pick<FolderRules, 'rules' | 'faults' | 'unresolved'> & { readonly plans: Plans }

/** Nothing is known from a file that is not in the form of this code. */
function keptIn(bytes: Buffer | null): Kept | null {
  if (bytes === null) return null
  try {
    const kept = JSON.parse(bytes.toString()) as Partial<Kept>
    const isKept = [kept.rules, kept.faults, kept.unresolved, kept.plans?.mapped].every(Array.isArray)
    return isKept ? (kept as Kept) : null
  } catch {
    return null
  }
}

function withTexts(kept: Kept, { texts, unread }: FolderTexts): Omit<RunRules, 'save'> {
  const yara = texts.filter(({ language }) => language === 'yara')
  return { ...kept, faults: [...unread, ...kept.faults].toSorted(byPlace), yara }
}

function keep(cache: PrivateCache, name: string, { rules, faults, unresolved }: FolderRules, plans: Plans): void {
  const mapped = new Set(plans.mapped)
  // Windows have conditions of others as their parts, and numbers of their own.
  const needed = rules.some(isWindowed) ? rules : rules.map((rule, i) => (mapped.has(i) ? rule : bare(rule)))
  const kept: Kept = { rules: needed, faults, unresolved, plans }
  const text = jsonTextOf(kept)
  if (text !== null) cache.write(name, Buffer.from(text))
}

/** Matches show no more of a rule than its head. */
function bare(rule: Rule): Rule {
  if (rule.body.kind !== 'event') return rule
  return {
    ...rule,
    ...{ description: '', references: [], falsePositives: [] },
    body: { ...rule.body, where: { kind: 'const', value: false } },
  }
}
