/** Helpers for tests of the embedded log: temporary folders and their content. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import type { LogRecord } from '../driver.ts'
import { KnownFrames } from './known-frames.ts'
import { LogCursor, type OpenLog } from './log-cursor.ts'
import { LogWindow } from './log-window.ts'
import { TailWatch } from './tail.ts'
import { ValueMemory } from './value-memory.ts'

/** Creates new folders, and removes them after each test. */
export function useFolders(): () => string {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-log-'))
    folders.push(folder)
    return folder
  }
}

/** The log as one thread sees it before any of its cursors has read. */
export function openTestLog(folder: string): OpenLog {
  const [memory, frames, window] = [new ValueMemory(), new KnownFrames(), new LogWindow()]
  return { folder, watch: new TailWatch(folder), memory, frames, window }
}

/** Everything durable of a partition, as a reader in another process sees it. */
export async function contents(folder: string, topic = 'a', partition = 0, from = 0): Promise<LogRecord[]> {
  const log = openTestLog(folder)
  const cursor = new LogCursor(log, { topic, partition }, from)
  const records: LogRecord[] = []
  try {
    for (;;) {
      const some = await cursor.read(1000, 0)
      if (some.length === 0) return records
      records.push(...some)
    }
  } finally {
    await cursor.close()
    log.watch.close()
  }
}

export function texts(records: readonly LogRecord[]): string[] {
  return records.map(({ value }) => value.toString())
}
