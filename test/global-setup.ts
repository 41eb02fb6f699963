/** Creates a folder for the data of the servers that tests start. ClickHouse and Postgres come with the packages. */
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Several times the highest use of the servers of one run. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3
const IN_MEMORY = '/dev/shm'

/**
 * Each project of a run calls this from its own copy of the module, so the folder is shared through the global object:
 * one project migrates, and all copy.
 */
const shared = globalThis as { svcServersDir?: string }

export default function setup({ provide }: TestProject): void {
  shared.svcServersDir ??= serversDir()
  provide('serversDir', shared.svcServersDir)
}

/** Removed at the end of the run, even after an interrupt that kept test files from cleaning up. */
function serversDir(): string {
  const dir = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'svc-servers-'))
  chmodSync(dir, 0o711) // The servers' user must be able to enter it.
  process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }))
  return dir
}

/** True when there is enough memory for the data, where syncing is free. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= MEMORY_BYTES_MIN
  } catch {
    return false // Only Linux has this folder, and not every system.
  }
}
