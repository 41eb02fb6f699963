/**
 * Two servers of Postgres, a primary and a standby that receives every commit before the client gets its answer, and a
 * pooler before both.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openLog } from '../../platform/log.ts'
import { PORTS } from '../../services/config.ts'
import { type Account, serverAccount } from '../../stores/postgres/embedded/account.ts'
import { clusterDir, SERVER_ENV } from '../../stores/postgres/embedded/cluster.ts'
import { credentialsIn } from '../../stores/postgres/embedded/credentials.ts'
import { engineBin } from '../../stores/postgres/embedded/engine.ts'
import { DATABASE, urlOf } from '../../stores/postgres/embedded/provision.ts'
import { answers, type Server, spawnServer } from '../../stores/postgres/embedded/server.ts'
import { startEmbeddedPostgres } from '../../stores/postgres/embedded/start.ts'
import { freeOffset } from '../e2e/free-offset.ts'
import { until } from '../e2e/until.ts'
import { Link } from './link.ts'

const log = openLog('standby', 'error')
const NAMES = ['a', 'b'] as const
const IN_SYNC_MS_MAX = 180_000
/** Debian installs it in a folder that is not in everybody's PATH. */
const POOLER_ENV = { ...SERVER_ENV, PATH: `${SERVER_ENV.PATH}:/usr/sbin` }

type Node = { readonly dir: string; readonly port: number; server: Server | null }

/** The addresses of the pair stay the same when the servers change roles. */
export class StandbyPair {
  readonly #account: Account | null
  readonly #bin: string
  readonly #nodes: readonly [Node, Node]
  readonly #passwords: { readonly superuser: string; readonly owner: string; readonly app: string }
  readonly #link: Link
  #pooler: ChildProcess | null = null
  #poolerPort = 0
  #primary = 0

  private constructor(nodes: readonly [Node, Node], link: Link) {
    this.#nodes = nodes
    this.#link = link
    const [{ dir }] = nodes
    this.#account = serverAccount(clusterDir(dir))
    this.#bin = engineBin(this.#account)
    this.#passwords = credentialsIn(dir, true)
  }

  static async start(parent: string): Promise<StandbyPair> {
    fs.chmodSync(parent, 0o711) // the servers run as a user of their own
    const [first, second] = await Promise.all(
      NAMES.map(async (name): Promise<Node> => {
        return { dir: path.join(parent, name), port: PORTS.postgres + (await freeOffset()), server: null }
      }),
    )
    if (!first || !second) throw new Error('a pair is two')
    const made = await startEmbeddedPostgres({ dataDir: first.dir, port: first.port, log })
    await made.stop()
    const pair = new StandbyPair([first, second], await Link.to(first.port))
    await pair.#run(first)
    await pair.addStandby()
    await pair.#startPooler(path.join(parent, 'pooler'))
    return pair
  }

  /** True when connections go through PgBouncer, which Debian has. */
  get isPooled(): boolean {
    return this.#pooler !== null
  }

