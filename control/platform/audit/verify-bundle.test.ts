import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { bundleOf, TEST_KEY_ID, testDocument } from './testing.ts'
import { keyIdOf, rawPublicKey, type SignedHead, signHead } from './tree-head.ts'
import { type VerifyOptions, verifyBundle } from './verify-bundle.ts'

const ENTRIES = 40
const HEADS_AT = [7, 8, 20]
const documents = Array.from({ length: ENTRIES }, (_, i) => testDocument(i + 1))
const lines = bundleOf(documents, HEADS_AT)
const text = (of: readonly string[]) => of.map((line) => `${line}\n`).join('')

async function* chunks(whole: string, size = 1000): AsyncGenerator<string> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size)
}
const verify = (whole: string, options?: VerifyOptions) => verifyBundle(chunks(whole), options)
const faultOf = async (of: readonly string[]) => (await verify(text(of))).fault

/** Index of the line of an entry. */
const at = (seq: number) => lines.findIndex((line) => line.startsWith('{"entry"') && line.endsWith(`"seq":${seq}}}`))
const anySeq = fc.integer({ min: 1, max: ENTRIES })
const without = (seq: number) => lines.toSpliced(at(seq), 1)

describe('an unchanged bundle', () => {
  test('holds, however it is cut into pieces', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (size) => {
      const verdict = await verifyBundle(chunks(text(lines), size))
      expect(verdict).toMatchObject({ fault: null, entries: ENTRIES, heads: 4, keyIds: [TEST_KEY_ID] })
    })
    await fc.assert(property, { numRuns: 20 })
  })

  test('holds at any length', async () => {
    for (let n = 1; n <= 17; n++) expect(await faultOf(bundleOf(documents.slice(0, n)))).toBeNull()
  })
})

describe('tampering is found, and named by the first entry it is about', () => {
  test('a changed document', async () => {
    const property = fc.asyncProperty(anySeq, async (seq) => {
      const changed = lines.with(at(seq), (lines[at(seq)] ?? '').replace('change ', 'chance '))
      expect(await faultOf(changed)).toMatchObject({ kind: 'changed', from: seq, to: seq })
    })
    await fc.assert(property)
  })

  test('a changed document that was hashed anew', async () => {
    const property = fc.asyncProperty(anySeq, async (seq) => {
      const forged = bundleOf(documents.with(seq - 1, testDocument(999)))
      const line = forged.find((l) => l.endsWith(`"seq":${seq}}}`)) ?? ''
      const fault = await faultOf(lines.with(at(seq), line))
      // At a head, or at the end, only the head reveals the change, and it covers all entries since the head before.
      if (![...HEADS_AT, ENTRIES].includes(seq)) expect(fault).toMatchObject({ kind: 'changed', from: seq, to: seq })
      else expect(fault).toMatchObject({ kind: 'changed', to: seq })
    })
    await fc.assert(property)
  })

  test('a chain that was hashed anew from an entry on, up to the head that no longer fits', async () => {
    const property = fc.asyncProperty(anySeq, async (seq) => {
      const forged = bundleOf(documents.with(seq - 1, testDocument(999)), HEADS_AT)
      const mixed = lines.map((line, i) => (line.startsWith('{"entry"') ? (forged[i] ?? '') : line))
      const fault = await faultOf(mixed)
      expect(fault?.kind).toBe('changed')
      expect(fault?.from).toBeLessThanOrEqual(seq)
      expect(fault?.to).toBeGreaterThanOrEqual(seq)
    })
    await fc.assert(property)
  })

  test('a dropped entry', async () => {
    const property = fc.asyncProperty(anySeq, async (seq) => {
      expect(await faultOf(without(seq))).toMatchObject({ kind: 'dropped', from: seq, to: seq })
    })
    await fc.assert(property)
  })

  test('entries in another order', async () => {
    const property = fc.asyncProperty(anySeq, anySeq, async (a, b) => {
      fc.pre(a !== b)
      const swapped = lines.with(at(a), lines[at(b)] ?? '').with(at(b), lines[at(a)] ?? '')
      expect(await faultOf(swapped)).toMatchObject({ kind: 'reordered', from: Math.min(a, b) })
    })
    await fc.assert(property)
  })

  test('a repeated entry, and an invented one', async () => {
    const property = fc.asyncProperty(anySeq, anySeq, async (seq, where) => {
      const again = lines.toSpliced(at(Math.max(seq, where)) + 1, 0, lines[at(seq)] ?? '')
      expect(await faultOf(again)).toMatchObject({ kind: 'inserted', from: seq })
      const madeUp = bundleOf([...documents.slice(0, seq - 1), testDocument(999)]).find((l) =>
        l.endsWith(`"seq":${seq}}}`),
      )
      expect(await faultOf(lines.toSpliced(at(seq), 0, madeUp ?? ''))).toMatchObject({ kind: 'inserted', from: seq })
    })
    await fc.assert(property)
  })

  test('an end that is missing, wherever it was cut', async () => {
    const whole = text(lines)
    const property = fc.asyncProperty(fc.integer({ min: 1, max: whole.length }), async (missing) => {
      const kept = whole.slice(0, -missing)
      const { fault, entries } = await verify(kept)
      expect(fault?.kind).toBe('truncated')
      if (entries > 0 && entries < ENTRIES) expect(fault?.from).toBe(entries + 1)
    })
    await fc.assert(property)
  })

  test('any character anywhere', async () => {
    const whole = text(lines)
    const property = fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.constantFrom('0', 'x', ' ', '"'),
      async (i, with_) => {
        fc.pre(whole[i] !== with_)
        expect((await verify(whole.slice(0, i) + with_ + whole.slice(i + 1))).fault).not.toBeNull()
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })

  test('another text of the same signature or key', async () => {
    const whole = text(lines)
    const ends = [...whole.matchAll(/"(?:signature|public_key)":"[\w-]+"/g)].map(
      (found) => found.index + found[0].length - 2,
    )
    expect(ends.length).toBeGreaterThan(1)
    for (const at of ends) {
      for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
        if (whole[at] === other) continue
        expect((await verify(whole.slice(0, at) + other + whole.slice(at + 1))).fault).not.toBeNull()
      }
    }
  })

  test('any two lines exchanged, any line left out', async () => {
    const index = fc.nat(lines.length - 1)
    const property = fc.asyncProperty(index, index, async (a, b) => {
      fc.pre(a !== b)
      expect(await faultOf(lines.with(a, lines[b] ?? '').with(b, lines[a] ?? ''))).not.toBeNull()
      // A head in the middle may be left out: the next one covers what it covered.
      const isNeeded = a === lines.length - 1 || !(lines[a] ?? '').startsWith('{"head"')
      if (isNeeded) expect(await faultOf(lines.toSpliced(a, 1))).not.toBeNull()
    })
    await fc.assert(property)
  })

  test('refuses extra content: white space, a second key, an additional field', async () => {
    const [first = '', ...rest] = lines.slice(at(1))
    for (const hidden of [
      ` ${first}`,
      first.replace('{"entry":{', '{"entry":{"document":1,'),
      first.replace(/}}$/, ',"x":1}}'),
    ])
      expect(await faultOf([...lines.slice(0, at(1)), hidden, ...rest])).toMatchObject({ kind: 'changed', from: 1 })
  })
})

