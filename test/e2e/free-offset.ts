import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { lockFolder } from '../../platform/lock-folder.ts'
import { PORTS } from '../../services/config.ts'
import { until } from './until.ts'

const OFFSET_MIN = 1_000
/**
 * The ports must lie below the ports that Linux gives to outgoing connections (`ip_local_port_range`): such a
 * connection on the port of a killed process would prevent its restart for as long as the connection lasts.
 */
const OFFSET_MAX = 32_768 - Math.max(...Object.values(PORTS))
/** No two multiples of it differ by as much as two ports do, so two installations never want one port. */
export const STRIDE = 95
const SLOTS = Math.floor((OFFSET_MAX - OFFSET_MIN) / STRIDE)
const LOCKS = path.join(os.tmpdir(), `svc-test-ports-${process.getuid?.() ?? 'user'}`)

/**
 * A port offset at which no process listens on any port of an installation. No other test process gets it while this one
 * runs: an installation listens on its last port seconds after its offset was chosen, or minutes on a busy machine.
 */
export async function freeOffset(): Promise<number> {
  let offset = 0
  await until('free ports', async () => {
    const slot = randomInt(SLOTS)
    const unlock = lockedSlot(slot)
    if (unlock === null) return false
    offset = OFFSET_MIN + slot * STRIDE
    const free = await Promise.all(Object.values(PORTS).map((port) => isFree(port + offset)))
    if (free.every(Boolean)) return true
    unlock()
    return false
  })
  return offset
}

/** Null when another process, or this one, has it. */
function lockedSlot(slot: number): (() => void) | null {
  const folder = path.join(LOCKS, String(slot))
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof AppError && error.code === 'data_dir_in_use') return null
    throw error
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
