import { expect, test } from 'vitest'
import { PORTS } from '../../services/config.ts'
import { freeOffset, STRIDE } from './free-offset.ts'

test('two installations at different offsets never use the same port', () => {
  const ports = Object.values(PORTS)
  const apart = new Set(ports.flatMap((one) => ports.map((other) => Math.abs(one - other))))
  apart.delete(0)
  expect([...apart].filter((ports) => ports % STRIDE === 0)).toEqual([])
})

test('no offset is returned twice, even before anything listens on its ports', async () => {
  const offsets: number[] = []
  for (let n = 0; n < 40; n++) offsets.push(await freeOffset())
  expect(new Set(offsets).size).toBe(offsets.length)
  expect(Math.max(...offsets, 0) + Math.max(...Object.values(PORTS))).toBeLessThan(32_768)
})
