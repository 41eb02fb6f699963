/** Signatures of Duo's Admin API: duo.com/docs/adminapi, "Authentication". */
import { createHmac } from 'node:crypto'
import { encoded } from '../../platform/aws-signature.ts'
import type { PollRequest } from './ask.ts'
import { needed } from './sign-in.ts'

/**
 * Date, method, host, path and query in this order, each on a line, signed with HMAC-SHA1 and the secret key: the form
 * that all of Duo's APIs accept.
 */
export function duoSigned(request: PollRequest, secrets: Readonly<Record<string, string>>, nowMs: number): PollRequest {
  const { host, pathname, searchParams, origin } = new URL(request.url)
  const date = new Date(nowMs).toUTCString().replace('GMT', '-0000')
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const lines = [date, request.method, host.toLowerCase(), pathname, query]
  const signature = createHmac('sha1', needed(secrets, 'secret_key')).update(lines.join('\n')).digest('hex')
  const pair = Buffer.from(`${needed(secrets, 'integration_key')}:${signature}`).toString('base64')
  return {
    ...request,
    // The request must be sent exactly as it was signed.
    url: `${origin}${pathname}${query === '' ? '' : `?${query}`}`,
    headers: { ...request.headers, date, authorization: `Basic ${pair}` },
  }
}
