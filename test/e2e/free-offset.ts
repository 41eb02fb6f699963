import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { PORTS } from '../../services/config.ts'
import { until } from './until.ts'

const OFFSET_MIN = 1_000
/**
 * The ports must lie below the ports that Linux gives to outgoing connections (`ip_local_port_range`): such a
 * connection on the port of a killed process would prevent its restart for as long as the connection lasts.
 */
const OFFSET_MAX = 32_768 - Math.max(...Object.values(PORTS))

/** A port offset at which no process listens on any port of an installation; this may change a moment later. */
export async function freeOffset(): Promise<number> {
  let offset = 0
  await until('free ports', async () => {
    offset = randomInt(OFFSET_MIN, OFFSET_MAX)
    const free = await Promise.all(Object.values(PORTS).map((port) => isFree(port + offset)))
    return free.every(Boolean)
  })
  return offset
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
