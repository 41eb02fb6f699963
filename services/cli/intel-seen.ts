/** `svc intel seen VALUE --tenant T`: whether the tenant's events ever held a value, first, last, how often and where. */
import { KINDS, type Kind } from '../../intel/indicator.ts'
import { type MeantValue, meantValues } from '../../intel/meant-values.ts'
import { guessKind } from '../../intel/normalise-value.ts'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { type Seen, seenValue, together } from '../../query/seen-values.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'

export type IntelSeenOptions = { readonly tenant: string; readonly type?: string; readonly json?: boolean }

export async function runIntelSeen(text: string, options: IntelSeenOptions): Promise<void> {
  const tenant = tenantId(options.tenant)
  const values = requestedValues(text, options.type)
  const [{ kind, value }] = values
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const reader = tenantReader(client, tenant)
    const seen = together(await Promise.all(values.map((one) => seenValue(reader, one.kind, one.value))))
    if (!seen.isIndexed) throw new AppError('bad_request', `values of type ${kind} are not indexed`)
    if (seen.events === 0) await knownTenant(tenant)
    process.stdout.write(
      `${options.json ? JSON.stringify({ type: kind, value, ...seen }) : textOf(kind, value, seen)}\n`,
    )
  } finally {
    await client.close()
  }
}

function requestedValues(text: string, type: string | undefined): readonly [MeantValue, ...MeantValue[]] {
  const kind = KINDS.find((known) => known === type)
  if (type !== undefined && kind === undefined)
    throw new AppError('bad_request', `--type must be one of ${KINDS.join(', ')}`)
  if (kind === undefined) {
    const guessed = guessKind(text)
    if (guessed === null) throw new AppError('bad_request', 'cannot tell the type of this value: give --type')
    return [guessed, ...meantValues(guessed.kind, text).slice(1)]
  }
  const [first, ...others] = meantValues(kind, text)
  if (first === undefined) throw new AppError('bad_request', `not a value of type ${kind}`)
  return [first, ...others]
}

function textOf(kind: Kind, value: string, { events, firstSeen, lastSeen, sources, indexedFrom }: Seen): string {
  const from = indexedFrom === null ? 'the index is empty' : `the index begins on ${indexedFrom}`
  if (events === 0) return `${kind} ${value}: never seen (${from})`
  const where = sources.map(({ source, events: of }) => `  ${source}: ${of}`).join('\n')
  return `${kind} ${value}: ${events} events, first ${firstSeen}, last ${lastSeen} (${from})\n${where}`
}
