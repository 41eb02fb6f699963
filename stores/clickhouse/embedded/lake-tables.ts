import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The tables in an engine's folder whose files are there; none before its first start. For an engine that does not run. */
export function lakeTables(dataDir: string): string[] {
  const folder = join(dataDir, 'engine', 'data', 'default')
  if (!existsSync(folder)) return []
  // Each name is a link to the folder of its files, and every folder has this one from its beginning.
  return readdirSync(folder).filter((table) => existsSync(join(folder, table, 'format_version.txt')))
}
