import { parseArgs } from 'node:util'
import { AppError } from '../../../platform/errors.ts'

/** Settings that the engine's process is started with. */
export type EmbeddedConfig = {
  /** Folder that holds everything; one process at a time. */
  readonly dataDir: string
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number
  /** Memory the engine may use for everything, caches included. A query may use at most half of it. */
  readonly memoryMb: number
  /** Threads of one query. */
  readonly threads: number
  /** Reads that run at the same time; further ones wait in a bounded queue. */
  readonly readLanes: number
  /** Inserts and other writes that run at the same time. */
  readonly writeLanes: number
  /** Requests that may wait for a lane of their kind; one more is answered 503. */
  readonly queueMax: number
  /** Largest body of one insert, after decompression. */
  readonly bodyMaxMb: number
  /** Space that the engine leaves free on the disk. */
  readonly keepFreeMb: number
}

export const EMBEDDED_DEFAULTS = {
  memoryMb: 3000,
  threads: 2,
  readLanes: 4,
  writeLanes: 2,
  /** @bound statements waiting for the embedded engine = {} of each kind -> 503 */
  queueMax: 256,
  bodyMaxMb: 1024,
  /** @bound free space on the disk of the embedded lake -> statements that write rows or tables are refused */
  keepFreeMb: 64,
} as const

const TUNABLES = Object.keys(EMBEDDED_DEFAULTS) as (keyof typeof EMBEDDED_DEFAULTS)[]
const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Throws `bad_config` with every fault at once. */
export function parseEmbeddedArgs(argv: readonly string[]): EmbeddedConfig {
  const names = ['data', 'port', ...TUNABLES.map(flagOf)]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...argv], options })
  const faults: string[] = []
  const whole = (flag: string, fallback: number | undefined, min: number) => {
    const text = values[flag]
    const value = text === undefined ? fallback : Number(text)
    if (value !== undefined && Number.isSafeInteger(value) && value >= min) return value
    faults.push(`--${flag} takes a whole number from ${min}`)
    return min
  }
  const dataDir = values.data
  if (typeof dataDir !== 'string' || dataDir === '') faults.push('--data takes a folder')
  const port = whole('port', undefined, 0)
  const tuned = TUNABLES.map((name) => [name, whole(flagOf(name), EMBEDDED_DEFAULTS[name], 1)])
  if (faults.length > 0) throw new AppError('bad_config', faults.join('; '))
  return { dataDir: String(dataDir), port, ...(Object.fromEntries(tuned) as typeof EMBEDDED_DEFAULTS) }
}

export function embeddedArgs(config: Partial<EmbeddedConfig> & { dataDir: string; port: number }): string[] {
  const tuned = TUNABLES.flatMap((name) => (config[name] === undefined ? [] : [`--${flagOf(name)}=${config[name]}`]))
  return ['--data', config.dataDir, '--port', `${config.port}`, ...tuned]
}

/**
 * Milliseconds for which the allocator keeps freed memory. Its default returns memory to the kernel after five seconds,
 * but the next insert needs it a second later and the next merge half a minute later, and the kernel zeroes every page
 * again: that cost a fifth of the engine's CPU, and with one minute still an eighth.
 */
const KEEP_MEMORY = 'dirty_decay_ms:600000'

/** Each busy lane occupies one thread of Node's pool; the default of four would block file writes. */
export function childEnv(): NodeJS.ProcessEnv {
  return { JE_MALLOC_CONF: KEEP_MEMORY, ...process.env, UV_THREADPOOL_SIZE: '32' }
}
