import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tables in an engine's folder whose files exist; empty before the first start. Only for an engine that is not running.
 */
export function lakeTables(dataDir: string): string[] {
  const folder = join(dataDir, 'engine', 'data', 'default')
  if (!existsSync(folder)) return []
  // Each name is a symbolic link to the folder of its files, which holds this file from its creation on.
  return readdirSync(folder).filter((table) => existsSync(join(folder, table, 'format_version.txt')))
}
