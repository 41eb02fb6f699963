/** The rules of a folder for a command: what did not change since the last command is not parsed again. */
import { ParsedRules } from '../../detections/content/parsed-rules.ts'
import { type FolderRules, readFolder } from '../../detections/content/read-folder.ts'
import { cacheOfUser } from '../../platform/cache/config.ts'
import { AppError } from '../../platform/errors.ts'
import { readPlaceholders } from './read-placeholders.ts'

export type FolderOptions = {
  /** A file of the values of Sigma's placeholders. */
  readonly placeholders?: string | undefined
  /** False: neither reads the cache nor writes it. */
  readonly cache?: boolean
}

/** `save` keeps what was parsed anew, which is best done after everything that somebody waits for. */
export type CachedFolder = FolderRules & { save(): void }

/** Throws `bad_request` when the folder cannot be read. */
export async function readCachedFolder(dir: string, given: FolderOptions): Promise<CachedFolder> {
  const options = { placeholders: readPlaceholders(given.placeholders) }
  const cache = given.cache === false ? null : cacheOfUser()
  const kept = cache && new ParsedRules(cache, dir, options)
  const set = await readFolder(dir, options, kept ? (source) => kept.parse(source) : undefined).catch(
    (error: unknown) => {
      throw new AppError('bad_request', `${dir} cannot be read: ${(error as Error).message}`, { cause: error })
    },
  )
  return { ...set, save: () => kept?.save() }
}
