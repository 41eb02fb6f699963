/** The tests that come with the product, in the order of their ids. */
import { requireFound } from '../../../../platform/errors.ts'
import type { AtomicTest } from '../atomic-test.ts'
import { OTHER_TESTS } from './others.ts'
import { WINDOWS_TESTS } from './windows.ts'

export const ATOMIC_TESTS: readonly AtomicTest[] = [...WINDOWS_TESTS, ...OTHER_TESTS].sort((a, b) =>
  a.id < b.id ? -1 : 1,
)

/** Throws `not_found`. */
export function atomicTest(id: string): AtomicTest {
  return requireFound(
    ATOMIC_TESTS.find((test) => test.id === id),
    'atomic test',
  )
}
