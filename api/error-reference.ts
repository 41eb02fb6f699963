/** Writes `docs/errors.md` from the codes of refusals: `node bin/run.mjs api/error-reference.ts`. */
import fs from 'node:fs'
import { ERROR_CODES, type ErrorCode } from '../platform/errors.ts'

export const ERROR_REFERENCE = new URL('../docs/errors.md', import.meta.url)

type Meaning = { readonly what: string; readonly todo: string }

/** Help for authors of clients. A code without a line here does not compile. */
const MEANINGS: Readonly<Record<ErrorCode, Meaning | null>> = {
  bad_request: {
    what: 'The request is malformed or contradictory',
    todo: 'Correct the request; repeating it does not help',
  },
  bad_tenant: {
    what: 'The tenant id is not valid',
    todo: 'A tenant id has lower-case letters, digits, `-` and `_`',
  },
  bad_body: { what: 'The body does not match its content type', todo: 'See `detail` for the position' },
  unknown_format: {
    what: 'The format of the events is unknown',
    todo: 'Name the format, or send them as JSON or lines',
  },
  no_credential: { what: 'No credential was sent', todo: 'Sign in, or send the API key' },
  bad_credential: { what: 'The credential is invalid or has expired', todo: 'Sign in again, or renew the token' },
  forbidden: {
    what: 'The credential lacks a permission, which `detail` names',
    todo: 'Ask an administrator for the permission',
  },
  not_found: {
    what: 'This tenant has nothing with that id',
    todo: 'Check the id; ids of other tenants are not found either',
  },
  method_not_allowed: { what: 'The path does not allow this method', todo: 'Use a method listed in `Allow`' },
  gone: { what: 'It no longer exists, such as a used link', todo: 'Ask for a new one' },
  conflict: {
    what: 'It conflicts with the current state: a name in use, a changed state, a legal hold',
    todo: 'Read the current state, then decide',
  },
  secret_unreadable: {
    what: 'A stored secret is encrypted with a key that this installation does not have',
    todo: 'Save the secret again, or restore the key',
  },
  precondition_failed: {
    what: 'It has changed since the version in `If-Match`',
    todo: 'Read it again, and repeat the change',
  },
  too_large: { what: 'The request is larger than its limit', todo: 'Send less per request' },
  unsupported_media: {
    what: 'The content type or encoding is not supported',
    todo: 'See the operation in the reference',
  },
  rate_limited: {
    what: 'A tenant, key or address exceeds its request limit',
    todo: 'Wait for `Retry-After`, then repeat',
  },
  unavailable: {
    what: 'A dependency is unavailable or overloaded',
    todo: 'Wait for `Retry-After`, then repeat',
  },
  // Codes of commands and of starts: no answer of the API has them.
  port_taken: null,
  data_dir_in_use: null,
  data_dir_newer: null,
  bad_config: null,
}

const HEAD = `# Errors

Every refusal is \`application/problem+json\` (RFC 9457) with \`status\`, \`code\`, \`detail\`, and \`instance\`, which names the request
in the log. Programs rely on \`code\`; \`detail\` is for people and may change. For \`invalid\`, \`detail\` is a list: \`loc\` is the place,
\`msg\` the fault, \`type\` a code for programs.

A code that may be repeated comes with \`Retry-After\` in seconds. A request that changes something is repeated with the same
\`Idempotency-Key\`, so that it is done once.

This page is made from \`platform/errors.ts\` and \`api/error-reference.ts\` by \`node bin/run.mjs api/error-reference.ts\`; a test
holds it current.

| Code | Status | Repeat | What it says | What to do |
|---|---|---|---|---|
`

export function errorReference(): string {
  const rows = Object.entries(ERROR_CODES).flatMap(([code, { status, retryable }]) => {
    const meaning = MEANINGS[code as ErrorCode]
    return meaning === null ? [] : [{ code, status, retryable, ...meaning }]
  })
  const others = [
    {
      code: 'invalid',
      status: 422,
      retryable: false,
      what: 'The request can be read, and a part of it is not acceptable',
      todo: '`detail` has each fault with its place',
    },
    {
      code: 'internal',
      status: 500,
      retryable: false,
      what: 'A mistake of svc',
      todo: 'Report it with `instance`',
    },
  ]
  return (
    HEAD +
    [...rows, ...others]
      .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
      .map(({ code, status, retryable, what, todo }) => {
        return `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${what} | ${todo} |\n`
      })
      .join('')
  )
}

if (import.meta.main) fs.writeFileSync(ERROR_REFERENCE, errorReference())
