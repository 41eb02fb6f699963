/**
 * Reads the messages of Postfix's programs by kind. Texts: Postfix's own source, and its manual "POSTSCREEN_README".
 */
import { pairsOf } from '../../families/syslog/pairs.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'

/** Queue ids: short ones in hexadecimal, and long ones of letters without vowels. */
const QUEUE = /^([0-9A-F]{5,15}|[0-9B-DF-HJ-NP-TV-Zb-df-hj-np-tv-z]{10,20}|NOQUEUE): /
/** `name[address]`, `name[address]:port`, and postscreen's `[address]:port`; a client without a name is `unknown`. */
const CLIENT = String.raw`([\w.:-]{0,255})\[([\da-fA-F.:]{2,45})\](?::(\d{1,5}))?`

type Reader = readonly [kind: string, pattern: RegExp, names: readonly string[]]

const PEER = ['src_host', 'src_ip', 'src_port'] as const

/** Tried with and without a queue id; the first that matches counts. */
const READERS: readonly Reader[] = [
  [
    'refused',
    new RegExp(`^warning: ${CLIENT}: SASL ([\\w-]{1,32}) authentication failed(?:: (.*))?$`),
    [...PEER, 'method', 'reason'],
  ],
  [
    'rejected',
    new RegExp(
      `^(?:milter-)?(reject|discard|hold|redirect|filter|reject_warning|warn|info): (\\S{1,32}) from ${CLIENT}: (.*)$`,
    ),
    ['action', 'stage', ...PEER, 'reason'],
  ],
  [
    'rejected',
    new RegExp(`^(reject|discard|hold|redirect|warning): ((?:header|body|mime-header) .*?) from ${CLIENT}; (.*)$`),
    ['action', 'reason', ...PEER, 'pairs'],
  ],
  [
    'limited',
    new RegExp(
      `^warning: (Connection \\w{1,32} limit exceeded: \\d{1,10}|Message \\w{1,32} limit exceeded: \\d{1,10}|Recipient \\w{1,32} limit exceeded: \\d{1,10}) from ${CLIENT}(.*)$`,
    ),
    ['reason', ...PEER, 'rest'],
  ],
  [
    'counted',
    /^statistics: (max [\w ]{1,32} (?:rate|count) \d{1,10}(?:\/\w{1,16})?) for \([^()\s]{1,64}?:([\da-fA-F.]{7,15}|[\da-fA-F]{0,4}:[\da-fA-F:.]{2,40})\) at /,
    ['reason', 'src_ip'],
  ],
  [
    'opened',
    new RegExp(`^(?:connect|CONNECT) from ${CLIENT}(?: to \\[([\\da-fA-F.:]{2,45})\\]:(\\d{1,5}))?$`),
    [...PEER, 'dst_ip', 'dst_port'],
  ],
  ['closed', new RegExp(`^(?:disconnect from|DISCONNECT) ${CLIENT}(?: (.*))?$`), [...PEER, 'reason']],
  [
    'failed',
    new RegExp(
      `^((?:lost connection|timeout|improper command pipelining|too many errors) after [^[]{1,64}) from ${CLIENT}$`,
    ),
    ['reason', ...PEER],
  ],
  ['failed', new RegExp(`^(SSL_accept error) from ${CLIENT}(?:: .*)?$`), ['reason', ...PEER]],
  [
    'screened',
    new RegExp(
      `^(PREGREET \\d{1,10} after [\\d.]{1,16}|HANGUP after [\\d.]{1,16}|COMMAND (?:PIPELINING|TIME LIMIT|COUNT LIMIT|LENGTH LIMIT)|BARE NEWLINE|NON-SMTP COMMAND) from ${CLIENT}(.*)$`,
    ),
    ['reason', ...PEER, 'rest'],
  ],
  ['screened', new RegExp(`^(DNSBL rank \\d{1,10}) for ${CLIENT}$`), ['reason', ...PEER]],
  ['screened', new RegExp(`^(BLACKLISTED|DENYLISTED) ${CLIENT}$`), ['reason', ...PEER]],
  ['passed', new RegExp(`^(PASS NEW|PASS OLD|WHITELISTED|ALLOWLISTED) ${CLIENT}$`), ['reason', ...PEER]],
  ['listed', /^addr ([\da-fA-F.:]{2,45}) listed by domain (\S{1,253}) as (\S{1,64})$/, ['src_ip', 'list', 'reason']],
  [
    'encrypted',
    new RegExp(`^(\\w{1,32}) TLS connection established from ${CLIENT}: (\\S{1,32}) with cipher (\\S{1,128})`),
    ['trust', ...PEER, 'tls', 'cipher'],
  ],
  [
    'unreachable',
    /^connect to ([\w.-]{1,255})\[([\da-fA-F.:]{2,45})\]:(\d{1,5}): (.*)$/,
    ['dst_host', 'dst_ip', 'dst_port', 'reason'],
  ],
  [
    'unreachable',
    /^(?:host|lost connection with) ([\w.-]{1,255})\[([\da-fA-F.:]{2,45})\](?: (.*))?$/,
    ['dst_host', 'dst_ip', 'reason'],
  ],
]

