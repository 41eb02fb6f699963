import { expect, test } from 'vitest'
import { StreamTime } from './stream-time.ts'

const mark = (received_ms: number, behind: string[] = [], partition = 0) => ({ partition, received_ms, behind })

test('a tenant that is behind has reached the last mark that covered it, and no tenant has a time before every partition has one', () => {
  const progress = new StreamTime(2)
  progress.apply(mark(1000))
  expect(progress.now().receivedMs).toBe(0)
  progress.apply(mark(1500, [], 1))
  progress.apply(mark(2000, ['loud']))
  progress.apply(mark(3000, ['loud', 'other']))
  expect([progress.now().receivedMs, [...progress.now().behind]]).toEqual([
    1500,
    [
      ['loud', 1000],
      ['other', 1500],
    ],
  ])
  progress.apply(mark(4000))
  expect([...progress.now().behind]).toEqual([])
})

test('a late older mark advances tenants that only the newer mark names as behind', () => {
  const progress = new StreamTime(1)
  progress.apply(mark(1000))
  progress.apply(mark(5000, ['loud', 'other']))
  progress.flush()
  progress.apply(mark(3000, ['other']))
  expect([progress.now().receivedMs, [...progress.now().behind]]).toEqual([
    5000,
    [
      ['loud', 3000],
      ['other', 1000],
    ],
  ])
  progress.apply(mark(2000))
  expect([...progress.now().behind], 'nobody goes back').toEqual([
    ['loud', 3000],
    ['other', 2000],
  ])
  const again = new StreamTime(1)
  again.restore(progress.flush() as Buffer)
  expect([...again.now().behind]).toEqual([...progress.now().behind])
})
