import { createReadStream } from 'node:fs'
import { type Fault, type SignedHead, type Verdict, verifyBundle } from '../../control/platform/audit/index.ts'
import { AppError } from '../../platform/errors.ts'

export type AuditVerifyOptions = {
  /** Ids of keys the reader trusts. */
  readonly key?: readonly string[]
  /** An older export of the same log. */
  readonly against?: string
}

/** Needs only the file. Exit status 1 and the first fault on stdout when the log differs from the signed one. */
export async function verifyAudit(file: string, options: AuditVerifyOptions): Promise<void> {
  const knownHead = options.against === undefined ? undefined : await headOf(options.against)
  const verdict = await verifyBundle(piecesOf(file), {
    ...(options.key === undefined ? {} : { trustedKeyIds: options.key }),
    ...(knownHead === undefined ? {} : { knownHead }),
  })
  console.log(verdict.fault === null ? verdictText(verdict) : faultLine(verdict.fault, verdict.entries))
  if (verdict.fault !== null) process.exitCode = 1
  else if (options.key === undefined)
    process.stderr.write(
      'the keys came with the file: compare their ids with the ones you trust, or pass those with --key\n',
    )
}

/** The older export must verify by itself first: its head proves nothing otherwise. */
async function headOf(file: string): Promise<SignedHead> {
  const { fault, head } = await verifyBundle(piecesOf(file))
  if (fault !== null || head === null)
    throw new AppError('bad_request', `${file}: ${fault === null ? 'no head' : faultLine(fault, 0)}`)
  return head
}

async function* piecesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(file, 'utf8')
  } catch (cause) {
    throw new AppError('bad_request', `${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

function verdictText({ entries, heads, head, keyIds }: Verdict): string {
  const at = head === null ? '' : ` of tenant ${head.tenant_id} as of ${new Date(head.time_ms).toISOString()}`
  return `verified: ${entries} entries, ${heads} signed heads${at}, keys ${keyIds.join(' ')}`
}

function faultLine({ kind, line, from, to, detail }: Fault, entries: number): string {
  const place = from === to ? `entry ${from}` : `entries ${from} to ${to}`
  return `${kind}: ${place}, line ${line}: ${detail} (${entries} entries before it are valid)`
}
