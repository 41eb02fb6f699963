import { describe, expect, test } from 'vitest'
import { inProcessWindows } from './in-process-windows.ts'
import { requestWindowsConformance } from './request-windows-conformance.ts'

describe('in-process windows', () => {
  const windows = inProcessWindows()
  requestWindowsConformance(() => windows)
})

test('a minute after the first request the count begins again', async () => {
  let nowMs = 0
  const windows = inProcessWindows({ nowMs: () => nowMs })
  await windows.count('a')
  nowMs = 59_999
  expect(await windows.count('a')).toEqual({ count: 2, resetSeconds: 1 })
  nowMs = 60_000
  expect(await windows.count('a')).toEqual({ count: 1, resetSeconds: 60 })
})

test('past the bound the window that began first is forgotten', async () => {
  const windows = inProcessWindows({ nowMs: () => 0, keysMax: 2 })
  for (const key of ['a', 'b', 'c']) await windows.count(key)
  expect((await windows.count('c')).count).toBe(2)
  expect((await windows.count('b')).count).toBe(2)
  expect((await windows.count('a')).count).toBe(1)
})