describe('what the reader knows from elsewhere', () => {
  const head = (JSON.parse(lines.at(-1) ?? '') as { head: SignedHead }).head

  test('a trusted key holds, any other does not', async () => {
    expect((await verify(text(lines), { trustedKeyIds: [TEST_KEY_ID] })).fault).toBeNull()
    expect((await verify(text(lines), { trustedKeyIds: ['another'] })).fault).toMatchObject({ kind: 'unsigned' })
  })

  test('a whole log that was made anew and signed again does not fit a head that was kept', async () => {
    const rewritten = text(bundleOf(documents.with(3, testDocument(999))))
    expect((await verify(rewritten)).fault).toBeNull()
    expect((await verify(rewritten, { knownHead: head })).fault).toMatchObject({ kind: 'rewritten' })
    expect((await verify(text(lines), { knownHead: head })).fault).toBeNull()
  })

  test('a log that went back to an older state is shorter than a head that was kept', async () => {
    const older = text(bundleOf(documents.slice(0, 30)))
    expect((await verify(older)).fault).toBeNull()
    expect((await verify(older, { knownHead: head })).fault).toMatchObject({ kind: 'truncated', from: 31, to: 40 })
  })

  test('a head signed with a key that the file brings for itself under a known name is refused', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const publicKey = rawPublicKey(privateKey)
    const forged = signHead({ ...head, key_id: TEST_KEY_ID }, privateKey)
    const key = { key_id: TEST_KEY_ID, public_key: publicKey.toString('base64url') }
    const bundle = [
      canonicalJson({ bundle: 'svc-audit-bundle-v1', head: forged }),
      canonicalJson({ key }),
      ...lines.slice(2),
    ]
    expect(await faultOf(bundle)).toMatchObject({ kind: 'changed' })
    expect(keyIdOf(publicKey)).not.toBe(TEST_KEY_ID)
  })

  test('the head of another tenant is refused', async () => {
    const bundle = lines.map((line) => line.replaceAll('"tenant_id":"acme"', '"tenant_id":"bolt"'))
    expect(await faultOf(bundle)).toMatchObject({ kind: 'unsigned' })
  })
})

test('an empty file is truncated', async () => {
  expect((await verify('')).fault).toMatchObject({ kind: 'truncated' })
})
