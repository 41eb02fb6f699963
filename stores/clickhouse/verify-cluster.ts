/**
 * Checks that a cluster supports svc, with a table of its own that is removed afterwards: its servers are replicas of
 * one shard, Keeper answers, an insert repeated with its token counts once on every replica, and rows acknowledged by a
 * quorum are readable on each.
 */
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { ClickHouseClient } from '@clickhouse/client'
import { clusterStatement, makingStatements } from './cluster-ddl.ts'

export type Finding = { readonly check: string; readonly isFault: boolean; readonly detail: string }

const ROWS = 1000

/** A check that depends on a failed one is reported as skipped, by name. The table is removed in every case. */
export async function verifyCluster(client: ClickHouseClient, cluster: string): Promise<readonly Finding[]> {
  const trial = new Trial(client, cluster)
  const findings: Finding[] = []
  try {
    for (const [check, run] of Object.entries(CHECKS)) {
      const finding = await found(check, () => run(trial))
      findings.push(finding)
      if (finding.isFault && Object.hasOwn(FIRST, check)) {
        const later = Object.keys(CHECKS).slice(findings.length)
        findings.push({ check: 'not tried', isFault: true, detail: later.join(', ') })
        break
      }
    }
  } finally {
    findings.push(await found('clean up', () => trial.remove()))
  }
  return findings
}

class Trial {
  readonly cluster: string
  readonly table = `svc_verify_${randomBytes(4).toString('hex')}`
  replicas = 0
  readonly #client: ClickHouseClient
  #isMade = false

  constructor(client: ClickHouseClient, cluster: string) {
    this.#client = client
    this.cluster = cluster
  }

  async rows<T>(query: string): Promise<readonly T[]> {
    const query_params = { cluster: this.cluster, table: this.table }
    const answer = await this.#client.query({ query, query_params, format: 'JSONEachRow' })
    return answer.json<T>()
  }

  /** Uses `exec`: the other methods append a FORMAT clause, which would become part of the explained statement. */
  async explain(sql: string): Promise<void> {
    const { stream } = await this.#client.exec({ query: `EXPLAIN AST ${sql}` })
    await text(stream)
  }

  async make(): Promise<void> {
    this.#isMade = true // A statement that failed may have run on some servers.
    const sql = `CREATE TABLE ${this.table} (n UInt32) ENGINE = MergeTree ORDER BY n
      SETTINGS non_replicated_deduplication_window = 100, fsync_after_insert = 1`
    await this.#client.command({ query: clusterStatement(sql, this.cluster) })
  }

  async insert(token: string): Promise<void> {
    await this.#client.command({
      query: `INSERT INTO ${this.table} SELECT number FROM numbers(${ROWS})`,
      clickhouse_settings: { insert_deduplication_token: token, insert_quorum: String(this.replicas) },
    })
  }

  /** Returns the text of the finding. */
  async remove(): Promise<string> {
    if (!this.#isMade) return 'nothing was made'
    await this.#client.command({
      query: `${clusterStatement(`DROP TABLE IF EXISTS ${this.table}`, this.cluster)} SYNC`,
    })
    return `${this.table} is removed`
  }
}

type Check = (trial: Trial) => Promise<string>
type Member = { readonly host: string; readonly shard: number; readonly replica: number }

/** Run in this order; every later check depends on all of them. Each returns what it found, and throws on a fault. */
const FIRST: Readonly<Record<string, Check>> = {
  'one shard of several replicas': async (trial) => {
    const members = await trial.rows<Member>(
      'SELECT host_name AS host, shard_num AS shard, replica_num AS replica FROM system.clusters WHERE cluster = {cluster:String}',
    )
    if (members.length === 0) throw new Error(`the server knows no cluster ${trial.cluster} (system.clusters)`)
    const shards = new Set(members.map(({ shard }) => shard))
    if (shards.size > 1) throw new Error(`${shards.size} shards: svc stores in one, and makes no Distributed tables`)
    if (members.length === 1) throw new Error('one replica: nothing is left when it goes')
    trial.replicas = members.length
    return members.map(({ host, replica }) => `${host} is replica ${replica}`).join(', ')
  },
  'every server answers': async (trial) => {
    const names = await trial.rows<{ version: string }>(
      'SELECT version() AS version FROM clusterAllReplicas({cluster:String}, system.one)',
    )
    if (names.length < trial.replicas) throw new Error(`${names.length} of ${trial.replicas} answer`)
    const versions = new Set(names.map(({ version }) => version))
    if (versions.size > 1) throw new Error(`several versions: ${[...versions].join(', ')}`)
    return `${names.length} of version ${[...versions].join()}`
  },
  'Keeper answers': async (trial) => {
    await trial.rows(`SELECT name FROM system.zookeeper WHERE path = '/' LIMIT 1`)
    return 'system.zookeeper was read'
  },
  'each server has macros of its own': async (trial) => {
    const macros = await trial.rows<{ shard: string; replica: string }>(
      `SELECT getMacro('shard') AS shard, getMacro('replica') AS replica FROM clusterAllReplicas({cluster:String}, system.one)`,
    )
    const replicas = new Set(macros.map(({ replica }) => replica))
    if (replicas.size < macros.length) throw new Error('two servers have the same {replica}')
    if (new Set(macros.map(({ shard }) => shard)).size > 1) throw new Error('servers of one shard differ in {shard}')
    return [...replicas].join(', ')
  },
  'a replicated table is made everywhere': async (trial) => {
    await trial.make()
    const states = await trial.rows<{ is_readonly: number }>(
      'SELECT is_readonly FROM clusterAllReplicas({cluster:String}, system.replicas) WHERE table = {table:String}',
    )
    if (states.length < trial.replicas) throw new Error(`${states.length} of ${trial.replicas} have it`)
    const readOnly = states.filter(({ is_readonly }) => Number(is_readonly) !== 0).length
    if (readOnly > 0) throw new Error(`${readOnly} are read-only: they have no session with Keeper`)
    return `on ${states.length} servers`
  },
}

const CHECKS: Readonly<Record<string, Check>> = {
  ...FIRST,
  'an insert that is repeated counts once, on every replica': async (trial) => {
    for (const token of ['first', 'first', 'second']) await trial.insert(token)
    const counts = await trial.rows<{ host: string; n: string }>(
      `SELECT hostName() AS host, count() AS n FROM clusterAllReplicas({cluster:String}, currentDatabase(), ${trial.table}) GROUP BY host`,
    )
    if (counts.length < trial.replicas) throw new Error(`${counts.length} of ${trial.replicas} have rows`)
    const wrong = counts.filter(({ n }) => Number(n) !== 2 * ROWS)
    if (wrong.length > 0)
      throw new Error(wrong.map(({ host, n }) => `${host} has ${n} rows, not ${2 * ROWS}`).join(', '))
    return `${2 * ROWS} rows on each of ${counts.length}`
  },
  'every statement of svc is read': async (trial) => {
    const statements = makingStatements(trial.cluster, 'default')
    for (const sql of statements) await trial.explain(sql)
    return `${statements.length} statements`
  },
}

async function found(check: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { check, isFault: false, detail: await run() }
  } catch (error) {
    return { check, isFault: true, detail: (error as Error).message }
  }
}
