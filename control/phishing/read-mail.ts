/** What a mail says of itself: who sent it by whose word, where its links lead, what is attached. Nothing of it is fetched. */
import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import PostalMime, { type Address } from 'postal-mime'
import { invalid } from '../../platform/invalid-input.ts'
import { PHISHING_LIMITS } from './limits.ts'

export type Link = {
  readonly url: string /** What is shown for it; '' where it is the address itself. */
  readonly text: string
}
export type Attachment = {
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}
export const AUTH_RESULTS = ['pass', 'fail', 'other', 'none'] as const
export type AuthResult = (typeof AUTH_RESULTS)[number]

export type MailFacts = {
  readonly subject: string | null
  /** The address of From, and the name that stands before it. */
  readonly sender: string | null
  readonly senderName: string
  readonly replyTo: string | null
  /** As the server that took the mail in found them (RFC 8601); none: it does not say. */
  readonly auth: { readonly spf: AuthResult; readonly dkim: AuthResult; readonly dmarc: AuthResult }
  readonly links: readonly Link[]
  readonly attachments: readonly Attachment[]
  /** There were more than are looked at. */
  readonly isCut: boolean
}

/** Throws 422 for what is no mail. */
export async function readMail(raw: string): Promise<MailFacts> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' }).catch(() => {
    throw invalid('raw_content', 'is no mail that can be read')
  })
  const from = oneMailbox(mail.from)
  if (mail.headers.length === 0) throw invalid('raw_content', 'has no header of a mail')
  const links = [...linksOfHtml(mail.html ?? ''), ...linksOfText(mail.text ?? '')]
  const shown = [...new Map(links.map((link) => [`${link.url} ${link.text}`, link])).values()]
  const isCut = shown.length > PHISHING_LIMITS.links || mail.attachments.length > PHISHING_LIMITS.attachments
  return {
    subject: mail.subject?.slice(0, 500) ?? null,
    sender: from?.address.toLowerCase() ?? null,
    senderName: from?.name.slice(0, 200) ?? '',
    replyTo: oneMailbox(mail.replyTo?.[0])?.address.toLowerCase() ?? null,
    auth: authOf(mail.headers.find(({ key }) => key === 'authentication-results')?.value ?? ''),
    links: shown.slice(0, PHISHING_LIMITS.links),
    attachments: mail.attachments.slice(0, PHISHING_LIMITS.attachments).map(({ filename, mimeType, content }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { name: (filename ?? '').slice(0, 200), type: mimeType.slice(0, 100), bytes: bytes.length, sha256 }
    }),
    isCut,
  }
}

function oneMailbox(address: Address | undefined) {
  return address === undefined || address.group !== undefined || !address.address ? null : address
}

/** The first such header is that of the last server, the one of whoever got the mail. */
function authOf(header: string): MailFacts['auth'] {
  const of = (method: string): AuthResult => {
    const said = new RegExp(`(?:^|[;\\s])${method}\\s*=\\s*([a-z]+)`, 'i').exec(header)?.[1]?.toLowerCase()
    if (said === undefined || said === 'none') return 'none'
    if (said === 'pass') return 'pass'
    return said === 'fail' ? 'fail' : 'other'
  }
  return { spf: of('spf'), dkim: of('dkim'), dmarc: of('dmarc') }
}

function linksOfHtml(html: string): Link[] {
  const links: Link[] = []
  let open: { url: string; text: string } | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if ((name === 'a' || name === 'area') && attributes.href) open = { url: attributes.href.trim(), text: '' }
      if (name === 'form' && attributes.action) links.push({ url: attributes.action.trim(), text: '' })
    },
    ontext(text) {
      if (open !== null && open.text.length < 500) open.text += text
    },
    onclosetag(name) {
      if (name !== 'a' || open === null) return
      links.push({ url: open.url.slice(0, 2048), text: open.text.replaceAll(/\s+/g, ' ').trim().slice(0, 300) })
      open = null
    },
  })
  parser.write(html)
  parser.end()
  return links.filter(({ url }) => /^https?:/i.test(url))
}

function linksOfText(text: string): Link[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)].map(([url]) => ({ url: url.slice(0, 2048), text: '' }))
}
