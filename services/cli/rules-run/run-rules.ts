/**
 * Prepares the rules of a folder for a run. When the folder has not changed since the last run, everything derived from
 * its texts is read from the cache: conditions are neither parsed nor compiled, and no parser is loaded. Otherwise only
 * changed files are parsed.
 */
import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { codeVersion } from '../../../detections/content/code-version.ts'
import { stampOf } from '../../../detections/content/file-stamp.ts'
import type { FolderRules } from '../../../detections/content/read-folder.ts'
import { type FolderTexts, readFolderTexts } from '../../../detections/content/read-texts.ts'
import { findRuleFiles } from '../../../detections/content/read-tree.ts'
import { RULE_FILE } from '../../../detections/content/rule-language.ts'
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
import type { Cacheable } from './lane-task.ts'

export type RunRules = Omit<FolderRules, 'yara'> & {
  readonly yaraFiles: number
  /** With plans, a rule may have no condition of its own when the plans contain it. */
  readonly plans: Plans | null
  /** Called after the work, to cache data for the next run. */
  save(made: Cacheable): void
}

/** Throws `bad_request` when the folder cannot be read. */
export async function readRunRules(
  dir: string,
  options: FolderOptions & { readonly fullScan?: boolean },
): Promise<RunRules> {
  const placeholders = await placeholdersOf(options.placeholders)
  const cache = options.cache === false ? null : cacheOfUser()
  const seen = cache && !options.fullScan ? await SeenFolder.of(dir, cache, placeholders) : null
  const known = seen?.read()
  if (known) return known
  const texts = await readFolderTexts(dir).catch(unreadableFolder(dir))
  const name = `plans-${hash('sha256', JSON.stringify([codeVersion(), [...placeholders], texts.texts]))}`
  const kept = options.fullScan || !cache ? null : keptAs(name, cache)
  if (cache && kept)
    return {
      ...withTexts(kept, texts),
      save(made) {
        seen?.write(name, texts)
        keepTables(cache, name, made)
      },
    }
  const { parseCached } = await import('../read-cached-folder.ts')
  const { save, yara, ...set } = await parseCached(dir, texts, { placeholders }, cache)
  return {
    ...set,
    yaraFiles: yara.length,
    plans: null,
    save(made) {
      save()
      const plans = made.plans()
      if (!cache || !plans) return
      keep(cache, name, set, plans)
      keepTables(cache, name, made)
      seen?.write(name, texts)
    },
  }
}

/** A folder that was read before and whose files have not changed since: its texts need not be read again. */
class SeenFolder {
  readonly #cache: PrivateCache
  readonly #name: string

  private constructor(cache: PrivateCache, name: string) {
    this.#cache = cache
    this.#name = name
  }

  /** Null when only the texts can tell what the folder contains. */
  static async of(dir: string, cache: PrivateCache, placeholders: Placeholders): Promise<SeenFolder | null> {
    const { files, faults } = await findRuleFiles(dir, RULE_FILE).catch(unreadableFolder(dir))
    const paths = files.map(({ path }) => path)
    const stamp = faults.length > 0 ? null : stampOf(paths, Date.now())
    const key = JSON.stringify([codeVersion(), resolve(dir), [...placeholders], stamp])
    return stamp === null ? null : new SeenFolder(cache, `seen-${hash('sha256', key)}`)
  }

  read(): RunRules | null {
    const seen = seenIn(this.#cache.read(this.#name))
    const kept = seen && keptAs(seen.plans, this.#cache)
    return kept && { ...kept, yaraFiles: seen.yaraFiles, save: (made) => keepTables(this.#cache, seen.plans, made) }
  }

  /** A file that could not be read is tried again each time. */
  write(plans: string, texts: FolderTexts): void {
    const seen: Seen = { plans, yaraFiles: yaraAmong(texts) }
    if (texts.unread.length === 0) this.#cache.write(this.#name, Buffer.from(JSON.stringify(seen)))
  }
}

type Seen = { readonly plans: string; readonly yaraFiles: number }

function seenIn(bytes: Buffer | null): Seen | null {
  try {
    const seen = bytes && (JSON.parse(bytes.toString()) as Partial<Seen> | null)
    return typeof seen?.plans === 'string' && typeof seen.yaraFiles === 'number' ? (seen as Seen) : null
  } catch {
    return null
  }
}

/** The reader of YAML is loaded only for a file of them. */
async function placeholdersOf(file: string | undefined): Promise<Placeholders> {
  return file === undefined ? new Map() : (await import('../read-placeholders.ts')).readPlaceholders(file)
}

/** Data that follows from the texts alone. */
type Kept = Pick<FolderRules, 'rules' | 'faults' | 'unresolved'> & { readonly plans: Plans }

function keptAs(name: string, cache: PrivateCache): Kept | null {
  const kept = keptIn(cache.read(name))
  return kept && { ...kept, plans: { ...kept.plans, tables: cache.read(tablesOf(name)) } }
}

/** Events of other kinds than before need further tables. */
function keepTables(cache: PrivateCache, name: string, made: Cacheable): void {
  const tables = made.newTables()
  if (tables) cache.write(tablesOf(name), Buffer.from(tables.buffer, tables.byteOffset, tables.length))
}

const tablesOf = (plans: string) => plans.replace('plans', 'tables')

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

function withTexts(kept: Kept, texts: FolderTexts): Omit<RunRules, 'save'> {
  return { ...kept, faults: [...texts.unread, ...kept.faults].toSorted(byPlace), yaraFiles: yaraAmong(texts) }
}

function yaraAmong({ texts }: FolderTexts): number {
  return texts.filter(({ language }) => language === 'yara').length
}

function keep(
  cache: PrivateCache,
  name: string,
  { rules, faults, unresolved }: Omit<Kept, 'plans'>,
  plans: Plans,
): void {
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
