/**
 * Binds a stored secret to the origins that it was entered for: a user who may change an address must not learn the
 * secret by having it sent elsewhere. All code that keeps a secret beside an address checks here before it changes the
 * address.
 */
import { invalid } from '../../../platform/invalid-input.ts'

/** Scheme, host and port, of any scheme. Null: no address. */
function originOf(address: string | null | undefined): string | null {
  const url = address == null ? null : URL.parse(address)
  return url === null ? null : `${url.protocol}//${url.host}`
}

/** The addresses that a secret is sent to, by their names. */
export type Addresses = Readonly<Record<string, string | null>>

/** Throws 422 naming the secret when one of the addresses leads to another origin and the secret was not sent again. */
export function requireSecretAgain(secret: string, before: Addresses, after: Addresses): void {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  for (const name of names)
    if (originOf(before[name]) !== originOf(after[name]))
      throw invalid(secret, `is sent again where ${name} leads to another address than it was given for`, 'required')
}
