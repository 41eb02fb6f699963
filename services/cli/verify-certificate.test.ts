import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson, keyIdOf } from '../../control/platform/audit/index.ts'
import type { Certificate } from '../../control/platform/governance/index.ts'
import { certificateFault, certificateIn, certificateLine } from './verify-certificate.ts'

const pair = generateKeyPairSync('ed25519')
const raw = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
const keyId = keyIdOf(raw)
const keysOf = (key: Buffer, id = keyId) =>
  JSON.stringify({ items: [{ key_id: id, public_key: key.toString('base64url'), retired_at: null }] })
const statement: Certificate['statement'] = {
  ...{ deletion_id: 'd', tenant_id: 'acme', subject_kind: 'user', subject_sha256: 'a'.repeat(64) },
  ...{
    requested_at: '2026-11-30T00:00:00.000Z',
    completed_at: '2026-11-30T00:01:00.000Z',
    searched: ['events', 'cases'],
  },
  ...{ changed: { events: 2, cases: 1 }, remains: [{ where: 'audit_log', rows: 1, why: 'chained' }] },
}
const signature = sign(null, Buffer.from(canonicalJson(statement)), pair.privateKey).toString('base64')
const certificate: Certificate = { statement, algorithm: 'ed25519', key_id: keyId, signature }

test('a certificate is checked by the published keys alone', () => {
  const read = certificateIn(JSON.stringify(certificate))
  expect(read).toEqual(certificate)
  expect(certificateFault(certificate, keysOf(raw), null)).toBe(null)
  expect(certificateFault(certificate, keysOf(raw), [keyId])).toBe(null)
  const line = JSON.stringify(JSON.parse(keysOf(raw)).items[0])
  expect(certificateFault(certificate, `${line.replace(keyId, 'older')}\n${line}\n`, null)).toBe(null)
  expect(certificateLine(certificate)).toContain('2 places searched, 3 rows changed, left: audit_log')
})

test('a changed certificate, another signer and a foreign key are refused', () => {
  const changed = { ...certificate, statement: { ...statement, remains: [] } }
  expect(certificateFault(changed, keysOf(raw), null)).toBe('the signature does not match this statement')
  expect(certificateFault(certificate, keysOf(raw), ['another'])).toContain('not trusted')
  expect(certificateFault(certificate, keysOf(raw, 'another'), null)).toContain('not among the keys')
  expect(certificateFault(certificate, keysOf(Buffer.alloc(32, 1)), null)).toContain('does not match its id')
  expect(certificateFault(certificate, keysOf(Buffer.alloc(5)), null)).toContain('does not match its id')
  expect(() => certificateFault(certificate, 'PK', null)).toThrow('audit keys list')
  expect(certificateIn('PK\u0003')).toBe(null)
  expect(certificateIn('{"statement":{}}')).toBe(null)
})
