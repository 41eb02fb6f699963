import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listSegments, segmentFile } from './files.ts'
import { KnownEnd } from './known-end.ts'
import { LogWriter } from './log-writer.ts'
import { contents, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

const newFolder = useFolders()
const SMALL = { segmentBytes: 400, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }

function newPlace() {
  const dir = newFolder()
  const place = { folder: path.join(dir, 'log', 'pipeline'), file: path.join(dir, 'known', 'pipeline') }
  return { ...place, open: () => LogWriter.open(place.folder, SMALL, new KnownEnd(place.file)) }
}

async function written(place: ReturnType<typeof newPlace>, from: number, to: number): Promise<void> {
  const writer = await place.open()
  for (let i = from; i < to; i++) await writer.append([record(`record ${i}`)])
  await writer.close()
}

test('a removed log or an older copy is refused until the missing records are restored', async () => {
  const place = newPlace()
  await written(place, 0, 5)
  const older = `${place.folder}.older`
  fs.cpSync(place.folder, older, { recursive: true })
  await written(place, 5, 20) // and goes on as long as it is whole
  const whole = `${place.folder}.whole`
  fs.renameSync(place.folder, whole)
  await expect(place.open()).rejects.toThrow('was removed or is an older copy')
  await expect(place.open()).rejects.toThrow('was removed or is an older copy') // the refused start began no new log
  fs.rmSync(place.folder, { recursive: true })
  fs.renameSync(older, place.folder)
  await expect(place.open()).rejects.toThrow(place.file.replace('/pipeline', ' '))
  fs.rmSync(place.folder, { recursive: true })
  fs.renameSync(whole, place.folder)
  await written(place, 20, 21)
  expect(texts(await contents(place.folder))).toEqual(Array.from({ length: 21 }, (_, i) => `record ${i}`))
})

test('a log that was killed is not behind its recorded end', async () => {
  const place = newPlace()
  const writer = await place.open()
  for (let i = 0; i < 30; i++) await writer.append([record(`record ${i}`)])
  const killed = newPlace()
  for (const [from, to] of [
    [path.dirname(place.folder), path.dirname(killed.folder)],
    [path.dirname(place.file), path.dirname(killed.file)],
  ] as const)
    fs.cpSync(from, to, { recursive: true })
  await writer.close()
  fs.truncateSync(path.join(killed.folder, 'lock.1'))
  await (await killed.open()).close()
})

test('records the end once a second', () => {
  const { file } = newPlace()
  const known = new KnownEnd(file)
  const refuses = (segment: number, bytes: number) => {
    try {
      new KnownEnd(file).refuseBefore({ segment, bytes }, 'folder')
      return false
    } catch {
      return true
    }
  }
  known.note({ segment: 1, bytes: 100 }, 0)
  known.note({ segment: 1, bytes: 200 }, 999)
  expect([refuses(1, 99), refuses(1, 100), refuses(0, 500), refuses(2, 0)]).toEqual([true, false, true, false])
  known.note({ segment: 1, bytes: 200 }, 1_000)
  expect(refuses(1, 199)).toBe(true)
  known.close({ segment: 1, bytes: 201 })
  expect(refuses(1, 200)).toBe(true)
})

test('refuses to open a log in which a segment is missing or truncated', async () => {
  const place = newPlace()
  await written(place, 0, 30)
  const segments = listSegments(place.folder)
  expect(segments.length).toBeGreaterThan(4)
  const file = segmentFile(place.folder, 2)
  const bytes = fs.readFileSync(file)
  fs.rmSync(file)
  await expect(place.open()).rejects.toThrow(`${file} is missing`)
  fs.writeFileSync(file, bytes.subarray(0, 300))
  await expect(place.open()).rejects.toThrow(/held \d+ bytes and has 300/)
  fs.writeFileSync(file, bytes)
  await written(place, 30, 31)
  fs.rmSync(segmentFile(place.folder, 0)) // the oldest go by and by
  await written(place, 31, 32)
})
