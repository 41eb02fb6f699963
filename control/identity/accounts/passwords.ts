import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Argon2id with the first parameters of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/**
 * Maximum of password checks that run at once in a process; more wait in order. Each one uses a core for 12 to 60 ms.
 * Node has four threads for hashing and file reads, so one stays free.
 * @bound concurrent password checks -> 503
 */
const AT_ONCE = 3
/**
 * Waiting for their turn; past it a sign-in is `unavailable`, which costs nothing.
 * @bound password checks that wait -> 503
 */
const WAITING_MAX = 64

/** NIST SP 800-63B-4: at least 8 characters, no rules of composition. The upper bound keeps hashing cheap to start. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256

/** Runs work that hashes, a few at a time. */
export type HashSlots = { run<T>(work: () => Promise<T>): Promise<T> }

export function openHashSlots(atOnce = AT_ONCE, waitingMax = WAITING_MAX): HashSlots {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= waitingMax)
          throw new AppError('unavailable', 'too many people are signing in', { retryAfterSeconds: 2 })
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next)
          next() // the slot is handed on, so `running` stays
        else running--
      }
    },
  }
}

/** A password that may be set; only `checkPassword` makes one, so no caller can hash an unchecked one. */
export type CheckedPassword = string & { readonly checked: unique symbol }

export function hashPassword(password: CheckedPassword): Promise<string> {
  return hash(password.normalize('NFKC'), OPTIONS)
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password.normalize('NFKC'))
}

let nobody: Promise<string> | undefined

/** A hash that no password fits: checking against it takes as long as against a real one. */
export function nobodysHash(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), OPTIONS)
  return nobody
}

/** The user of a new password: the first guesses at it would be these values. */
export type PasswordOwner = { readonly email: string; readonly username: string; readonly tenant: string }

/**
 * Throws 422 for a password that is too short or too long, among the most common ones, or a name of its user or tenant,
 * also with digits and punctuation around it: `Acme2026!` is `acme`.
 */
export function checkPassword(password: string, owner: PasswordOwner, member = 'password'): CheckedPassword {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    throw invalid(member, `a password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
  const folded = password.normalize('NFKC').toLowerCase()
  if (isCommonPassword(folded)) throw invalid(member, 'is one of the most common passwords, which guesses begin with')
  if (namesOf(owner).some((name) => name === folded || (name !== '' && name === bareOf(folded))))
    throw invalid(member, 'a password is not the name of its user or tenant')
  return password as CheckedPassword
}

function namesOf({ email, username, tenant }: PasswordOwner): string[] {
  const names = [email, email.slice(0, email.lastIndexOf('@')), username, tenant]
  const folded = names.map((name) => name.normalize('NFKC').toLowerCase())
  return [...folded, ...folded.map(bareOf)]
}

/** The text without non-letters at its ends. */
function bareOf(text: string): string {
  const letters = [...text.matchAll(/\p{L}/gu)]
  const [first, last] = [letters[0], letters.at(-1)]
  return first && last ? text.slice(first.index, last.index + last[0].length) : ''
}
