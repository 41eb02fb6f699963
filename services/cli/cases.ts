/** `svc cases list|show`: cases of a tenant, as the operator reads them on the machine. */
import {
  CASE_STATUSES,
  caseNumber,
  caseRecord,
  casesPage,
  clocksOf,
  postMortemOf,
  postMortemPage,
  summaryOf,
  summaryPage,
} from '../../control/soc/cases/index.ts'
import { AppError } from '../../platform/errors.ts'
import { inTenant } from './in-tenant.ts'
import { formatted } from './kql/formats.ts'
import { numberOption } from './number-option.ts'

const LIMIT_MAX = 500
const COLUMNS = ['number', 'status', 'severity', 'opened', 'sla', 'title'] as const

type ListOptions = {
  readonly tenant: string
  readonly status?: string
  readonly limit: string
  readonly format: string
}

export async function runCasesList({ tenant, status, limit: limitText, format }: ListOptions): Promise<void> {
  const write = formatted(format)
  const limit = numberOption('--limit', limitText, 1, LIMIT_MAX)
  const statuses = CASE_STATUSES.filter((one) => status === undefined || one === status)
  if (statuses.length === 0) throw new AppError('bad_request', `--status: must be one of ${CASE_STATUSES.join(', ')}`)
  const rows = await inTenant(tenant, (tx) => casesPage(tx, { statuses }, limit + 1, null))
  const nowMs = Date.now()
  const lines = rows.slice(0, limit).map(({ item }) => {
    const clocks = Object.entries(clocksOf(item, nowMs)).filter(([, { state }]) => state === 'breached')
    const late = clocks.map(([name]) => `${name} late`).join(', ')
    return [caseNumber(item.number), item.status, item.severity, item.openedAt.toISOString(), late, item.title]
  })
  const columns = COLUMNS.map((name) => ({ name, type: 'string' as const }))
  for (const piece of write(columns, lines)) process.stdout.write(piece)
  const more = rows.length > limit ? 'there are more (--limit)' : `${lines.length} in all`
  process.stderr.write(`${more}\n`)
}

type ShowOptions = { readonly tenant: string; readonly postmortem?: boolean; readonly html?: boolean }

/** Prints the summary of a case, or its post-mortem, as JSON or as a page. */
export async function runCasesShow(ref: string, { tenant, postmortem, html }: ShowOptions): Promise<void> {
  const record = await inTenant(tenant, (tx) => caseRecord(tx, ref))
  if (html) {
    process.stdout.write(postmortem ? postMortemPage(postMortemOf(record)) : summaryPage(summaryOf(record)))
    return
  }
  const report = postmortem ? postMortemOf(record) : summaryOf(record)
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
}
