/** The rules of a folder for a command: what did not change since the last command is not parsed again. */
import { ParsedRules } from '../../detections/content/parsed-rules.ts'
import { type FolderRules, parseTexts } from '../../detections/content/read-folder.ts'
import { type FolderTexts, readFolderTexts } from '../../detections/content/read-texts.ts'
import { parseSource } from '../../detections/content/rule-source.ts'
import type { SigmaOptions } from '../../detections/sigma/parse.ts'
import { cacheOfUser } from '../../platform/cache/config.ts'
import type { PrivateCache } from '../../platform/cache/private-cache.ts'
import { readPlaceholders } from './read-placeholders.ts'
import { unreadableFolder } from './unreadable-folder.ts'

export type FolderOptions = {
  /** A file of the values of Sigma's placeholders. */
  readonly placeholders?: string | undefined
  /** False: neither reads the cache nor writes it. */
  readonly cache?: boolean
}

/** `save` writes newly parsed rules to the cache. Call it after everything that a person waits for. */
export type CachedFolder = FolderRules & { save(): void }

/** Throws `bad_request` when the folder cannot be read. */
export async function readCachedFolder(dir: string, folderOptions: FolderOptions): Promise<CachedFolder> {
  const options = { placeholders: readPlaceholders(folderOptions.placeholders) }
  const texts = await readFolderTexts(dir).catch(unreadableFolder(dir))
  return parseCached(dir, texts, options, folderOptions.cache === false ? null : cacheOfUser())
}

export async function parseCached(
  dir: string,
  texts: FolderTexts,
  options: SigmaOptions,
  cache: PrivateCache | null,
): Promise<CachedFolder> {
  const kept = cache && new ParsedRules(cache, dir, options)
  const set = await parseTexts(texts, (source) => kept?.parse(source) ?? parseSource(source, options))
  return { ...set, save: () => kept?.save() }
}
