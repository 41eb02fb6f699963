import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RequestWindows } from './request-windows.ts'

/** The contract of both implementations. */
export function requestWindowsConformance(open: () => RequestWindows): void {
  test('counts from one, each caller apart, within a minute', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    expect((await open().count(a)).count).toBe(1)
    expect((await open().count(a)).count).toBe(2)
    expect((await open().count(b)).count).toBe(1)
    const { resetSeconds } = await open().count(a)
    expect(resetSeconds).toBeGreaterThan(0)
    expect(resetSeconds).toBeLessThanOrEqual(60)
  })

  test('many at once are all counted, each once', async () => {
    const key = randomUUID()
    const counts = await Promise.all(Array.from({ length: 50 }, () => open().count(key)))
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })
}
