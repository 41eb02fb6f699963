/**
 * The whole log of a tenant as a file that can be checked anywhere, without us. NDJSON; every line is canonical JSON
 * (RFC 8785) and ends with a line feed:
 *
 *     {"bundle":"svc-audit-bundle-v1","head":HEAD}      what the file holds: the latest signed head
 *     {"key":{"key_id","public_key"}}                   every public key, raw Ed25519 in base64url
 *     {"entry":{"document","hash","prev","seq"}}        in the order of the chain; hashes in hexadecimal
 *     {"head":HEAD}                                     after the entry with seq = size, for every signed head
 *
 * HEAD and its signature are described in `tree-head.ts`, documents in `document.ts`, hashes in `chain.ts`. People are
 * references and sealed texts here as in the log: erasing somebody also erases them from copies of the file.
 */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { canonicalJson } from './canonical-json.ts'
import { GENESIS } from './chain.ts'
import type { AuditActor } from './entry.ts'
import { headsBetween, latestHead } from './head-store.ts'
import { type ChainedEntry, chainedAfter } from './log-store.ts'
import { type AuditDeps, recordRead } from './read-log.ts'
import { publicSigningKeys } from './signing-keys.ts'
import type { SignedHead } from './tree-head.ts'

export const BUNDLE_FORMAT = 'svc-audit-bundle-v1'
const PAGE = 500

/**
 * Lines in blocks of up to 500 entries. Holds no transaction while the reader is slow: what it reads no longer changes.
 * The export is recorded before the first block. Throws `unavailable` when nothing was signed yet.
 */
export async function* exportBundle(deps: AuditDeps, tenant: TenantId, reader: AuditActor): AsyncGenerator<string> {
  const { head, keys } = await withTenant(deps.pool, tenant, async (tx) => {
    const found = await latestHead(tx)
    if (found === null)
      throw new AppError('unavailable', 'no head of this log was signed yet', { retryAfterSeconds: 10 })
    await recordRead(tx, deps.sealer, 'audit_log:export', reader, { format: 'bundle', rows: found.size })
    return { head: found, keys: await publicSigningKeys(tx) }
  })
  yield line({ bundle: BUNDLE_FORMAT, head })
  for (const { keyId, publicKey } of keys)
    yield line({ key: { key_id: keyId, public_key: publicKey.toString('base64url') } })
  let before: { seq: number; hash: Buffer } = { seq: 0, hash: GENESIS }
  while (before.seq < head.size) {
    const { seq, hash } = before
    const [entries, heads] = await withTenant(deps.pool, tenant, async (tx) => {
      const page = await chainedAfter(tx, seq, head.size, PAGE)
      return [page, await headsBetween(tx, seq, page.at(-1)?.seq ?? seq)] as const
    })
    const last = entries.at(-1)
    if (!last) throw new AppError('unavailable', `the log ends after entry ${seq}, before its signed head`)
    yield blockOf(entries, heads, hash)
    before = last
  }
}

function blockOf(entries: readonly ChainedEntry[], heads: readonly SignedHead[], before: Buffer): string {
  const headAt = new Map(heads.map((head) => [head.size, head]))
  let prev = before
  return entries
    .map((entry) => {
      const head = headAt.get(entry.seq)
      const text = entryLine(entry, prev) + (head === undefined ? '' : line({ head }))
      prev = entry.hash
      return text
    })
    .join('')
}

/** Writes the document as stored: it is canonical already, and these are its keys in order. */
function entryLine({ seq, hash, document }: ChainedEntry, prev: Buffer): string {
  const [ours, before] = [hash.toString('hex'), prev.toString('hex')]
  return `{"entry":{"document":${document},"hash":"${ours}","prev":"${before}","seq":${seq}}}\n`
}

function line(value: unknown): string {
  return `${canonicalJson(value)}\n`
}