  get ownerUrl(): string {
    return urlOf('svc_owner', this.#passwords.owner, this.#port, DATABASE)
  }

  get appUrl(): string {
    return urlOf('svc_app', this.#passwords.app, this.#port, DATABASE)
  }

  get #port(): number {
    return this.isPooled ? this.#poolerPort : this.#link.port
  }

  /** Kills the primary and promotes the standby, to which all connections go from then on. */
  async failOver(): Promise<void> {
    const gone = this.#node(0)
    const next = this.#node(1)
    gone.server && process.kill(gone.server.pid, 'SIGKILL')
    await gone.server?.exited
    gone.server = null
    this.#link.begin({ kind: 'refused' })
    this.#primary = 1 - this.#primary
    await this.#ask(next, `SELECT pg_promote(true, 60)`)
    await this.#ask(next, `ALTER SYSTEM RESET synchronous_standby_names`, `SELECT pg_reload_conf()`)
    this.#link.targetPort = next.port
    await this.#link.restore()
  }

  /** Creates a new standby in the place of the other server. Resolves when every commit waits for it. */
  async addStandby(): Promise<void> {
    const primary = this.#node(0)
    const standby = this.#node(1)
    fs.mkdirSync(standby.dir, { recursive: true })
    fs.chmodSync(standby.dir, 0o711)
    fs.rmSync(clusterDir(standby.dir), { recursive: true, force: true })
    await this.#copy(primary, clusterDir(standby.dir))
    await this.#run(standby)
    await this.#ask(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`, `SELECT pg_reload_conf()`)
    const inSync = async () =>
      (await this.#ask(primary, `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1
    await until('the standby to be in sync', inSync, IN_SYNC_MS_MAX)
  }

  async end(): Promise<void> {
    if (this.#pooler) await endOf(this.#pooler)
    for (const { server } of this.#nodes) {
      if (server) process.kill(server.pid, 'SIGKILL')
      await server?.exited
    }
    await this.#link.close()
  }

  /** 0 is the primary. */
  #node(place: 0 | 1): Node {
    return this.#nodes[(this.#primary + place) % 2] as Node
  }

  async #run(node: Node): Promise<void> {
    node.server = spawnServer(node.dir, this.#bin, this.#account, node.port, log)
    if (!(await answers(node.server, this.#superuser(node), log)))
      throw new Error(`a server of Postgres ended: ${await node.server.lastWords()}`)
  }

  #superuser({ port }: Node): string {
    return urlOf('postgres', this.#passwords.superuser, port, 'postgres')
  }

  /** Returns the rows of the last statement; each statement is a transaction of its own. */
  async #ask(node: Node, ...statements: readonly string[]): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.#superuser(node) })
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const sql of statements) rows = (await client.query(sql)).rows
      return rows
    } finally {
      await client.end()
    }
  }

  /** Copies a running server with its own backup functions; changes to files during the copy are in its log. */
  async #copy(from: Node, to: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#superuser(from) })
    await client.connect()
    try {
      await client.query(`SELECT pg_backup_start('standby', true)`)
      spawnSync('cp', ['-a', clusterDir(from.dir), to])
      const { rows } = await client.query<{ labelfile: string }>(`SELECT labelfile FROM pg_backup_stop(false)`)
      this.#write(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
    fs.rmSync(path.join(to, 'postmaster.pid'), { force: true })
    const at = `host=127.0.0.1 port=${from.port} user=postgres password=${this.#passwords.superuser}`
    fs.appendFileSync(path.join(to, 'postgresql.auto.conf'), `primary_conninfo = '${at}'\n`)
    this.#write(path.join(to, 'standby.signal'), '')
  }

  #write(file: string, text: string): void {
    fs.writeFileSync(file, text, { mode: 0o600 })
    if (this.#account) fs.chownSync(file, this.#account.uid, this.#account.gid)
  }

  /**
   * Starts PgBouncer with the pool mode that docs/server-mode.md describes. Nothing is started if it is not installed.
   */
  async #startPooler(dir: string): Promise<void> {
    if (spawnSync('pgbouncer', ['--version'], { env: POOLER_ENV }).error) return
    fs.mkdirSync(dir)
    this.#poolerPort = PORTS.postgres + (await freeOffset())
    const users = [['svc_owner', this.#passwords.owner] as const, ['svc_app', this.#passwords.app] as const]
    const usersFile = path.join(dir, 'users.txt')
    const settings = path.join(dir, 'pgbouncer.ini')
    fs.writeFileSync(usersFile, users.map(([name, password]) => `"${name}" "${password}"\n`).join(''))
    fs.writeFileSync(settings, poolerSettings(this.#link.port, this.#poolerPort, usersFile))
    const account = this.#account ?? {}
    const pooler = spawn('pgbouncer', ['-q', settings], { ...account, cwd: '/', env: POOLER_ENV, stdio: 'ignore' })
    this.#pooler = pooler
    const answersNow = () => connects(urlOf('svc_owner', this.#passwords.owner, this.#poolerPort, DATABASE))
    await until('the pooler to answer', () => pooler.exitCode !== null || answersNow())
    if (pooler.exitCode !== null) throw new Error(`the pooler ended with ${pooler.exitCode}`)
  }
}

function poolerSettings(serverPort: number, port: number, usersFile: string): string {
  return [
    '[databases]',
    `${DATABASE} = host=127.0.0.1 port=${serverPort} dbname=${DATABASE}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = scram-sha-256',
    `auth_file = ${usersFile}`,
    'pool_mode = session',
    'default_pool_size = 80',
    'max_client_conn = 500',
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
    'server_login_retry = 1',
    'unix_socket_dir =',
    '',
  ].join('\n')
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
