/** Apache Kafka's own jars, fetched once through Maven into `.cache/kafka/<version>/lib`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const HERE = import.meta.dirname
const POM = join(HERE, 'pom.xml')
const JAVA_MIN = 17
const FETCH_MS_MAX = 600_000

/** Null when a broker can be started here, otherwise the reason why not. Fetches nothing. */
export function kafkaAvailable(): string | null {
  if (process.platform === 'win32') return 'the broker starter needs a POSIX shell'
  const java = javaMajor()
  if (java === undefined) return `no java in PATH (Kafka needs Java ${JAVA_MIN} or newer)`
  if (java < JAVA_MIN) return `java is version ${java}, Kafka needs ${JAVA_MIN} or newer`
  if (existsSync(jarsDir())) return null
  return runs('mvn', ['-v']) ? null : 'no mvn in PATH and Kafka is not in .cache/kafka yet'
}

/** The folder of the jars; downloads them when they are not there. Throws with Maven's own words when it cannot. */
export function ensureJars(say: (line: string) => void): string {
  const dir = jarsDir()
  if (existsSync(dir)) return dir
  say(`fetching Apache Kafka ${kafkaVersion()} through Maven (about 43 MB) into ${dir}`)
  // Fetched beside and renamed, so a half-fetched folder is never taken for a whole one, also by a second starter.
  const fetched = `${dir}.${process.pid}`
  mkdirSync(fetched, { recursive: true })
  const goal = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', '-DincludeScope=runtime']
  const maven = spawnSync('mvn', [...goal, `-DoutputDirectory=${fetched}`], { encoding: 'utf8', timeout: FETCH_MS_MAX })
  if (maven.status !== 0) {
    rmSync(fetched, { recursive: true, force: true })
    throw new Error(`mvn could not fetch Kafka: ${`${maven.stdout ?? ''}${maven.stderr ?? ''}`.trim() || maven.error}`)
  }
  if (existsSync(dir)) rmSync(fetched, { recursive: true, force: true })
  else renameSync(fetched, dir)
  return dir
}

/** The version is written once, in pom.xml. */
export function kafkaVersion(): string {
  const found = /<artifactId>kafka_2\.13<\/artifactId>\s*<version>([^<]+)</.exec(readFileSync(POM, 'utf8'))
  if (found?.[1] === undefined) throw new Error('docker/kafka/pom.xml names no version of kafka_2.13')
  return found[1]
}

function jarsDir(): string {
  return join(HERE, '..', '..', '.cache', 'kafka', kafkaVersion(), 'lib')
}

function javaMajor(): number | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const major = /version "(\d+)/.exec(java.stderr ?? '')?.[1]
  return java.status === 0 && major !== undefined ? Number(major) : undefined
}

function runs(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
