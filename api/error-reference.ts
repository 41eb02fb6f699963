/** Writes `docs/errors.md` from the codes of refusals: `node bin/run.mjs api/error-reference.ts`. */
import fs from 'node:fs'
import { ERROR_CODES, type ErrorCode } from '../platform/errors.ts'

export const ERROR_REFERENCE = new URL('../docs/errors.md', import.meta.url)

type Meaning = { readonly what: string; readonly todo: string }

/** Help for authors of clients. A code without a line here does not compile. */
const MEANINGS: Readonly<Record<ErrorCode, Meaning | null>> = {
  bad_request: {
    what: 'The request cannot be read, or asks for what makes no sense',
    todo: 'Mend it; sending it again changes nothing',
  },
  bad_tenant: {
    what: 'A tenant is named that cannot be one',
    todo: 'Tenants are lower case letters, digits, `-` and `_`',
  },
  bad_body: { what: 'The body is not what its content type says', todo: 'Look at `detail`, which has the place' },
  unknown_format: {
    what: 'Events of a form that is not known',
    todo: 'Name the format, or send them as JSON or lines',
  },
  no_credential: { what: 'No credential was sent', todo: 'Sign in, or send the API key' },
  bad_credential: { what: 'The credential is not good, or is over', todo: 'Sign in again, or renew the token' },
  forbidden: {
    what: 'The credential may not do this; `detail` names the permission',
    todo: 'Ask an administrator for the permission',
  },
  not_found: {
    what: 'There is none of that id in this tenant',
    todo: 'Look at the id; another tenant’s is not found either',
  },
  method_not_allowed: { what: 'The path does not take that method', todo: '`Allow` has those that it takes' },
  gone: { what: 'It was there and is over, as a link that was used', todo: 'Ask for a new one' },
  conflict: {
    what: 'It does not fit what is there: a name that is taken, a state that was left, a legal hold',
    todo: 'Read what is there now, then decide',
  },
  secret_unreadable: {
    what: 'A stored secret is sealed with a key that this installation does not have',
    todo: 'Save the secret again, or put the key back',
  },
  precondition_failed: {
    what: 'It changed since the version that `If-Match` names',
    todo: 'Read it again, and change that',
  },
  too_large: { what: 'The request is larger than its bound', todo: 'Send less at once' },
  unsupported_media: { what: 'The content type or encoding is not taken', todo: 'See the operation in the reference' },
  rate_limited: {
    what: 'More than a tenant, a key or an address may ask',
    todo: 'Wait for `Retry-After`, then repeat',
  },
  unavailable: {
    what: 'Something that it stands on is away, or too busy',
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
in the log. Programs rely on \`code\`; \`detail\` is for people and may change. Of \`invalid\`, \`detail\` is a list: \`loc\` is where,
\`msg\` what is wrong, \`type\` a word for programs.

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
