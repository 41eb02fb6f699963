/**
 * Installs the native Kafka client where it is used and nowhere else: npm run kafka:client.
 * Against the system's librdkafka when its headers are there (seconds), otherwise with the package's own sources
 * (minutes). Does nothing when the client loads already.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const CLIENT_DIR = join(import.meta.dirname, '..', '..', 'pipeline', 'runtime', 'kafka')

const NO_LIBRARY = 'no librdkafka headers here (Debian: librdkafka-dev): building its sources too, which takes minutes'

const say = (line: string): void => void process.stderr.write(`kafka:client: ${line}\n`)

/** The client is compiled for the Node that runs this; its headers lie beside its binary (`include/node`). */
function headersDir(): string | undefined {
  const dir = dirname(dirname(process.execPath))
  return existsSync(join(dir, 'include', 'node', 'node.h')) ? dir : undefined
}

function systemLibrary(): string | undefined {
  const config = spawnSync('pkg-config', ['--modversion', 'rdkafka++'], { encoding: 'utf8' })
  if (config.status === 0) return config.stdout.trim()
  const header = ['/usr/include', '/usr/local/include']
    .map((dir) => join(dir, 'librdkafka', 'rdkafkacpp.h'))
    .find(existsSync)
  return header && `of ${header}`
}

function install(): boolean {
  const library = systemLibrary()
  const headers = headersDir()
  say(library ? `building against the system's librdkafka ${library}` : NO_LIBRARY)
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

/** Loads it in a process of its own: a failed load of a native module cannot be tried again in this one. */
function loads(): string | null {
  const script = `import { kafkaClientAvailable } from '${pathToFileURL(join(CLIENT_DIR, 'rdkafka.ts')).href}'
    process.stdout.write(kafkaClientAvailable() ?? '')`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return done.status === 0 ? done.stdout.trim() || null : done.stderr.trim()
}

function main(): number {
  if (loads() === null) {
    say('already installed and loads')
    return 0
  }
  const reason = install() ? loads() : 'npm could not build it, see above'
  say(reason === null ? `installed in ${join(CLIENT_DIR, 'node_modules')}` : `failed: ${reason}`)
  return reason === null ? 0 : 1
}

process.exitCode = main()
