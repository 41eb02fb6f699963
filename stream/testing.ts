/** Helpers for tests of drivers. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Driver } from './driver.ts'
import type { Opened } from './driver-conformance.ts'

/** A driver with some methods replaced. */
export function wrapDriver(driver: Driver, other: Partial<Driver>): Driver {
  return {
    name: driver.name,
    partitions: (topic) => driver.partitions(topic),
    append: (outputs) => driver.append(outputs),
    bounds: (tp) => driver.bounds(tp),
    compact: (compaction) => driver.compact(compaction),
    groupPosition: (group, tp) => driver.groupPosition(group, tp),
    reader: (tp, offset) => driver.reader(tp, offset),
    close: () => driver.close(),
    join: (group, work, stop) => driver.join(group, work, stop),
    ...other,
  }
}

/** For the conformance suite: drivers whose storage is a folder. */
export function onFolder(openOn: (dir: string) => Promise<Driver>): () => Promise<Opened> {
  return async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-log-'))
    let driver = await openOn(dir)
    return {
      driver,
      reopen: async () => {
        await driver.close()
        driver = await openOn(dir)
        return driver
      },
      cleanup: async () => {
        await driver.close()
        fs.rmSync(dir, { recursive: true, force: true })
      },
    }
  }
}
