import { dictionary } from '@zxcvbn-ts/language-common'
import { assert } from '../../platform/assert.ts'

/** NIST SP 800-63B-4, 3.1.1.2: a list of what guesses begin with. Shorter ones of it are refused by their length. */
const LISTED_MIN = 10_000

let listed: ReadonlySet<string> | undefined

/** True for one of the most frequent passwords of public breaches, in any case: every guesser tries it. */
export function isCommonPassword(password: string): boolean {
  listed ??= readList()
  return listed.has(password.toLowerCase())
}

function readList(): ReadonlySet<string> {
  const words: unknown = dictionary['passwords-common']
  assert(Array.isArray(words) && words.length >= LISTED_MIN, 'the list of common passwords is there')
  return new Set(words.map((word) => String(word).toLowerCase()))
}
