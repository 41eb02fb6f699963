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

const meanOf = ({ seconds, of }: { readonly seconds: number | null; readonly of: number }) =>
  seconds === null ? NONE : `${duration(seconds)}, of ${of} ${of === 1 ? 'case' : 'cases'}`

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
      ['mean time to acknowledge', meanOf(ack)],
      ['mean time to resolve', meanOf(resolve)],
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

/**
 * Mail programs drop a style sheet (Gmail for other accounts, forwarded messages) and know neither rem nor max-width (Outlook
 * for Windows), so every element has its style, in pixels, and the attributes that came before styles. The sheet is for paper.
 */
const FONT = "font-family:'Segoe UI',Helvetica,Arial,sans-serif"
const TEXT = `${FONT};font-size:15px;line-height:22px;color:#1b1f24`
const QUIET = `${FONT};font-size:13px;line-height:20px;color:#57606a`
const CELL = `${TEXT};text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid #e5e8eb`
const HEAD = `${CELL};font-size:13px;color:#57606a;font-weight:bold`
const LONG_WORD = /\S{30}/
const STYLE = '@media print { h2 { break-after: avoid; } tr { break-inside: avoid; } }'
const TABLE = 'width="100%" cellpadding="0" cellspacing="0" border="0"'

function asHtml(report: Report, sections: readonly Section[], branding: Branding, url: string): string {
  const { productName, supportEmail, footerText } = branding
  const colour = messageColour(branding)
  const footer = [footerText, supportEmail === null ? null : `Questions: ${supportEmail}`].flatMap((line) => line ?? [])
  const title = escapeText(report.title)
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light"><title>${title}</title><style>${STYLE}</style></head>`,
    '<body style="margin:0;padding:0;background:#ffffff">',
    // Shown beside the subject in a list of mails, and nowhere in the mail.
    `<div style="display:none;max-height:0;overflow:hidden">${escapeText(previewOf(report))}</div>`,
    `<table role="presentation" ${TABLE}><tr><td align="center" style="padding:24px 16px">`,
    `<table role="presentation" ${TABLE} style="max-width:720px"><tr><td align="left" style="padding:0">`,
    `<p style="${TEXT};margin:0;padding:0 0 6px;color:${colour};font-weight:bold;border-bottom:3px solid ${colour}">${escapeText(productName ?? 'svc')}</p>`,
    `<h1 style="${FONT};font-size:22px;line-height:28px;color:#1b1f24;margin:20px 0 4px">${title}</h1>`,
    `<p style="${QUIET};margin:0">${escapeText(report.document.tenant)}, ${escapeText(spanOf(report))}</p>`,
    ...sections.map(htmlOf),
    `<p style="${TEXT};margin:24px 0"><a href="${escapeHtml(url)}"\nstyle="color:${colour}">Open in the console</a></p>`,
    ...footer.map((line) => `<p style="${QUIET};margin:0 0 4px">${escapeText(line)}</p>`),
    '</td></tr></table>',
    '</td></tr></table>',
    '</body></html>',
  ].join('\n')
}

function previewOf({ document: { alerts, cases } }: Report): string {
  return `Alerts: ${figure(alerts.total)}, before: ${figure(alerts.total_before)}. Cases opened: ${figure(cases.opened)}, open now: ${figure(cases.open_now)}.`
}

/** A table of facts has a name in its first column, and a table of records the names of its columns on top. */
function htmlOf({ title, head, rows }: Section): string {
  const cell = (text: string, at: number) => {
    const [tag, width] = head.length === 0 && at === 0 ? ['th scope="row"', ' width="45%"'] : ['td', '']
    // A hash or a long name breaks, and a word of a narrow column does not.
    const breaks = LONG_WORD.test(text) ? ';word-break:break-all' : ''
    return `<${tag}${width} align="left" style="${CELL};font-weight:normal${breaks}">${escapeText(text)}</${tag.split(' ')[0]}>`
  }
  const names = head.map((name) => `<th scope="col" align="left" style="${HEAD}">${escapeText(name)}</th>`)
  return [
    `<h2 style="${FONT};font-size:17px;line-height:24px;color:#1b1f24;margin:28px 0 6px">${escapeText(title)}</h2>`,
    `<table ${TABLE} style="border-collapse:collapse">`,
    ...(names.length === 0 ? [] : [`<tr>${names.join('')}</tr>`]),
    ...rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`),
    '</table>',
  ].join('\n')
}
