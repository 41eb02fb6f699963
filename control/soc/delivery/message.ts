/** Renders a message: as plain text, as HTML in the colours of the tenant, and as one line. */
import { escapeHtml } from '../../../platform/escape-html.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { type Branding, messageColour } from '../../identity/branding/index.ts'
import { filled, type MessageText, NOTIFICATION_KINDS, NOTIFY_LIMITS } from '../notify/index.ts'
import type { Delivery, Job } from './claim.ts'

export type Outgoing = {
  /** Same id for all tries. */
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The `id` of the first message to this receiver about the same thing, if it is another: mails form a thread under it. */
  readonly repliesTo: string | null
  /** Links of the text that are buttons where there can be any: the one that answers is the first. */
  readonly buttons?: readonly Button[]
  readonly senderName: string | null
  readonly replyTo: string | null
}

export type Links = {
  /** Origin of the console. */
  readonly webUrl: string
  /** The URL where one delivery is answered. */
  readonly answerUrl: (delivery: Delivery) => string
}

const SUBJECT_CHARS = 200
const NO_WORDS: MessageText = { subject: null, body: null }
const BUTTONS = { acknowledge: 'Acknowledge', approve: 'Approve or deny' } as const

/** `words` are those that the tenant chose for the kind, or for digests. */
export function messageOf(job: Job, branding: Branding, links: Links, words: MessageText = NO_WORDS): Outgoing {
  const [first] = job
  const { productName, senderName, supportEmail, supportUrl, footerText } = branding
  const values = {
    ...{ product: productName ?? 'svc', sender: senderName ?? productName ?? 'svc', receiver: first.receiver },
    ...{ support_email: supportEmail ?? '', support_url: supportUrl ?? '' },
  }
  const content = job.length === 1 ? single(first, links, words, values) : digest(job, links, words, values)
  const footer = [footerText, `Sent by ${productName ?? 'svc'} to ${first.receiver}.`].flatMap((line) => line ?? [])
  return {
    id: first.id,
    subject: oneLine(content.subject),
    text: `${content.lines.join('\n')}\n\n-- \n${footer.join('\n')}\n`,
    html: page(branding, content, footer),
    ...{ repliesTo: null, buttons: content.buttons, senderName, replyTo: supportEmail },
  }
}

export type Button = { readonly label: string; readonly url: string }
type Values = Parameters<typeof filled>[1]
type Content = { readonly subject: string; readonly lines: readonly string[]; readonly buttons: readonly Button[] }

/** A link has a line of its own, so that no mail program breaks it. */
function single(delivery: Delivery, { webUrl, answerUrl }: Links, words: MessageText, of: Values): Content {
  const { severity, title, body, path, secretUrl, answer } = delivery
  const open = { label: 'Open', url: secretUrl ?? `${webUrl}${path}` }
  const buttons = answer === null ? [open] : [{ label: BUTTONS[answer], url: answerUrl(delivery) }, open]
  const values = { ...of, title, severity: severity ?? '', text: body }
  const text = words.body === null ? [title, '', ...body.split('\n')] : filled(words.body, values).split('\n')
  return {
    subject: words.subject === null ? headOf(delivery) : filled(words.subject, values),
    lines: [...text, ...buttons.flatMap(({ label, url }) => ['', `${label}:`, url])],
    buttons,
  }
}

const headOf = ({ severity, title }: Delivery) => (severity === null ? title : `[${severity}] ${title}`)

const rankOf = ({ severity }: Delivery) => (severity === null ? -1 : SEVERITIES.indexOf(severity))

function digest(job: Job, { webUrl }: Links, words: MessageText, of: Values): Content {
  // The gravest are read first, and the others in the order in which they came.
  const sorted = job.toSorted((a, b) => rankOf(b) - rankOf(a) || a.createdAt.getTime() - b.createdAt.getTime())
  // Messages with one heading about one thing stand there once, with their number.
  const alike = [...Map.groupBy(sorted, (one) => `${headOf(one)}\n${webUrl}${one.path}`)]
  const shown = alike.slice(0, NOTIFY_LIMITS.digestShown)
  const more = alike.slice(NOTIFY_LIMITS.digestShown).reduce((sum, [, those]) => sum + those.length, 0)
  const counts = Object.entries(Object.groupBy(job, ({ kind }) => kind)).map(
    ([kind, of]) => `${of.length} times: ${NOTIFICATION_KINDS[kind as Delivery['kind']].about}`,
  )
  const list = [
    ...counts,
    ...shown.flatMap(([lines, those]) => [
      '',
      ...(those.length > 1 ? [`${those.length} times:`] : []),
      ...lines.split('\n'),
    ]),
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ]
  const values = { ...of, count: String(job.length), list: list.join('\n') }
  const subject = words.subject ?? '{count} notifications'
  const body = words.body ?? '{count} notifications came in a short time.\n{list}'
  return { subject: filled(subject, values), lines: filled(body, values).split('\n'), buttons: [] }
}

function page(branding: Branding, { lines, buttons }: Content, footer: readonly string[]): string {
  const colour = messageColour(branding)
  const links = new Set(buttons.flatMap(({ label, url }) => [`${label}:`, url]))
  const text = lines.filter((line) => !links.has(line)).map(htmlLine)
  const anchors = buttons.map(
    ({ label, url }, index) =>
      `<a href="${escapeHtml(url)}"\nstyle="${index === 0 ? `background:${colour};color:#fff` : `color:${colour}`};padding:8px 16px;border-radius:4px;text-decoration:none">${label}</a>`,
  )
  return [
    `<!doctype html><html><body style="font-family:sans-serif;line-height:1.4;color:#222">`,
    `<p style="color:${colour};font-weight:bold">${escapeHtml(branding.productName ?? 'svc')}</p>`,
    `<p>${text.join('<br>\n')}</p>`,
    `<p>${anchors.join('\n&nbsp;\n')}</p>`,
    `<p style="color:#666;font-size:12px">${footer.map(escapeHtml).join('<br>\n')}</p>`,
    '</body></html>',
  ].join('\n')
}

function htmlLine(line: string): string {
  const escaped = escapeHtml(line)
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped
}

/** A line break would begin another header. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length <= SUBJECT_CHARS ? line : `${line.slice(0, SUBJECT_CHARS - 1).toWellFormed()}…`
}

/** The text for a chat message. */
export function chatTextOf({ subject, text }: Outgoing): string {
  const [title = '', ...rest] = text.split('\n')
  return title !== '' && subject.endsWith(title) ? [subject, ...rest].join('\n') : `${subject}\n${text}`
}
