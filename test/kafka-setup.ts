/**
 * Prepares Kafka for the tests that need it: fetches its jars and the native client, if that is quick. Otherwise it
 * prints the reason, and those tests are skipped.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureJars, kafkaAvailable } from '../docker/kafka/jars.ts'
import { kafkaClientAvailable } from '../stream/kafka/rdkafka.ts'

const ROOT = join(import.meta.dirname, '..')
/** Without these headers npm would compile librdkafka itself, which takes many minutes. */
const HEADERS = ['/usr/include', '/usr/local/include'].map((dir) => join(dir, 'librdkafka', 'rdkafkacpp.h'))

export default function setup(): void {
  const reason = prepareKafka()
  if (reason !== null) say(`SKIPPED: everything on Kafka: ${reason}`)
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

/** Called last: a failed load cannot be repeated in this process. The tests run in other processes. */
function clientLoads(): boolean {
  return kafkaClientAvailable() === null
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
