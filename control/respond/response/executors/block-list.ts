/** The list that firewalls, proxies and resolvers of a tenant pull: an entry is in force when they have it. */
import ipaddr from 'ipaddr.js'
import type { Executor, Job } from '../../../../connectors/respond/executor.ts'
import { AppError } from '../../../../platform/errors.ts'
import { int, text, time } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { RESPONSE_LIMITS } from '../limits.ts'
import type { ExecutorDeps } from './executor.ts'

export const BLOCK_KINDS = ['ip', 'domain', 'url', 'hash'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

export const BLOCKS: ReadonlySet<string> = new Set(['block_ip', 'allow_ip', 'block_domain', 'block_ioc'])

export function blockListExecutor({ inTenant }: ExecutorDeps): Executor {
  return {
    name: 'block list',
    isSimulated: false,
    async perform(job) {
      await inTenant((tx) => (isAllow(job) ? remove(tx, job) : add(tx, job)))
      return { ref: `${kindOf(job.target)}/${job.target}`, detail: 'in force when devices pull the list' }
    },
    async look(job) {
      const isThere = await inTenant((tx) => has(tx, job))
      return isThere === isAllow(job) ? 'absent' : 'there'
    },
    undo: (job) => inTenant((tx) => (isAllow(job) ? add(tx, job) : remove(tx, job))),
  }
}

const isAllow = ({ actionType }: Job) => actionType === 'allow_ip'

async function add(tx: TenantTx, { id, target }: Job): Promise<void> {
  const count = await tx.maybeOne((row) => int(row, 'n'), /* sql */ `SELECT count(*) AS n FROM block_list`)
  if ((count ?? 0) >= RESPONSE_LIMITS.blockList)
    throw new AppError('conflict', `the block list is full: it has ${RESPONSE_LIMITS.blockList} entries`)
  const sql = /* sql */ `INSERT INTO block_list (kind, value, action_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  await tx.run(sql, [kindOf(target), target, id])
}

async function remove(tx: TenantTx, { target }: Job): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM block_list WHERE kind = $1 AND value = $2`, [kindOf(target), target])
}

async function has(tx: TenantTx, { target }: Job): Promise<boolean> {
  const sql = /* sql */ `SELECT value FROM block_list WHERE kind = $1 AND value = $2`
  return (await tx.maybeOne((row) => text(row, 'value'), sql, [kindOf(target), target])) !== null
}

function kindOf(target: string): BlockKind {
  if (ipaddr.isValid(target)) return 'ip'
  if (/^https?:\/\//i.test(target)) return 'url'
  return /^[0-9a-f]{32,64}$/i.test(target) ? 'hash' : 'domain'
}

export type BlockEntry = { readonly kind: BlockKind; readonly value: string; readonly addedAt: Date }

/** The whole list, sorted by value, so that equal lists are equal texts. */
export function blockList(tx: TenantTx, kind: BlockKind | null): Promise<BlockEntry[]> {
  const sql = /* sql */ `
    SELECT kind, value, added_at FROM block_list WHERE $1::text IS NULL OR kind = $1 ORDER BY kind, value`
  const toEntry = (row: Readonly<Record<string, unknown>>) => ({
    ...{ kind: row.kind as BlockKind, value: text(row, 'value'), addedAt: time(row, 'added_at') },
  })
  return tx.many(toEntry, sql, [kind])
}
