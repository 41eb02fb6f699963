/**
 * Real servers for the tests that need them. ClickHouse and Postgres come with the packages; what Kafka and Redis need
 * is fetched where that is quick, and what is missing is said aloud: the tests that need it are skipped.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureJars, kafkaAvailable } from '../docker/kafka/jars.ts'
import { kafkaClientAvailable } from '../pipeline/runtime/kafka/rdkafka.ts'

const ROOT = join(import.meta.dirname, '..')
/** Without the headers npm would compile librdkafka itself, which takes many minutes. */
const HEADERS = ['/usr/include', '/usr/local/include'].map((dir) => join(dir, 'librdkafka', 'rdkafkacpp.h'))

/** Several times what the servers of one run were seen to hold at once. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3
const IN_MEMORY = '/dev/shm'

export default function setup({ provide }: TestProject): void {
  provide('serversDir', serversDir())
  const kafka = prepareKafka()
  say(kafka === null ? 'Kafka: ready' : `SKIPPED: everything on Kafka: ${kafka}`)
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0
  say(hasRedis ? 'Redis: ready' : 'SKIPPED: everything on Redis: no redis-server in PATH (Debian: redis-server)')
}

/** Goes with the run, also when that is interrupted and its files could not clean up. */
function serversDir(): string {
  const dir = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'svc-servers-'))
  chmodSync(dir, 0o711) // The account that a server runs as passes through.
  process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }))
  return dir
}

/** Whether data that is thrown away may be kept where syncing it costs nothing. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= MEMORY_BYTES_MIN
  } catch {
    return false // Only Linux has it, and not everywhere.
  }
}

/** Null when a broker can be started and the client loads, otherwise the reason why not. */
function prepareKafka(): string | null {
  const reason = kafkaAvailable()
  if (reason !== null) return reason
  try {
    ensureJars(say)
  } catch (error) {
    return String(error)
  }
  if (clientLoads()) return null
  if (!HEADERS.some((file) => existsSync(file)))
    return 'no librdkafka headers (Debian: librdkafka-dev); npm run kafka:client builds without them, for minutes'
  const done = spawnSync(process.execPath, [join(ROOT, 'docker/kafka/install-client.ts')], { stdio: ['ignore', 2, 2] })
  return done.status === 0 ? null : 'its native client could not be built, see above'
}

/** A failed load cannot be tried again in one process; the tests run in others. */
function clientLoads(): boolean {
  return kafkaClientAvailable() === null
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
