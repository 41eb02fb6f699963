/** `svc lake advise`: fields that the searches of a tenant name often and wait for, and indexes that would serve them. */
import {
  ADVICE_LIMITS,
  type Advice,
  addFieldIndex,
  advise,
  fieldUses,
  removeFieldIndex,
  tenantFieldIndexes,
} from '../../control/soc/searches/index.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { plannedIndex } from '../../query/search/field-index.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { fieldIndexes } from '../../stores/clickhouse/field-indexes.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { inTenant } from './in-tenant.ts'
import { operatorAudit } from './operator-audit.ts'

export type LakeAdviseOptions = {
  readonly tenant?: string
  readonly make?: string
  readonly drop?: string
  readonly json?: boolean
}

const LIMITS = { timeoutSeconds: 120, memoryMb: 1000 }

export async function runLakeAdvise({ tenant: name, make, drop, json }: LakeAdviseOptions): Promise<void> {
  if (make !== undefined && drop !== undefined) throw new AppError('bad_request', 'give either --make or --drop')
  if (name === undefined) throw new AppError('bad_request', '--tenant is required')
  const tenant = tenantId(name)
  if (make !== undefined) return makeIndex(tenant, make)
  if (drop !== undefined) return dropIndex(tenant, drop)
  const { uses, indexes } = await inTenant(tenant, async (tx) => ({
    uses: await fieldUses(tx, Date.now(), ADVICE_LIMITS.listed),
    indexes: await tenantFieldIndexes(tx),
  }))
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const advice = await advise(uses, indexes, tenantReader(client, tenant, LIMITS))
    const bytes = new Map((await fieldIndexes(client)).map((one) => [one.name, one.bytes]))
    const made = indexes.map(({ field, state, fault }) => {
      const planned = plannedIndex(field)
      return { field, state, fault, bytesOnDisk: 'reason' in planned ? null : (bytes.get(planned.name) ?? null) }
    })
    console.log(
      json ? JSON.stringify({ advice, indexes: made }) : [...adviceText(advice), ...madeText(made)].join('\n'),
    )
  } finally {
    await client.close()
  }
}

async function makeIndex(tenant: TenantId, field: string): Promise<void> {
  const record = operatorAudit(targets().config)
  const { state } = await inTenant(tenant, async (tx) => {
    const made = await addFieldIndex(tx, field, 'operator')
    await record(tx, 'lake:index_made', { resource: 'field_index', resourceId: made.id, changes: { field } })
    return made
  })
  process.stderr.write(
    `the index of ${field} is ${state}: it is built in the background, svc lake advise shows the progress\n`,
  )
}

async function dropIndex(tenant: TenantId, field: string): Promise<void> {
  const record = operatorAudit(targets().config)
  await inTenant(tenant, async (tx) => {
    const found = (await tenantFieldIndexes(tx)).find((one) => one.field === field)
    if (!found) throw new AppError('not_found', `${tenant} has no index of ${field}`)
    await removeFieldIndex(tx, found.id)
    await record(tx, 'lake:index_removed', { resource: 'field_index', resourceId: found.id, changes: { field } })
  })
  process.stderr.write(`the index of ${field} is removed within a minute, unless another tenant uses it too\n`)
}

function adviceText(advice: readonly Advice[]): string[] {
  if (advice.length === 0) return ['no search has named a field in the last 30 days']
  return [
    'language\tfield\tsearches\tnot done in time\tseconds in all\tseconds each\tindex\ton disk at most\twhy not, or what SQL compares',
    ...advice.map(({ language, field, searches, late, ms, meanMs, state, bytesAtMost, reason, compares }) =>
      [
        ...[language, field, searches, late, seconds(ms), seconds(meanMs), state],
        ...[bytesAtMost === null ? '-' : `${(bytesAtMost / 1e6).toFixed(1)} MB`, reason ?? compares ?? ''],
      ].join('\t'),
    ),
  ]
}

type Made = Pick<Awaited<ReturnType<typeof tenantFieldIndexes>>[number], 'field' | 'state' | 'fault'> & {
  readonly bytesOnDisk: number | null
}

/** Bytes are those of all tenants, which share an index. */
function madeText(made: readonly Made[]): string[] {
  if (made.length === 0) return []
  return [
    '',
    'index\tstate\ton disk, of all tenants',
    ...made.map(({ field, state, fault, bytesOnDisk }) => {
      return [field, fault ?? state, bytesOnDisk === null ? '-' : `${(bytesOnDisk / 1e6).toFixed(1)} MB`].join('\t')
    }),
  ]
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
