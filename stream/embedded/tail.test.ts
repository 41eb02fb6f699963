import { afterEach, expect, test, vi } from 'vitest'
import { TailWatch, TailWriter, tailFile } from './tail.ts'
import { useFolders } from './testing.ts'

const newFolder = useFolders()
afterEach(() => void vi.useRealTimers())

test('the write itself wakes a waiting reader, with no timer running', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = newFolder()
  const writer = new TailWriter(tailFile(folder))
  writer.write({ segment: 1, bytes: 10 })
  const watch = new TailWatch(folder)
  for (const bytes of [20, 30, 40]) {
    const woken = watch.wait(60_000, watch.tail)
    writer.write({ segment: 1, bytes })
    await woken
    expect(watch.tail).toEqual({ segment: 1, bytes })
  }
  watch.close()
  writer.close()
})

test('sees a log that is created while a reader waits', async () => {
  const folder = newFolder()
  const watch = new TailWatch(folder)
  expect(watch.tail).toBeNull()
  const woken = watch.wait(60_000, watch.tail)
  const writer = new TailWriter(tailFile(folder))
  writer.write({ segment: 0, bytes: 5 })
  await woken
  expect(watch.tail).toEqual({ segment: 0, bytes: 5 })
  watch.close()
  writer.close()
})

test('a wait ends when the watch is closed', async () => {
  const watch = new TailWatch(newFolder())
  const waiting = watch.wait(60_000, null)
  watch.close()
  await waiting
})
