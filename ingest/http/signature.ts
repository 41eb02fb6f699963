import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'

const FORMS = /^(sha256|v2)=([0-9a-f]{64})$/i

/** A presented signature; feed the body's bytes on the wire to `hmac`, then call `verify`. */
export type Signature = {
  readonly hmac: Hmac
  /** Compares in constant time. Throws `bad_credential`. */
  verify(): void
}

/**
 * HMAC-SHA256 in hex, in one of two forms: `sha256=` over the body, or `v2=` over `v2`, a line feed, the query string
 * as sent (without its `?`; empty when there is none), a line feed, and the body, so that no one in between can change
 * the query's statements about the body.
 */
export function openSignature(presented: string, secret: string, url: string): Signature {
  const [, form, hex] = FORMS.exec(presented.trim()) ?? []
  const hmac = createHmac('sha256', secret)
  if (form?.toLowerCase() === 'v2') hmac.update(`v2\n${queryOf(url)}\n`)
  return {
    hmac,
    verify() {
      const digest = hmac.digest()
      const received = hex === undefined ? Buffer.alloc(digest.length) : Buffer.from(hex, 'hex')
      const same = timingSafeEqual(received, digest)
      if (hex === undefined || !same)
        throw new AppError('bad_credential', 'the signature does not match the received body')
    },
  }
}

function queryOf(url: string): string {
  const search = url.indexOf('?')
  return search === -1 ? '' : url.slice(search + 1)
}
