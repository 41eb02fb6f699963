import { expect, test } from 'vitest'
import { graphSize } from './graph-size.ts'

test('columns of the graph never overlap, however narrow the screen is', () => {
  for (const columns of [1, 2, 3, 4])
    for (const room of [0, 300, 324, 700]) {
      const { widthPx, nodePx } = graphSize(columns, room)
      expect(widthPx).toBeGreaterThanOrEqual(room)
      expect(columns * nodePx).toBeLessThan(widthPx - (columns - 1) * 40)
    }
})

test('two columns fit a phone with shorter names', () => {
  expect(graphSize(2, 324)).toEqual({ widthPx: 324, nodePx: 139, nameMax: 14 })
  expect(graphSize(2, 700)).toMatchObject({ nodePx: 176 })
})
