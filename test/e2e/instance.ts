/** A whole installation, started as a user starts it: `svc up` in its own process, and the commands beside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { tenantId } from '../../platform/tenant.ts'
import type { LedgerRow } from '../../query/ledger.ts'
import { waitForDrain } from '../../services/cli/drain.ts'
import { config, PORTS } from '../../services/config.ts'
import type { Instance as InstanceFile } from '../../services/supervisor/instance.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { freeOffset } from './free-offset.ts'

const MAIN = path.join(import.meta.dirname, '../../services/cli/main.ts')
const ATTEMPTS = 5
const DRAIN_MS = 120_000
const READ_LIMITS = { timeoutSeconds: 120, rowsMax: 0 }

export type Done = { readonly code: number | null; readonly stdout: string; readonly stderr: string }
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly ms: number }

export class Instance {
  readonly dir: string
  readonly portOffset: number
  readonly #env: NodeJS.ProcessEnv
  #process: ChildProcess | null = null
  #logTail = ''

  private constructor(dir: string, portOffset: number, env: Record<string, string>) {
    this.dir = dir
    this.portOffset = portOffset
    const own = { SVC_DATA_DIR: dir, SVC_PORT_OFFSET: String(portOffset), SVC_CLICKHOUSE_MEMORY_MB: '1500' }
    this.#env = { ...process.env, SVC_LOG_LEVEL: 'error', ...own, ...env }
  }

  /**
   * Starts an installation and waits until it is ready, in a new folder below `parent` and on ports that were free a
   * moment before. In a test run the folder gets the migrated database that all tests copy, because migrating an empty
   * one takes seconds. `startEmpty` begins without it, and so does an installation on its own disk.
   */
  static start(env: Record<string, string> = {}, parent = tmpdir()): Promise<Instance> {
    const isUsual = process.env.VITEST !== undefined && env.DATABASE_URL === undefined && parent === tmpdir()
    return Instance.#start(env, parent, isUsual ? copyOfDatabase : async () => {})
  }

  static startEmpty(env: Record<string, string> = {}): Promise<Instance> {
    return Instance.#start(env, tmpdir(), async () => {})
  }

  static async #start(env: Record<string, string>, parent: string, fill: (dataDir: string) => Promise<void>) {
    for (let attempt = 1; ; attempt++) {
      // If we are root, the embedded Postgres runs as a user of its own, who must be able to enter the folder.
      const dir = fs.mkdtempSync(path.join(parent, 'svc-e2e-'))
      fs.chmodSync(dir, 0o711)
      const instance = new Instance(path.join(dir, 'data'), await freeOffset(), env)
      await fill(instance.dir)
      const started = await instance.up()
      if (started.isReady) return instance
      instance.removeFiles()
      if (attempt === ATTEMPTS || !/EADDRINUSE|is taken/.test(started.stderr)) throw new Error(started.stderr)
    }
  }

  /** Starts it again after it was stopped or killed. */
  async restart(): Promise<void> {
    const { isReady, stderr } = await this.up()
    if (!isReady) throw new Error(`it did not start again: ${stderr}`)
  }

  async up(): Promise<{ isReady: boolean; stderr: string }> {
    const child = spawn(process.execPath, [MAIN, 'up'], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#logTail = ''
    child.stderr.on('data', (chunk) => {
      this.#logTail = (this.#logTail + chunk).slice(-20_000)
    })
    const isReady = await firstLineIsReady(child)
    this.#process = isReady ? child : null
    return { isReady, stderr: this.#logTail }
  }

  /** The end of its log since the last start. */
  get logTail(): string {
    return this.#logTail
  }

  get ingestUrl(): string {
    return `http://127.0.0.1:${PORTS.ingest + this.portOffset}`
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${PORTS.api + this.portOffset}`
  }

  /** The file by which commands find the instance. */
  file(): InstanceFile {
    return JSON.parse(fs.readFileSync(path.join(this.dir, 'instance.json'), 'utf8')) as InstanceFile
  }

  pids(): number[] {
    const { pid, children } = this.file()
    return [pid, ...Object.values(children).filter((child) => child !== null)]
  }

  /** Ends the supervisor with a signal; resolves when the supervisor has ended. */
  async end(signal: NodeJS.Signals): Promise<Exit> {
    const child = this.#process
    if (!child) throw new Error('it does not run')
    this.#process = null
    const startedAt = performance.now()
    const exited = new Promise<Omit<Exit, 'ms'>>((resolve) =>
      child.once('exit', (code, by) => resolve({ code, signal: by })),
    )
    child.kill(signal)
    return { ...(await exited), ms: performance.now() - startedAt }
  }

  /** Stops the processes and removes all files. */
  async remove(): Promise<void> {
    if (this.#process) await this.end('SIGTERM')
    this.removeFiles()
  }

  removeFiles(): void {
    fs.rmSync(path.dirname(this.dir), { recursive: true, force: true })
  }

  /** A command of the command line, run to its end. */
  async run(...args: string[]): Promise<Done> {
    const child = spawn(process.execPath, [MAIN, ...args], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await code, stdout, stderr }
  }

  /** Kills a command after a time. Returns false if the command had ended before. */
  async killed(args: readonly string[], afterMs: number): Promise<boolean> {
    const child = spawn(process.execPath, [MAIN, ...args], { env: this.#env, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)))
    clearTimeout(timer)
    return signal === 'SIGKILL'
  }

  /** The output of a command that must succeed. */
  async svc(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args)
    if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
    return stdout
  }

  async token(tenant: string, ...options: string[]): Promise<string> {
    return (await this.svc('tokens', 'mint', '--tenant', tenant, ...options)).trim()
  }

  /** Rows of all tenants, or of one, as objects. 64-bit numbers come as text. */
  async rows<T>(sql: string, tenant?: string): Promise<T[]> {
    const client = openClickhouse({ url: this.file().clickhouseUrl })
    const reader =
      tenant === undefined ? operatorReader(client, READ_LIMITS) : tenantReader(client, tenantId(tenant), READ_LIMITS)
    try {
      const out = await text(await reader.stream(sql, 'JSONEachRow'))
      return out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T)
    } finally {
      await client.close()
    }
  }

  /** Waits as `svc drain` does, without the start of a process. */
  async drained(): Promise<void> {
    const { clickhouseUrl, databaseUrl } = this.file()
    await waitForDrain({ ...config(this.#env), clickhouseUrl, databaseUrl }, DRAIN_MS)
  }

  /** The ledger after a drain, when all events have settled. */
  async ledger(tenant: string): Promise<LedgerRow[]> {
    await this.drained()
    return JSON.parse(await this.svc('ledger', '--json', '--tenant', tenant)) as LedgerRow[]
  }
}

/** Imported only here, because an installation is also started outside of test runs. */
async function copyOfDatabase(dataDir: string): Promise<void> {
  const { putCluster } = await import('../../stores/postgres/testing.ts')
  const folder = path.join(dataDir, 'postgres')
  fs.mkdirSync(dataDir, { mode: 0o700 })
  fs.mkdirSync(folder)
  await putCluster(folder)
  // An installation creates a key only for a new database. With this key nothing is sealed yet.
  fs.writeFileSync(path.join(dataDir, 'credential.key'), `${randomBytes(32).toString('base64url')}=\n`, { mode: 0o600 })
}

/** The promise of `svc up`: one line that starts with `ready` once everything answers, otherwise a status. */
async function firstLineIsReady(child: ChildProcess): Promise<boolean> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const line = new Promise<string>((resolve) => lines.once('line', resolve))
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve('')))
  return (await Promise.race([line, ended])).startsWith('ready')
}
