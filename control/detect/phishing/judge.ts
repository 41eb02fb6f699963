/**
 * Weighs the signs of phishing: their sum is the score, and the score gives the verdict. The weights were set by hand
 * and are not measured against verdicts yet. A mail without signs may still be harmful.
 */
import { isIP } from 'node:net'
import type { Attachment, Link, MailFacts } from './read-mail.ts'

export const PHISHING_VERDICTS = ['malicious', 'suspicious', 'no_signs'] as const
export type PhishingVerdict = (typeof PHISHING_VERDICTS)[number]

export type Signal = { readonly name: string; readonly weight: number; readonly detail: string }

/** An indicator that covers a value of the submission. */
export type Hit = { readonly value: string; readonly source: string; readonly confidence: number }

export type Looked = {
  readonly mail: MailFacts | null
  readonly links: readonly Link[]
  readonly attachments: readonly Pick<Attachment, 'name'>[]
  readonly hits: readonly Hit[]
}

export type Judgement = {
  readonly verdict: PhishingVerdict
  /** 0 to 100. */
  readonly score: number
  readonly signals: readonly Signal[]
}

const MALICIOUS_FROM = 70
const SUSPICIOUS_FROM = 30
const SURE_HIT = 70

export function judge({ mail, links, attachments, hits }: Looked): Judgement {
  const signals = [
    ...hits.map(({ value, source, confidence }) => ({
      name: 'indicator',
      weight: confidence >= SURE_HIT ? 80 : 40,
      detail: `${value} is an indicator of ${source}, confidence ${Math.round(confidence)}`,
    })),
    ...(mail === null ? [] : ofSender(mail)),
    ...once(links.flatMap(ofLink)),
    ...once(attachments.flatMap(ofAttachment)),
  ]
  const score = Math.min(
    100,
    signals.reduce((sum, { weight }) => sum + weight, 0),
  )
  const verdict = score >= MALICIOUS_FROM ? 'malicious' : score >= SUSPICIOUS_FROM ? 'suspicious' : 'no_signs'
  return { verdict, score, signals }
}

/** Counts many links of one kind as one sign; the first one is shown. */
function once(signals: readonly Signal[]): Signal[] {
  return [...new Map(signals.toReversed().map((signal) => [signal.name, signal])).values()].toReversed()
}

function ofSender({ sender, senderName, replyTo, auth }: MailFacts): Signal[] {
  const domain = domainOf(sender)
  const named = /[\w.+-]+@([\w-]+(?:\.[\w-]+)+)/.exec(senderName)?.[1]?.toLowerCase()
  const replies = domainOf(replyTo)
  return [
    ...(auth.dmarc === 'fail'
      ? [{ name: 'dmarc_fail', weight: 35, detail: `${domain} says that it did not send it` }]
      : []),
    ...(auth.spf === 'fail'
      ? [{ name: 'spf_fail', weight: 15, detail: 'the server that sent it may not send for that domain' }]
      : []),
    ...(auth.dkim === 'fail' ? [{ name: 'dkim_fail', weight: 10, detail: 'its signature does not hold' }] : []),
    ...(named !== undefined && domain !== null && !isSame(named, domain)
      ? [
          {
            name: 'name_is_another_address',
            weight: 30,
            detail: `the name shows ${named}, the address is of ${domain}`,
          },
        ]
      : []),
    ...(replies !== null && domain !== null && !isSame(replies, domain)
      ? [{ name: 'reply_elsewhere', weight: 20, detail: `answers go to ${replies}, not to ${domain}` }]
      : []),
  ]
}

function ofLink({ url, text }: Link): Signal[] {
  const parsed = URL.parse(url)
  if (parsed === null) return [{ name: 'link_broken', weight: 10, detail: `${url.slice(0, 200)} is no address` }]
  const { hostname, username, port } = parsed
  const shown = /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)(?:[/:?#]|$)/i.exec(text)?.[1]?.toLowerCase()
  const isElsewhere = shown !== undefined && !isSame(shown, hostname)
  return [
    ...(isElsewhere
      ? [{ name: 'link_shows_another_host', weight: 40, detail: `it shows ${shown} and leads to ${hostname}` }]
      : []),
    ...(isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
      ? [{ name: 'link_to_an_address', weight: 25, detail: `it leads to ${hostname}, which is no name` }]
      : []),
    ...(username !== ''
      ? [
          {
            name: 'link_with_user',
            weight: 30,
            detail: `the text before @ is not the host that the link leads to: ${hostname}`,
          },
        ]
      : []),
    ...(hostname.split('.').some((label) => label.startsWith('xn--'))
      ? [{ name: 'link_with_foreign_letters', weight: 20, detail: `${hostname} is written with other letters` }]
      : []),
    ...(port !== '' ? [{ name: 'link_with_port', weight: 10, detail: `it leads to port ${port}` }] : []),
  ]
}

const RUNS = /\.(?:exe|scr|com|pif|bat|cmd|vbs|vbe|js|jse|wsf|hta|msi|ps1|lnk|jar|cpl|chm|reg)$/i
const MOUNTS = /\.(?:iso|img|vhd|vhdx|one)$/i
const MACROS = /\.(?:docm|dotm|xlsm|xltm|xlam|pptm|ppam)$/i
const PAGE = /\.(?:html?|shtml|svg|xhtml)$/i
const TWO_ENDS = /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|csv)\.[a-z0-9]{2,5}$/i

function ofAttachment({ name }: Pick<Attachment, 'name'>): Signal[] {
  const shown = name.slice(0, 100)
  return [
    ...(RUNS.test(name) ? [{ name: 'attachment_that_runs', weight: 40, detail: shown }] : []),
    ...(MOUNTS.test(name) ? [{ name: 'attachment_with_a_disk', weight: 25, detail: shown }] : []),
    ...(MACROS.test(name) ? [{ name: 'attachment_with_macros', weight: 30, detail: shown }] : []),
    ...(PAGE.test(name) ? [{ name: 'attachment_that_is_a_page', weight: 25, detail: shown }] : []),
    ...(TWO_ENDS.test(name) ? [{ name: 'attachment_with_two_ends', weight: 30, detail: shown }] : []),
  ]
}

export function domainOf(address: string | null): string | null {
  const at = address?.lastIndexOf('@') ?? -1
  return at < 0 ? null : (address?.slice(at + 1).toLowerCase() ?? null)
}

/** The same name, or one below the other: `mail.example.com` and `example.com`. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [a.replace(/^www\./, ''), b.replace(/^www\./, '')]
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
