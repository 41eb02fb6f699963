/** Extracts facts from a mail: sender, authentication results, link targets, attachments. It fetches nothing. */
import { createHash } from 'node:crypto'
import { Tokenizer } from 'htmlparser2'
import PostalMime, { type Address } from 'postal-mime'
import { invalid } from '../../../platform/invalid-input.ts'
import { PHISHING_LIMITS } from './limits.ts'

export type Link = {
  readonly url: string /** The link's shown text; '' where it is the address itself. */
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
  /** The address of From, and the display name before it. */
  readonly sender: string | null
  readonly senderName: string
  readonly replyTo: string | null
  /** Results of the receiving server (RFC 8601); `none` when it reports none. */
  readonly auth: { readonly spf: AuthResult; readonly dkim: AuthResult; readonly dmarc: AuthResult }
  readonly links: readonly Link[]
  readonly attachments: readonly Attachment[]
  /** True when there were more than the limit. */
  readonly isCut: boolean
}

/** Throws 422 for a text that is no mail. */
export async function readMail(raw: string): Promise<MailFacts> {
  if (partsOf(raw) > PHISHING_LIMITS.parts) throw invalid('raw_content', `has more than ${PHISHING_LIMITS.parts} parts`)
  const mail = await PostalMime.parse(raw, MIME_LIMITS).catch(() => {
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

const MIME_LIMITS = { attachmentEncoding: 'arraybuffer', maxNestingDepth: 20, maxHeadersSize: 256 * 1024 } as const

/** Lines that may divide parts: each begins with two dashes. */
function partsOf(raw: string): number {
  let parts = 0
  for (let at = raw.indexOf('\n--'); at >= 0 && parts <= PHISHING_LIMITS.parts; at = raw.indexOf('\n--', at + 3))
    parts++
  return parts
}

function oneMailbox(address: Address | undefined) {
  return address === undefined || address.group !== undefined || !address.address ? null : address
}

/** The first such header is that of the last server, the receiver's own. */
function authOf(header: string): MailFacts['auth'] {
  const of = (method: string): AuthResult => {
    const result = new RegExp(`(?:^|[;\\s])${method}\\s*=\\s*([a-z]+)`, 'i').exec(header)?.[1]?.toLowerCase()
    if (result === undefined || result === 'none') return 'none'
    if (result === 'pass') return 'pass'
    return result === 'fail' ? 'fail' : 'other'
  }
  return { spf: of('spf'), dkim: of('dkim'), dmarc: of('dmarc') }
}

/**
 * Links and form addresses. It scans the tags without building a tree, so elements that are never closed cost no more
 * than others.
 */
function linksOfHtml(html: string): Link[] {
  const links: Link[] = []
  const add = (url: string, text: string) => {
    if (links.length <= PHISHING_LIMITS.links) links.push({ url: url.slice(0, 2048), text })
  }
  let open: { url: string; text: string } | null = null
  let [tag, attribute, value, address] = ['', '', '', '']
  /** A link ends at its end tag, at the next one, or with the mail. */
  const end = () => {
    if (open !== null) add(open.url, open.text.replaceAll(/\s+/g, ' ').trim().slice(0, 300))
    open = null
  }
  const begin = () => {
    if (address === '') return
    if (tag === 'form') return add(address, '')
    end()
    open = { url: address, text: '' }
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onopentagname(start, to) {
        tag = html.slice(start, Math.min(to, start + NAME_MAX)).toLowerCase()
        address = ''
      },
      onattribname(start, to) {
        attribute = html.slice(start, Math.min(to, start + NAME_MAX)).toLowerCase()
        value = ''
      },
      onattribdata(start, to) {
        if (value.length < URL_CHARS) value += html.slice(start, Math.min(to, start + URL_CHARS))
      },
      onattribentity(codepoint) {
        if (value.length < URL_CHARS) value += String.fromCodePoint(codepoint)
      },
      onattribend() {
        if (attribute === ADDRESSES[tag] && address === '') address = value.trim()
      },
      onopentagend: begin,
      onselfclosingtag: begin,
      ontext(start, to) {
        if (open !== null && open.text.length < TEXT_CHARS)
          open.text += html.slice(start, Math.min(to, start + TEXT_CHARS))
      },
      ontextentity(codepoint) {
        if (open !== null && open.text.length < TEXT_CHARS) open.text += String.fromCodePoint(codepoint)
      },
      onclosetag(start, to) {
        if (to - start === 1 && html[start]?.toLowerCase() === 'a') end()
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  end()
  return links.filter(({ url }) => /^https?:/i.test(url))
}

/** The attribute of an element that holds an address. */
const ADDRESSES: Readonly<Record<string, string>> = { a: 'href', area: 'href', form: 'action' }
const NAME_MAX = 20
const URL_CHARS = 4096
const TEXT_CHARS = 500
const nothing = () => undefined
const IGNORED = {
  oncdata: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onprocessinginstruction: nothing,
}

function linksOfText(text: string): Link[] {
  const links: Link[] = []
  for (const [url] of text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)) {
    links.push({ url: url.slice(0, 2048), text: '' })
    if (links.length > PHISHING_LIMITS.links) break
  }
  return links
}
