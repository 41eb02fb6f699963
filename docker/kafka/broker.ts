/**
 * A real Apache Kafka (KRaft) without Docker, for tests and benchmarks: one node, or one of several (`cluster.ts`).
 * As a command: npm run kafka:broker -- [--port 9092] [--data DIR]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureJars, kafkaAvailable } from './jars.ts'
import { type Member, type SignIn, serverProperties } from './properties.ts'

export { kafkaAvailable } from './jars.ts'
export { MESSAGE_BYTES_MAX } from './properties.ts'

export type BrokerOptions = {
  /** Logs, settings and data; the same folder again continues with the same data. */
  readonly dir: string
  /** 0 or none takes a free one. */
  readonly port?: number
  readonly heapMb?: number
  /** A second listener, on which clients sign in as this one with PLAIN. */
  readonly signIn?: SignIn
  /** Clients that sign in may do only what they are granted. */
  readonly isGuarded?: boolean
  /** A second listener that clients are sent to through this port, where a proxy forwards to it. */
  readonly proxyPort?: number
  /** One of several nodes, all of which have the same id of their cluster. */
  readonly member?: Member & { readonly clusterId: string }
  readonly log?: (line: string) => void
}

export type KafkaBroker = {
  /** For `bootstrap.servers`. */
  readonly brokers: string
  /** The same of the second door, if there is one. */
  readonly signInBrokers: string
  /** Port of the listener behind `proxyPort`; 0 when there is none. */
  readonly behindPort: number
  readonly pid: number
  /** Shuts down cleanly; resolves when the process is gone. */
  stop(): Promise<void>
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
}

const START_MS_MAX = 90_000
const HEAP_MB = 512
/** A broker of a test is over before code that is compiled to run for hours has paid for itself. */
const QUICK_START = ['-XX:TieredStopAtLevel=1']

/**
 * The shell keeps the broker from outliving us: its stdin is a pipe that only this process holds open, so however we
 * end, the pipe closes and the broker gets SIGTERM, and SIGKILL after ten seconds. It prints the broker's pid.
 */
const GUARD = `log=$1; shift
exec 3<&0
"$@" </dev/null 3<&- >>"$log" 2>&1 &
broker=$!
echo $broker
exec >/dev/null
{
  cat <&3
  kill $broker
  for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 $broker || exit; done
  kill -9 $broker
} 2>/dev/null &
watch=$!
exec 3<&-
wait $broker
status=$?
kill $watch
exit $status`

export async function startKafkaBroker(options: BrokerOptions): Promise<KafkaBroker> {
  const reason = kafkaAvailable()
  if (reason !== null) throw new Error(`cannot start Kafka: ${reason}`)
  const classpath = join(ensureJars(options.log ?? (() => undefined)), '*')
  const dir = resolve(options.dir)
  mkdirSync(dir, { recursive: true })
  const port = options.port || (await freePort())
  const settingsFile = join(dir, 'server.properties')
  const signIn = options.signIn && { ...options.signIn, port: await freePort() }
  const { proxyPort } = options
  const behind = proxyPort === undefined ? undefined : { port: await freePort(), proxyPort }
  const guard = options.isGuarded ? { isGuarded: true } : {}
  const doors = { ...(signIn && { signIn }), ...guard, ...(behind && { behind }) }
  const { member } = options
  const controllerPort = member?.controllerPorts[member.nodeId - 1] ?? (await freePort())
  const node = { dataDir: join(dir, 'data'), port, controllerPort, ...(member && { member }), ...doors }
  writeFileSync(settingsFile, serverProperties(node))
  if (!existsSync(join(dir, 'data', 'meta.properties')))
    format(classpath, settingsFile, member?.clusterId ?? newClusterId())
  const broker = await run(classpath, settingsFile, dir, port, options.heapMb ?? HEAP_MB)
  return { ...broker, signInBrokers: signIn ? `127.0.0.1:${signIn.port}` : '', behindPort: behind?.port ?? 0 }
}

/** An id that begins with a dash is taken for an option. */
export function newClusterId(): string {
  return randomBytes(16).toString('base64url').replace(/^-/, 'A')
}

function format(classpath: string, settingsFile: string, clusterId: string): void {
  const tool = ['-cp', classpath, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', settingsFile]
  const vm = ['-Xmx128m', ...QUICK_START]
  const done = spawnSync('java', [...vm, ...tool], { encoding: 'utf8', timeout: START_MS_MAX })
  if (done.status !== 0)
    throw new Error(`formatting Kafka's storage failed: ${done.stdout}${done.stderr}${done.error ?? ''}`)
}

async function run(
  classpath: string,
  settings: string,
  dir: string,
  port: number,
  heapMb: number,
): Promise<Omit<KafkaBroker, 'signInBrokers' | 'behindPort'>> {
  const log4j = `-Dlog4j2.configurationFile=${join(import.meta.dirname, 'log4j2.properties')}`
  const forTest = process.env.VITEST === undefined ? [] : QUICK_START
  const vm = [`-Xms64m`, `-Xmx${heapMb}m`, '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError', log4j, ...forTest]
  const logFile = join(dir, 'broker.log')
  const java = ['java', ...vm, '-cp', classpath, 'kafka.Kafka', settings]
  const guard = spawn('sh', ['-c', GUARD, 'sh', logFile, ...java], { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = new Promise<void>((done) => guard.once('exit', () => done()))
  const pid = await firstLine(guard)
  const brokers = `127.0.0.1:${port}`
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (guard.exitCode === null) process.kill(pid, signal)
    await exited
    guard.stdin?.destroy()
  }
  try {
    await answering(port, guard)
  } catch (error) {
    if (guard.exitCode === null) await end('SIGKILL')
    throw new Error(`Kafka did not start: ${String(error)}\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
  }
  return { brokers, pid, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

async function firstLine(child: ChildProcess): Promise<number> {
  for await (const chunk of child.stdout ?? []) return Number(String(chunk))
  throw new Error('the shell that starts Kafka said nothing')
}

/** The broker opens its port as the last thing of its start, when it may serve. */
async function answering(port: number, guard: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS_MAX
  while (!(await connects(port))) {
    if (guard.exitCode !== null) throw new Error(`it ended with status ${guard.exitCode}`)
    if (Date.now() > deadline) throw new Error(`its port did not open within ${START_MS_MAX / 1000} s`)
    await new Promise((next) => setTimeout(next, 100))
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => answer(socket.destroy() !== undefined))
    socket.once('error', () => answer(false))
  })
}

export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => found(port))
    })
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, data: { type: 'string' } } })
  const dir = values.data ?? join('data', 'kafka')
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const broker = await startKafkaBroker({ dir, port: Number(values.port ?? 9092), log })
  process.stdout.write(`ready ${broker.brokers} (pid ${broker.pid}, data in ${resolve(dir)})\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void broker.stop())
}

if (import.meta.main) await main()