/** Null for a message that names no client or user. */
export function readPostfix(message: string): PhraseValues | null {
  const [head = '', qid = ''] = QUEUE.exec(message) ?? []
  const words = message.slice(head.length)
  const fields = pairsIn(words) ?? patternsIn(words)
  if (fields === null) return null
  if (qid !== '' && qid !== 'NOQUEUE') fields.qid = qid
  if (fields.src_host === 'unknown') delete fields.src_host
  return fields
}

function patternsIn(words: string): PhraseValues | null {
  for (const [kind, pattern, names] of READERS) {
    const found = pattern.exec(words)
    if (!found) continue
    const fields: PhraseValues = { kind }
    for (const [i, name] of names.entries()) {
      const value = found[i + 1]
      if (value !== undefined && value !== '') fields[name] = value
    }
    return kind === 'rejected' || kind === 'refused' ? withTail(fields) : fields
  }
  return null
}

const TAIL = /(?:^|; |, )(?=(?:from=<|to=<|proto=|helo=<|sasl_username=))/

/**
 * Reads the end of a reject and of a refused logon: `from=<a> to=<b> proto=ESMTP helo=<c>`, with commas in postscreen.
 */
function withTail(fields: PhraseValues): PhraseValues {
  const text = fields.pairs ?? fields.reason ?? ''
  const at = text.search(TAIL)
  if (fields.pairs !== undefined) delete fields.pairs
  else if (at !== -1) fields.reason = text.slice(0, at)
  const tail = at === -1 ? '' : text.slice(at).replace(/^[;,] /, '')
  for (const [, name, quoted, plain] of tail.matchAll(
    /\b(from|to|proto|helo|sasl_username|sasl_method)=(?:<([^>]{0,320})>|([^\s,]{1,320}))/g,
  ))
    fields[name === 'sasl_username' ? 'user' : (name as string)] = quoted ?? plain ?? ''
  const code = /^(\d{3})(?: (\d\.\d{1,3}\.\d{1,3}))?/.exec(fields.reason ?? '')
  if (code?.[1]) fields.code = code[1]
  return fields
}

const PAIRS: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^to=</, 'delivery'],
  [/^from=</, 'queued'],
  [/^client=/, 'client'],
  [/^(?:resent-)?message-id=/, 'words'],
  [/^uid=\d{1,10} from=/, 'pickup'],
]

function pairsIn(words: string): PhraseValues | null {
  const kind = PAIRS.find(([begins]) => begins.test(words))?.[1]
  if (kind === undefined) return null
  const fields = pairsOf(words, kind === 'pickup' ? ' ' : ',')
  if (kind === 'words') {
    const id = fields['message-id'] ?? fields['resent-message-id']
    return id ? { kind: 'identified', msgid: id } : null
  }
  const [, status = '', reason = ''] = /^(\w{1,32})(?: \((.*)\))?$/s.exec(fields.status ?? '') ?? []
  if (status !== '') Object.assign(fields, { status, reason })
  if (kind !== 'client') return Object.assign(fields, { kind: status === 'expired' ? 'delivery' : kind })
  const [, host = '', address = '', port = ''] = new RegExp(`^${CLIENT}$`).exec(fields.client ?? '') ?? []
  if (host !== '') fields.src_host = host
  if (address !== '') fields.src_ip = address
  if (port !== '') fields.src_port = port
  if (fields.sasl_username) fields.user = fields.sasl_username
  return Object.assign(fields, { kind: fields.user ? 'authenticated' : 'client' })
}
