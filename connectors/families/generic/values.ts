/** Checks that a value can be what its name says: a wrong entity is worse than none. */
import { plainAddress } from '../../../platform/ip-address.ts'
import { account, known } from '../../mapping/transforms.ts'

/** Placeholders that senders write instead of a name. */
const NOBODY: ReadonlySet<string> = new Set(
  (
    '? * ** -- --- . .. / n.a. na not_set notset empty (empty) blank [blank] false true no yes default all any anonymous unauthenticated ' +
    '(not-logged-in) not-logged-in none-none n/a,n/a unset undef (unset) (none) <none> [none] <unknown> [unknown] (unknown) unidentified ' +
    'unspecified (blank) user username hidden redacted [redacted] <redacted> (redacted) masked anonymoususer'
  ).split(' '),
)
const MASK = /^[*xX•#.]{3,}$/
const NAME_MAX = 256
/** An identifier of Windows is not a name. */
const SID = /^S-1-\d{1,3}(?:-\d{1,10})*$/

/** The name of an account without its domain; '' for masks, placeholders and values that are not names. */
export function somebody(value: unknown): string {
  if (typeof value !== 'string' || value.length > NAME_MAX) return ''
  const name = withoutAddress(known(account(known(value.trim()))).trim())
  if (name === '' || NOBODY.has(name.toLowerCase()) || MASK.test(name)) return ''
  if (/[=;{}<>|\t\r\n"]|https?:/.test(name) || plainAddress(name) !== '') return ''
  if (SID.test(name) || !/[\p{L}\p{N}]/u.test(name)) return ''
  return name.split(/\s+/).length > 4 ? '' : name
}

/** `kim@198.51.100.9` names the machine that kim works on, not a part of the name. */
function withoutAddress(name: string): string {
  const at = name.lastIndexOf('@')
  return at > 0 && plainAddress(name.slice(at + 1)) !== '' ? name.slice(0, at) : name
}

const HOST = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,252}[\p{L}\p{N}_])?$/u

/** The name of a machine; '' for addresses, words, and words for services and placeholders. */
export function machine(value: unknown): string {
  if (typeof value !== 'string') return ''
  const name = known(value.trim())
    .replace(/\.$/, '')
    .replace(/:\d{1,5}$/, '')
  if (!HOST.test(name) || plainAddress(name) !== '' || /^\d{1,9}$/.test(name)) return ''
  return NOBODY.has(name.toLowerCase()) || /^localhost\b/i.test(name) || MASK.test(name) ? '' : name
}

const LOOPBACK = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/

/** An address of a machine: not a loopback address, which every machine has. */
export function address(value: unknown): string {
  if (typeof value !== 'string') return ''
  const plain = plainAddress(value)
  return LOOPBACK.test(plain) ? '' : plain
}

export function port(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 0xffff ? number : 0
}
