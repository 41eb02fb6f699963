/** Bundles for tests, made without a database by the same functions that make the real ones. */
import { generateKeyPairSync } from 'node:crypto'
import { appendLeaf, frontierOf, leafHash, rootOf } from '../../../platform/merkle.ts'
import { canonicalJson } from './canonical-json.ts'
import { entryHash, GENESIS } from './chain.ts'
import { documentOf } from './document.ts'
import { newStamp } from './entry-id.ts'
import { keyIdOf, rawPublicKey, type SignedHead, signHead } from './tree-head.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const publicKey = rawPublicKey(privateKey)
export const TEST_KEY_ID = keyIdOf(publicKey)

export function testDocument(n: number, tenantId = 'acme'): string {
  const entry = {
    action: 'alert:assigned',
    resource: 'alert',
    resourceId: `a-${n}`,
    actor: { kind: 'service' as const, id: null },
    changes: { n, text: `change ${n}` },
  }
  return documentOf(entry, { ...newStamp(), tenantId, keys: new Map() })
}

/** Lines of a bundle over the documents, with heads after every entry of `headsAt` and the last. */
export function bundleOf(documents: readonly string[], headsAt: readonly number[] = []): string[] {
  const frontier = frontierOf(0, Buffer.alloc(0))
  let prev: Buffer = GENESIS
  const lines: string[] = []
  let last: SignedHead | null = null
  for (const [i, document] of documents.entries()) {
    const seq = i + 1
    const hash = entryHash(seq, prev, document)
    const [ours, before] = [hash.toString('hex'), prev.toString('hex')]
    lines.push(`{"entry":{"document":${document},"hash":"${ours}","prev":"${before}","seq":${seq}}}`)
    appendLeaf(frontier, leafHash(hash))
    prev = hash
    if (!headsAt.includes(seq) && seq !== documents.length) continue
    const root = rootOf(frontier).toString('hex')
    last = signHead({ tenant_id: 'acme', size: seq, time_ms: seq * 1000, root, key_id: TEST_KEY_ID }, privateKey)
    lines.push(canonicalJson({ head: last }))
  }
  const key = { key_id: TEST_KEY_ID, public_key: publicKey.toString('base64url') }
  return [canonicalJson({ bundle: 'svc-audit-bundle-v1', head: last }), canonicalJson({ key }), ...lines]
}
