/** Reports incomplete answers: standard error names what is not in them, and the status of the command is 1. */
import { stderr } from 'node:process'
import { printable } from './table.ts'

type LeftOut = { readonly tenant_id: string; readonly reason: string }
type Missing = { readonly from?: string; readonly to?: string; readonly reason: string }
type Partial = {
  readonly complete?: unknown
  readonly missing?: readonly Missing[]
  readonly cannot_rule_out?: readonly string[]
  readonly job_id?: string
  /** Tenants that an answer over many does not cover. */
  readonly not_read?: readonly LeftOut[]
  readonly not_applied?: readonly LeftOut[]
  readonly facets?: unknown
  readonly rows?: unknown
  readonly table?: unknown
}

const REASONS: Readonly<Record<string, string>> = {
  time: 'it takes longer than one request may',
  memory: 'it needs more memory than one query may use',
  unreadable: 'some of its events could not be decoded',
  archived: 'some of its events are in files of the archive that were not read',
  rows: 'there are more results than are stored or shown',
  bytes: 'there are more results than one answer may have',
}

/** Returns 1 for an incomplete answer, after printing what is missing on standard error. */
export function statusOfAnswer(answer: unknown): number {
  const lines = noticesOf(answer)
  for (const text of lines) stderr.write(`${printable(text)}\n`)
  return lines.length > 0 ? 1 : 0
}

export function noticesOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const { complete, missing = [], cannot_rule_out: others = [], job_id: id, ...parts } = answer as Partial
  const tenants = [...leftOut('not read', parts.not_read), ...leftOut('not applied', parts.not_applied)]
  // `complete` is null while a search is running.
  if (complete !== false) return tenants
  const lines = [...missingLines(missing), ...others.map((text) => `not ruled out: ${text}`)]
  return [...tenants, ...(lines.length > 0 ? lines : ['not everything was searched']), ...goesOn(id, parts)]
}

function leftOut(what: string, tenants: readonly LeftOut[] = []): string[] {
  return tenants.map(({ tenant_id: tenant, reason }) => `${what}: ${tenant}: ${reason}`)
}

/** A line for each time span that was not searched. */
export function missingLines(missing: readonly Missing[]): string[] {
  return missing.map(({ from, to, reason }) => {
    const span = from === undefined ? '' : `${from} to ${to}: `
    return `not searched: ${span}${REASONS[reason] ?? reason}`
  })
}

function goesOn(id: string | undefined, { facets, rows, table }: Partial): string[] {
  if (id === undefined) return []
  const results = facets !== undefined ? 'counts' : rows !== undefined || table !== undefined ? 'rows' : 'events'
  return [
    `the search continues: svc events searches get ${id} shows its progress; with --all it waits for all ${results}`,
  ]
}

/** For a search that is left before its end: its results before `page` were read. */
export function continuation(id: string, page: number): string {
  const rest = page === 0 ? '' : ` --page ${page}`
  return `the search continues: svc events searches get ${id}${rest} --all waits for the rest, svc events searches cancel ${id} stops it`
}
