import { expect, test } from 'vitest'
import { TenantWeights } from './tenant-weights.ts'
import { SHIPPED, WEIGHTS_ID, WEIGHTS_KIND } from './weights.ts'

test('a tenant uses its own weights from their record until their deletion, and no other tenant does', () => {
  const weights = new TenantWeights()
  const own = { ...SHIPPED, version: 'fitted', bias: -1 }
  weights.change('acme', WEIGHTS_KIND, WEIGHTS_ID, own)
  weights.change('acme', 'rule', WEIGHTS_ID, undefined)
  expect([weights.of('acme'), weights.of('bolt')]).toEqual([own, SHIPPED])
  weights.change('acme', WEIGHTS_KIND, WEIGHTS_ID, { version: 'broken', bias: 'x', features: {} })
  expect(weights.of('acme')).toBe(SHIPPED)
  weights.change('acme', WEIGHTS_KIND, WEIGHTS_ID, own)
  weights.change('acme', WEIGHTS_KIND, WEIGHTS_ID, undefined)
  expect(weights.of('acme')).toBe(SHIPPED)
})
