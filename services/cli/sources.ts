/**
 * `svc sources try|learn|apply|tables`: how a sample of a source is read, and tables of a tenant for sources that no table of
 * the product knows.
 */
import fs from 'node:fs'
import { Value } from 'typebox/value'
import { tableList } from '../../connectors/learned/learned-book.ts'
import { type LearnedMapping, learnedMapping } from '../../connectors/learned/learned-mapping.ts'
import type { LearnedTable } from '../../connectors/learned/learned-table.ts'
import { learnedTableSchema } from '../../connectors/learned/table-schema.ts'
import { applyTable, newestTables, tablesOf, testTable } from '../../control/detect/source-tables/index.ts'
import { proposeFor } from '../../pipeline/sample/propose.ts'
import { type EventReading, readingOf, type SampleReading } from '../../pipeline/sample/reading.ts'
import { AppError } from '../../platform/errors.ts'
import { config } from '../config.ts'
import { readBody } from './event-file.ts'
import { formatOption } from './format-option.ts'
import { inTenant } from './in-tenant.ts'
import { formatted } from './kql/formats.ts'
import { operatorAudit } from './operator-audit.ts'

type TryOptions = {
  readonly format: string
  /** Reads with the mapping tables of this tenant. */
  readonly tenant?: string
  /** Reads with the mapping table in this file. */
  readonly table?: string
  readonly json?: boolean
}

/** The exit status is 1 when an event would be rejected, or when no mapping reads any event. */
export async function runSourcesTry(file: string, { format, tenant, table, json }: TryOptions): Promise<void> {
  const own = tenant === undefined ? [] : await inTenant(tenant, tablesOf)
  const learned: LearnedMapping[] = table === undefined ? own : [learnedMapping('file', 1, tableIn(table)), ...own]
  const reading = readingOf(readBody(file), formatOption(format), { learned: tableList(learned) })
  process.stdout.write(json ? `${JSON.stringify(reading)}\n` : readingText(reading))
  if (reading.refused > 0 || reading.events_total === 0) process.exitCode = 1
}

/** The table as JSON on stdout, how it reads the samples on stderr. */
export function runSourcesLearn(
  file: string,
  { format, name }: { readonly format: string; readonly name: string },
): void {
  const { table, before, after } = proposeFor(name, readBody(file).toString(), formatOption(format))
  process.stdout.write(`${JSON.stringify(table, null, 2)}\n`)
  process.stderr.write(`without it: ${sums(before)}\nwith it:    ${sums(after)}\n`)
}

type ApplyOptions = {
  readonly tenant: string
  readonly name: string
  readonly samples: string
  readonly format: string
}

export async function runSourcesApply(file: string, { tenant, name, samples, format }: ApplyOptions): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,47}$/.test(name))
    throw new AppError('bad_request', 'a name has lower-case letters, digits and dashes, at most 48')
  const [table, sample] = [tableIn(file), readBody(samples).toString()]
  const recorded = operatorAudit(config())
  const value = { name, table, sample, format: formatOption(format), by: 'operator' }
  const fidelity = await testTable(tenant, value)
  const made = await inTenant(tenant, async (tx) => {
    const applied = await applyTable(tx, value, fidelity)
    const about = { resource: 'source_table', resourceId: name, changes: { version: applied.version } }
    await recorded(tx, 'source_table:applied', about)
    return applied
  })
  process.stdout.write(
    `${name} is applied as version ${made.version}: it reads ${made.fidelity.taken} events of the samples\n`,
  )
}

export async function runSourcesTables({
  tenant,
  format,
}: {
  readonly tenant: string
  readonly format: string
}): Promise<void> {
  const tables = await inTenant(tenant, newestTables)
  const rows = tables.map(({ name, version, fidelity, applied_by, applied_at }) => {
    const { taken: readEvents, classed, with_entities } = fidelity
    return [
      name,
      String(version),
      String(readEvents),
      String(classed),
      String(with_entities),
      applied_by,
      applied_at.toISOString(),
    ]
  })
  const names = ['table', 'version', 'samples', 'classed', 'with entities', 'applied by', 'applied at']
  for (const piece of formatted(format)(
    names.map((name) => ({ name, type: 'string' as const })),
    rows,
  ))
    process.stdout.write(piece)
}

/** Throws `bad_request` for a file that holds no table. */
function tableIn(file: string): LearnedTable {
  let found: unknown
  try {
    found = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new AppError('bad_request', `${file}: ${cause instanceof Error ? cause.message : 'cannot be read'}`, {
      cause,
    })
  }
  if (Value.Check(learnedTableSchema, found)) return found as LearnedTable
  const [fault] = Value.Errors(learnedTableSchema, found)
  throw new AppError('bad_request', `${file}: ${fault?.instancePath ?? ''} ${fault?.message ?? 'is not a table'}`)
}

function sums({ events_total, known, classed, with_entities, with_time, refused }: SampleReading): string {
  const of = (n: number, words: string) => `${n} ${words}`
  return [
    ...[of(events_total, 'events'), of(known, 'by a table'), of(classed, 'with a class')],
    ...[of(with_entities, 'with entities'), of(with_time, 'with a time'), of(refused, 'refused')],
  ].join(', ')
}

function readingText(reading: SampleReading): string {
  const events = reading.events.map(eventText)
  const more = reading.is_whole ? '' : '(only the beginning of the sample was read)\n'
  return `${events.join('')}${sums(reading)}\n${more}`
}

function eventText(one: EventReading): string {
  if (one.refused !== '') return `${one.line}: REFUSED ${one.refused}\n`
  const head = [one.class_name, one.activity, one.status, one.severity].filter(
    (word) => word !== '' && word !== 'Unknown',
  )
  const entities = one.entities.map(({ name, value }) => `${name}=${value}`)
  const rest = one.not_understood.map(({ path, value }) => `${path}=${value}`)
  return [
    `${one.line}: ${head.join(' / ')}   [${one.table}]\n`,
    ...(one.unread === '' ? [] : [`   not read: ${one.unread}\n`]),
    `   time ${one.time ?? 'none: the time of receipt is used'}\n`,
    `   ${entities.length === 0 ? 'no entities' : entities.join(' ')}\n`,
    ...(rest.length === 0 ? [] : [`   not understood: ${rest.join(' ')}\n`]),
  ].join('')
}
