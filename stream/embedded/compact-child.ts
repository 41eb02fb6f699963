/**
 * The process that `compact.test.ts` kills: writes versions of a few keys, compacts all the time, and prints which are
 * durable.
 */
import fs from 'node:fs'
import { EmbeddedDriver } from './driver.ts'
import { COMPACTION, KEYS, LIMITS, versioned } from './testing-compaction.ts'

const [dir = '', first = '0'] = process.argv.slice(2)
const driver = await EmbeddedDriver.open({ dir, writes: ['control'], limits: LIMITS })
for (let version = Number(first); ; version++) {
  await driver.append([versioned(KEYS[version % KEYS.length] as string, version)])
  fs.writeSync(1, `appended ${version}\n`)
  if ((await driver.compact(COMPACTION)) > 0) fs.writeSync(1, `compacted ${version}\n`)
}
