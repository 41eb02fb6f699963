// Plain JavaScript that any Node from 20 runs: installs what is missing, then goes on in the bundled Node.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const NODE_MAJOR = 24
/** Node of an odd major is never supported for long; some packages leave it out (`engines` of package.json). */
const isFit = (major) => major >= NODE_MAJOR && major !== 25

/** Installs once a lock file: the stamp is the lock that was installed. */
export function install() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const stamp = path.join(root, 'node_modules', '.svc-installed')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return
  process.stderr.write('installing dependencies ...\n')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm, 'install']] : ['npm', ['install']]
  const { status } = spawnSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm hands its own settings down; they are meant for the outer command.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_'))),
  })
  if (status !== 0) {
    process.stderr.write('npm install failed\n')
    process.exit(status ?? 1)
  }
  fs.writeFileSync(stamp, lock)
}

/** The Node to run with: this one when it is new enough, otherwise the one from the registry. */
export function nodePath() {
  if (isFit(Number(process.versions.node.split('.')[0]))) return process.execPath
  const bundled = path.join(root, 'node_modules', '.bin', 'node')
  if (fs.existsSync(bundled)) return bundled
  process.stderr.write(
    `this needs Node ${NODE_MAJOR}, and the registry has none for ${process.platform}-${process.arch}: install it\n`,
  )
  process.exit(1)
}

/** `ROLE_FLAGS` of platform/node-flags.ts, where they are argued for; an older Node cannot read that file. */
const ROLE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=TimeoutNegativeWarning',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=512',
  '--max-semi-space-size=16',
  '--max-old-space-size=512',
  '--min-semi-space-size=16',
]

/**
 * The flags of a command; the stages on Kafka and the API have their own, as in `flagsOf` of the same file. V8 takes the
 * last of two. A supervisor has nothing to do, and gives its young generation back.
 */
export function flagsOfCommand(args, isKafka) {
  if (args[0] === 'up' || args[0] === 'demo') return [...ROLE_FLAGS, '--min-semi-space-size=1']
  if (args[0] !== 'start') return ROLE_FLAGS
  if (args.includes('pipeline') && isKafka)
    return [...ROLE_FLAGS, '--initial-old-space-size=1024', '--max-old-space-size=1024']
  return args.includes('api') ? [...ROLE_FLAGS, '--min-semi-space-size=4'] : ROLE_FLAGS
}

/**
 * Folder for what can be made anew (compiled code, parsed rules), which nobody else may write to: whoever could, would
 * choose the code that runs. Null when there is none.
 */
function cacheDir(env) {
  if (env.SVC_CACHE_DIR) return env.SVC_CACHE_DIR === 'off' ? null : ownDir(env.SVC_CACHE_DIR)
  const base = env.XDG_CACHE_HOME || (env.HOME && path.join(env.HOME, '.cache'))
  const inHome = base && path.isAbsolute(base) ? ownDir(path.join(base, 'svc')) : null
  return inHome ?? ownDir(path.join(os.tmpdir(), `svc-cache-${process.getuid?.() ?? 'user'}`))
}

const WRITABLE_BY_OTHERS = 0o022

function ownDir(dir) {
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
    const found = fs.lstatSync(dir)
    const isOwn = process.getuid === undefined || found.uid === process.getuid()
    return found.isDirectory() && isOwn && (found.mode & WRITABLE_BY_OTHERS) === 0 ? dir : null
  } catch {
    return null
  }
}

/** Node's own default is below the folder for temporary files, where another user may have made it first. */
function cacheEnv(env) {
  const dir = cacheDir(env)
  if (dir === null) return { SVC_CACHE_DIR: 'off', NODE_DISABLE_COMPILE_CACHE: '1' }
  return { SVC_CACHE_DIR: dir, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || path.join(dir, 'code') }
}

/** Runs a TypeScript file with this process's arguments, and ends as it ends. Signals are passed on. */
export function run(file, args, nodeArgs = []) {
  const node = nodePath()
  const isKafka = Boolean(process.env.KAFKA_BROKERS)
  const env = {
    ...process.env,
    ...cacheEnv(process.env),
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
  }
  if (isKafka) env.UV_THREADPOOL_SIZE ??= '64'
  const flags = flagsOfCommand(args, isKafka)
  const child = spawn(node, [...flags, ...nodeArgs, path.resolve(root, file), ...args], {
    // The channel closes however this process ends; what runs until stopped watches it, and nothing else does.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(child)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const LOOK_MS = 500

/**
 * npm starts us through a shell, which ends by a signal without passing it on: `kill` of `npx svc up` would leave an
 * instance that nobody knows of, and that has its ports. Started by anybody else we may outlive who started us.
 */
function endWithNpm(child) {
  if (process.env.npm_command === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, LOOK_MS)
  timer.unref()
}
