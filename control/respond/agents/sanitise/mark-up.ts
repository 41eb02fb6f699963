/**
 * Mark-up, links and addresses in a sentence that a model wrote. Summaries are shown in consoles, mails, chats and tickets,
 * and some of them make a link of every address: so nothing in a sentence may be one, however it is written.
 */
import { isIP } from 'node:net'
import { unescapedReadings } from './decode.ts'
import { latin, visible } from './fold.ts'

const QUOTED = /“([^”]*)”/g

/** Each with the words for the ledger. In text after NFKC, without anything invisible. */
const FAULTS: readonly (readonly [string, RegExp])[] = [
  ['it holds HTML', /[<>]|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});?/i],
  ['it holds mark-up', /[[\]{}`|~*]|(?:^|[^\p{L}\p{N}])_\S|__|(?:^|\s)#{1,6}\s|^\s*(?:[-+]|\d{1,9}[.)])\s|\$\$|={3}/iu],
  ['it names somebody to be notified', /(?:^|[\s(])@[\p{L}\p{N}]/u],
  [
    'it holds a link',
    /\/\/|\\\\|:\s*\/|(?:^|[^\p{L}\p{N}])[a-z][a-z\d+.-]+:(?=[^\s\d])|\bh(?:tt|xx)ps?\b|\bwww\d?[.,\s]|xn--|\b(?:javascript|vbscript|data|mailto|tel|sms|callto|file|ftp|ssh|telnet)\s*:/iu,
  ],
  ['it holds an address with a path or a port', /\d{1,3}(?:\.\d{1,3}){3}(?::\d|\/(?!\d{1,2}(?!\d|[./])))/],
  ['it holds a name in disguise', /\(\s*(?:\.|dot|at|@)\s*\)|[\p{L}\p{N}]\s+dot\s+\p{L}{2,}/iu],
]

/** A dotted name, which clients turn into a link. Versions and IPv4 addresses do not end with letters. */
const DOTTED = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(\p{L}[\p{L}\p{N}-]*\p{L}|xn--[a-z\d-]+)(?![\p{L}\p{N}_-])/giu
/** Endings of files that are no top-level domain. */
const FILES = new Set(
  'exe dll sys bat cmd ps1 psm1 vbs js jse wsf hta lnk msi txt log doc docx docm xls xlsx xlsm ppt pptx pdf csv json xml yml yaml ini conf cfg tmp dat bin jar iso img evtx db'.split(
    ' ',
  ),
)

/**
 * Returns why the sentence contains mark-up; null when it does not. `names` are the hosts, users and addresses in its
 * entries, which a sentence may quote.
 */
export function markUpIn(sentence: string, names: ReadonlySet<string>): string | null {
  if (visible(sentence) !== sentence || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(sentence))
    return 'it contains invisible characters'
  const unquoted = sentence.replaceAll(QUOTED, (whole, name: string) => (names.has(name) && isName(name) ? ' ' : whole))
  for (const reading of unescapedReadings(unquoted)) {
    const plain = visible(reading)
      .normalize('NFKC')
      .replaceAll(/[。｡․‧∙]/g, '.')
      .replaceAll(/[⁄∕⧸]/g, '/')
      .replaceAll('∶', ':')
    for (const [fault, pattern] of FAULTS) if (pattern.test(plain)) return fault
    for (const [, ending = ''] of plain.matchAll(DOTTED)) if (!FILES.has(ending.toLowerCase())) return 'it holds a link'
    if (/\b(?:https?|javascript|www)\b/.test(latin(plain))) return 'it holds a link'
  }
  return null
}

/** A single host, user or address, which may be shown because it carries no other text. */
function isName(name: string): boolean {
  if (isIP(name) > 0 || /^[\da-f]{2}(?:[:-][\da-f]{2}){5}$/i.test(name)) return true
  if (/(?:^|[.@])(?:xn--|www\d?\.)/i.test(name)) return false
  return /^(?:[\w-]{1,64}\\)?[\w.$+-]{1,200}(?:@[\w.-]{1,200})?$/.test(name)
}
