/**
 * Installs the native Kafka client where it is used and nowhere else: npm run kafka:client. Against the system's
 * librdkafka when its headers are there (seconds), otherwise with the package's own sources (minutes). Does nothing when
 * the client loads already. `-- --scram` wants one that signs in to Kafka 4 with SCRAM, which older libraries cannot.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signsInWithScram } from '../../stream/kafka/hint.ts'

const CLIENT_DIR = join(import.meta.dirname, '../../stream/kafka')

const isAnyEnough = !process.argv.includes('--scram')

const say = (line: string): void => void process.stderr.write(`kafka:client: ${line}\n`)

/** The client is compiled for the Node that runs this; its headers lie beside its binary (`include/node`). */
function headersDir(): string | undefined {
  const dir = dirname(dirname(process.execPath))
  return existsSync(join(dir, 'include', 'node', 'node.h')) ? dir : undefined
}

/** Its version, undefined where it has no headers here. */
function systemLibrary(): string | undefined {
  const config = spawnSync('pkg-config', ['--modversion', 'rdkafka++'], { encoding: 'utf8' })
  if (config.status === 0) return config.stdout.trim()
  const header = ['/usr/include', '/usr/local/include']
    .map((dir) => join(dir, 'librdkafka', 'rdkafkacpp.h'))
    .find(existsSync)
  return header && versionIn(readFileSync(header, 'utf8'))
}

/** The header says it as 0xMMmmrrxx. */
function versionIn(header: string): string {
  const found = /#define\s+RD_KAFKA_VERSION\s+0x(..)(..)(..)/.exec(header) ?? ['', '0', '0', '0']
  return found
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16))
    .join('.')
}

const isEnough = (version: string): boolean => isAnyEnough || signsInWithScram(version)

function install(): boolean {
  const found = systemLibrary()
  const library = found && isEnough(found) ? found : undefined
  const headers = headersDir()
  say(library ? `building against the system's librdkafka ${library}` : ownSources(found))
  say(
    headers
      ? `with the headers of Node ${process.version}`
      : `no headers beside ${process.execPath}: node-gyp fetches them`,
  )
  const settings = [`BUILD_LIBRDKAFKA=${library ? 0 : 1}`, ...(headers ? [`npm_config_nodedir=${headers}`] : [])]
  const npm = ['npm', 'ci', '--prefix', CLIENT_DIR, '--no-audit', '--no-fund']
  // The Node that runs this comes first in PATH, so that npm and node-gyp build for it and not for an older one.
  const command = ['-c', 'PATH="$1:$PATH"; export PATH; shift; exec env "$@"', 'sh', dirname(process.execPath)]
  const done = spawnSync('sh', [...command, ...settings, ...npm], { cwd: CLIENT_DIR, stdio: ['ignore', 2, 2] })
  return done.status === 0
}

function ownSources(found: string | undefined): string {
  const why = found
    ? `the system's librdkafka ${found} cannot sign in to Kafka 4 with SCRAM`
    : 'no librdkafka headers here (Debian: librdkafka-dev)'
  return `${why}: building its sources too, which takes minutes and OpenSSL's headers (Debian: libssl-dev)`
}

/** Null when it loads and is enough. In a process of its own: a failed load of a native module cannot be tried again. */
function refusal(): string | null {
  const script = `import { kafkaClientAvailable, loadRdkafka } from '${pathToFileURL(join(CLIENT_DIR, 'rdkafka.ts')).href}'
    process.stdout.write(JSON.stringify(kafkaClientAvailable() ?? { version: loadRdkafka().librdkafkaVersion }))`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  if (done.status !== 0) return done.stderr.trim()
  const found = JSON.parse(done.stdout) as string | { readonly version: string }
  if (typeof found === 'string') return found
  return isEnough(found.version) ? null : `its librdkafka ${found.version} cannot sign in to Kafka 4 with SCRAM`
}

function main(): number {
  if (refusal() === null) {
    say('already installed and loads')
    return 0
  }
  const reason = install() ? refusal() : 'npm could not build it, see above'
  say(reason === null ? `installed in ${join(CLIENT_DIR, 'node_modules')}` : `failed: ${reason}`)
  return reason === null ? 0 : 1
}

process.exitCode = main()
