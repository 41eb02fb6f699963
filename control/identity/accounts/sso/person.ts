import { InvalidInput } from '../../../../platform/invalid-input.ts'
import { checkEmail } from '../user.ts'

/** A person as an identity provider describes them in a verified answer. */
export type Person = {
  /** The provider's own name for the person, which never passes to another one. */
  readonly subject: string
  readonly email: string | null
  /** Null: the provider does not say whether the address was verified. */
  readonly emailVerified: boolean | null
  readonly groups: readonly string[]
}

/** Why a sign-in was refused. For the audit log only. */
export type RefusalReason =
  | 'connection_gone'
  | 'provider_refused'
  | 'provider_metadata'
  | 'bad_token'
  | 'bad_assertion'
  | 'bad_subject'
  | 'too_many_groups'
  | 'no_email'
  | 'email_not_verified'
  | 'account_is_linked'
  | 'inactive'
  | 'administrator'
  | 'above_ceiling'
  | 'no_role'

/** An answer that is not to be believed. Caught where the refusal is recorded; no caller sees the reason. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, options: { cause?: unknown } = {}) {
    super(`sign-in refused: ${reason}`, options)
    this.reason = reason
  }
}

export const SUBJECT_LENGTH_MAX = 1_024
/**
 * Groups of one person; past it the sign-in is refused rather than judged by a part of them.
 * @bound groups of a person who signs in over a connection -> refused
 */
export const GROUPS_MAX = 1_000

/**
 * Throws `SignInRefused` for a value over the bounds. `value` is a claim or an attribute: a text, or a list of texts.
 */
export function groupsOf(value: unknown): readonly string[] {
  const listed: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  if (listed.length > GROUPS_MAX) throw new SignInRefused('too_many_groups')
  return listed.filter((group): group is string => typeof group === 'string')
}

/** Throws `SignInRefused` for a subject that cannot be stored unchanged: the stored one would be another subject. */
export function subjectOf(text: string): string {
  if (text.length < 1 || text.length > SUBJECT_LENGTH_MAX || /\p{C}/u.test(text)) throw new SignInRefused('bad_subject')
  return text
}

/** Null for an invalid address. */
export function emailOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > EMAIL_LENGTH_MAX) return null
  try {
    return checkEmail(value)
  } catch (error) {
    if (error instanceof InvalidInput) return null
    throw error
  }
}

const EMAIL_LENGTH_MAX = 254
