import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credentialKeyIn, sealerOf } from './seal.ts'

const key = () => `${randomBytes(32).toString('base64url')}=`

test('opens any sealed text under the same key and context', () => {
  const sealer = sealerOf(key())
  const any = fc.string({ unit: 'grapheme' })
  const opens = fc.property(any, any, (plain, context) => {
    expect(sealer.open(sealer.seal(plain, context), context)).toBe(plain)
  })
  fc.assert(opens)
})

test('does not open with a changed byte, another context or another key', () => {
  const sealer = sealerOf(key())
  const sealed = sealer.seal('a secret', 'row 1')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => sealer.open(changed, 'row 1'), `byte ${at}`).toThrow(
      expect.objectContaining({ code: 'secret_unreadable' }),
    )
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => sealer.open(sealed.subarray(0, length), 'row 1')).toThrow(
      expect.objectContaining({ code: 'secret_unreadable' }),
    )
  expect(() => sealer.open(sealed, 'row 2')).toThrow('another row')
  expect(() => sealerOf(key()).open(sealed, 'row 1')).toThrow(
    'SVC_CREDENTIAL_KEY: a stored secret was sealed with another key',
  )
})

test('after a rotation the newest key seals and the older ones still open', () => {
  const [older, newer] = [key(), key()]
  const before = sealerOf(older).seal('x', 'c')
  const both = sealerOf(`${newer}, ${older}`)
  expect(both.open(before, 'c')).toBe('x')
  expect(sealerOf(newer).open(both.seal('y', 'c'), 'c')).toBe('y')
})

test('the same text is sealed differently each time', () => {
  const sealer = sealerOf(key())
  expect(sealer.seal('x', 'c').equals(sealer.seal('x', 'c'))).toBe(false)
})

test.each(['', 'short', `${'A'.repeat(43)}`, `${'+'.repeat(43)}=`])('a key like "%s" is refused', (text) => {
  expect(() => sealerOf(text)).toThrow(expect.objectContaining({ code: 'bad_config' }))
})

test('a key file is made once, for its owner only, and read after that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-key-'))
  const path = join(folder, 'credential.key')
  const made = credentialKeyIn(path)
  expect(credentialKeyIn(path)).toBe(made)
  expect(sealerOf(made)).toBeDefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['credential.key'])
  rmSync(folder, { recursive: true })
})
