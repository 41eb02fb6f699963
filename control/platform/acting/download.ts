import type { FileAnswer } from './operation-types.ts'

const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** A file from outside as a download only, whatever it is: no browser renders or runs it here. */
export function downloadAnswer(name: string, bytes: Buffer): FileAnswer {
  const headers = {
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': SANDBOX,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
  return { type: 'application/octet-stream', body: bytes, headers }
}
