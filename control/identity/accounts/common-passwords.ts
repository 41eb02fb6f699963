import { createRequire } from 'node:module'
import { assert } from '../../../platform/assert.ts'

type Lists = typeof import('@zxcvbn-ts/language-common')

const require = createRequire(import.meta.url)

/**
 * Minimum size of the list of common passwords (NIST SP 800-63B-4, 3.1.1.2), as a check that it was loaded. Passwords
 * below the minimum length are refused anyway.
 */
const LISTED_MIN = 10_000

let listed: ReadonlySet<string> | undefined

/** True for one of the most frequent passwords of public breaches, in any case: every guesser tries it. */
export function isCommonPassword(password: string): boolean {
  listed ??= readList()
  return listed.has(password.toLowerCase())
}

/** The package unpacks all of its lists when it is loaded, which most processes never need. */
function readList(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as Lists
  const words: unknown = dictionary['passwords-common']
  assert(Array.isArray(words) && words.length >= LISTED_MIN, 'the list of common passwords is there')
  return new Set(words.map((word) => String(word).toLowerCase()))
}
