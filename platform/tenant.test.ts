import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tenantId } from './tenant.ts'

test.each(['a', '0', 'acme-corp', 'a_b', 'a'.repeat(63)])('%s is a tenant id', (text) => {
  expect(tenantId(text)).toBe(text)
})

test.each(['', '-a', '_a', 'A', 'a b', 'a/b', 'a.b', 'ä', 'a\n', 'a'.repeat(64), '__proto__'])('%j is none', (text) => {
  expect(() => tenantId(text)).toThrow(expect.objectContaining({ code: 'bad_tenant' }))
})

test('no id contains a separator of keys, paths or statements', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        expect(tenantId(text)).not.toMatch(/[^a-z0-9_-]/)
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad_tenant' })
      }
    }),
  )
})
