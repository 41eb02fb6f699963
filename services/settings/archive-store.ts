/** Where the archive of the lake lies. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localStore, type ObjectStore } from '../../stores/iceberg/object-store.ts'
import type { Config } from '../config.ts'

/** The folder `archive` of the data folder where no other place is set. */
export function openArchiveStore({ archiveUrl, dataDir }: Pick<Config, 'archiveUrl' | 'dataDir'>): ObjectStore {
  if (archiveUrl === null) return localStore(resolve(dataDir, 'archive'))
  return localStore(fileURLToPath(archiveUrl))
}
