import { expect, test } from 'vitest'
import { eitherSignal } from './either-signal.ts'

test.each([0, 1])('aborted with the reason of the first of the two: %i', (nth) => {
  const sources = [new AbortController(), new AbortController()] as const
  const either = eitherSignal(sources[0].signal, sources[1].signal)
  let calls = 0
  either.addEventListener('abort', () => calls++)
  expect(either.aborted).toBe(false)
  sources[nth as 0 | 1].abort('first')
  sources[(1 - nth) as 0 | 1].abort('second')
  expect([either.aborted, either.reason, calls]).toEqual([true, 'first', 1])
})

test('is aborted from the beginning when one signal already is', () => {
  expect(eitherSignal(new AbortController().signal, AbortSignal.abort('before')).reason).toBe('before')
})
