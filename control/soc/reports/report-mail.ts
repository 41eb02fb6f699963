/** A report as its receiver may see it: as HTML that can be read and printed anywhere, and as plain text. */
import { escapeHtml } from '../../../platform/escape-html.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Branding, messageColour } from '../../identity/branding/index.ts'
import { type HiddenFields, hiddenIn, showAnswer } from '../../platform/governance/index.ts'
import { DISPOSITIONS, SEVERITIES } from '../alerts/index.ts'
import { caseNumber, escapeText, spanText } from '../cases/index.ts'
import { daysThere } from './period.ts'
import { type Report, reportById, WHOLE_REPORTS } from './report.ts'

export type ReportMail = { readonly subject: string; readonly text: string; readonly html: string }

/** Null when the report is gone. */
export async function reportMail(
  tx: TenantTx,
  id: string,
  hidden: HiddenFields,
  { branding, url }: { readonly branding: Branding; readonly url: string },
): Promise<ReportMail | null> {
  const report = await reportById(tx, id)
  if (report === null) return null
  const shown = structuredClone(report)
  showAnswer(WHOLE_REPORTS.schema, shown, hidden, await hiddenIn(tx, hidden, [JSON.stringify(report)]))
  const sections = sectionsOf(shown)
  return { subject: shown.title, text: asText(shown, sections, url), html: asHtml(shown, sections, branding, url) }
}

type Section = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const NONE = 'not measured'
const figure = (value: number | null) => (value === null ? NONE : value.toLocaleString('en-US'))
const words = (name: string) => name.replaceAll('_', ' ')

const duration = (seconds: number | null) => (seconds === null ? NONE : spanText(Math.round(seconds / 60)))

const met = ({ due, met: kept }: { due: number; met: number }) =>
  due === 0 ? 'none was due' : `${kept} of ${due} (${Math.floor((kept / due) * 100)} %)`

function sectionsOf({ kind, document }: Report): Section[] {
  const { alerts, cases, sla, time_to_acknowledge: ack, time_to_resolve: resolve } = document
  const facts = (title: string, rows: [string, string][]): Section => ({ title, head: [], rows })
  const table = (title: string, head: string[], rows: string[][]): Section[] =>
    rows.length === 0 ? [] : [{ title, head, rows }]
  // In a fixed order, because Postgres stores members of a document in its own order.
  const counted = (counts: Record<string, number>, names: readonly string[]) =>
    names.map((name): [string, string] => [words(name), figure(counts[name] ?? null)])
  return [
    facts('Alerts', [
      ['alerts', `${figure(alerts.total)}, ${figure(alerts.total_before)} in the period before`],
      ...counted(alerts.by_severity, SEVERITIES.toReversed()),
    ]),
    facts('Verdicts', [...counted(alerts.by_verdict, DISPOSITIONS), ['not judged yet', figure(alerts.undecided)]]),
    facts('Cases', [
      ['opened', `${figure(cases.opened)}, ${figure(cases.opened_before)} in the period before`],
      ['resolved', figure(cases.resolved)],
      ['open now', figure(cases.open_now)],
      ['mean time to acknowledge', `${duration(ack.seconds)}, of ${ack.of} cases`],
      ['mean time to resolve', `${duration(resolve.seconds)}, of ${resolve.of} cases`],
    ]),
    facts('Targets that were met', [
      ['acknowledged in time', met(sla.acknowledge)],
      ['resolved in time', met(sla.resolve)],
    ]),
    ...table(
      'Cases of note',
      ['case', 'severity', 'status', 'title'],
      document.notable_cases.map(({ case: one }) => [
        caseNumber(one.number),
        ...[one.severity, words(one.status), String(one.title ?? '')],
      ]),
    ),
    ...table(
      'Alerts by what raised them',
      ['alerts', 'no attack', 'judged', 'the newest'],
      document.noise.map(({ alert, alerts: n, judged, false_positives: no }) => [
        ...[figure(n), figure(no), figure(judged), String(alert.title ?? '')],
      ]),
    ),
    ...table(
      'Entities in most alerts',
      ['alerts', 'kind', 'entity'],
      document.top_entities.map(({ alerts: n, entity_type, entity }) => [figure(n), entity_type, String(entity ?? '')]),
    ),
    facts('Ingest', [
      ['events', figure(document.ingest.events)],
      ['in the period before', figure(document.ingest.events_before)],
    ]),
    ...table(
      kind === 'customer' ? 'Not measured' : 'Figures that were not measured',
      ['figure', 'reason'],
      document.unmeasured.map(({ figure: name, reason }) => [words(name), reason]),
    ),
  ]
}

function spanOf({ period_start, period_end, time_zone }: Report): string {
  const period = { startMs: period_start.getTime(), endMs: period_end.getTime() }
  return `${daysThere(time_zone, period)}, ${time_zone}`
}

function asText(report: Report, sections: readonly Section[], url: string): string {
  const lines = sections.flatMap(({ title, head, rows }) => [
    ...['', title.toUpperCase()],
    ...(head.length === 0 ? [] : [head.join(' | ')]),
    ...rows.map((row) => row.join(head.length === 0 ? ': ' : ' | ').replaceAll(/[\p{C}\s]+/gu, ' ')),
  ])
  return [report.title, report.document.tenant, spanOf(report), ...lines, '', 'In the console:', url].join('\n')
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; border-bottom: 1px solid #c8ccd1; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; }
td { overflow-wrap: anywhere; } .none { color: #666; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }`

function asHtml(report: Report, sections: readonly Section[], branding: Branding, url: string): string {
  const { productName, supportEmail, footerText } = branding
  const colour = messageColour(branding)
  const footer = [footerText, supportEmail === null ? null : `Questions: ${supportEmail}`].flatMap((line) => line ?? [])
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeText(report.title)}</title><style>${STYLE}</style></head><body>`,
    `<p style="color:${colour};font-weight:bold;border-bottom:3px solid ${colour}">${escapeText(productName ?? 'svc')}</p>`,
    `<h1>${escapeText(report.title)}</h1>`,
    `<p class="none">${escapeText(report.document.tenant)}, ${escapeText(spanOf(report))}</p>`,
    ...sections.map(htmlOf),
    `<p><a href="${escapeHtml(url)}"\nstyle="color:${colour}">Open in the console</a></p>`,
    ...footer.map((line) => `<p class="none">${escapeText(line)}</p>`),
    '</body></html>',
  ].join('\n')
}

function htmlOf({ title, head, rows }: Section): string {
  const top = head.length === 0 ? [] : [`<tr>${head.map((name) => `<th>${escapeText(name)}</th>`).join('')}</tr>`]
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`)
  return [`<h2>${escapeText(title)}</h2>`, '<table>', ...top, ...body, '</table>'].join('\n')
}
