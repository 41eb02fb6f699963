import fs from 'node:fs'
import { expect, test } from 'vitest'
import { checkLog, type Gap } from './damage.ts'
import { listSegments, segmentFile } from './files.ts'
import type { Damage } from './found-damage.ts'
import { HEADER_BYTES } from './frame.ts'
import { KnownEnd } from './known-end.ts'
import { LogWriter } from './log-writer.ts'
import { mendedFrames, putFrames } from './repair-frames.ts'
import { contents, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

const newFolder = useFolders()
const knownOf = (folder: string) => new KnownEnd(`${folder}.known`)
const SMALL = { segmentBytes: 600, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }
const RECORDS = 24

/** Two records a frame, in several segments. */
async function written(): Promise<string> {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  for (let i = 0; i < RECORDS; i += 2) await writer.append([record(`record ${i}`), record(`record ${i + 1}`)])
  await writer.close()
  return folder
}

async function found(folder: string) {
  const damages: Damage[] = []
  const { gaps } = await checkLog(folder, knownOf(folder), async (damage) => void damages.push(damage))
  return { damages, gaps }
}

async function skipped(folder: string): Promise<void> {
  await checkLog(folder, knownOf(folder), async (damage) =>
    putFrames(
      damage,
      mendedFrames(damage, () => null),
    ),
  )
}

/** Changes a byte of a segment, or some. */
function damage(file: string, at: number, bytes = 1): void {
  const content = fs.readFileSync(file)
  for (let i = at; i < at + bytes; i++) content.writeUInt8(content.readUInt8(i) ^ 0xff, i)
  fs.writeFileSync(file, content)
}

const all = Array.from({ length: RECORDS }, (_, i) => `record ${i}`)

test('reports no damage in an intact log, also when its last frame is torn or its tail file is missing', async () => {
  const folder = await written()
  expect(listSegments(folder).length).toBeGreaterThan(2)
  expect(await found(folder)).toEqual({ damages: [], gaps: [] })
  const newest = segmentFile(folder, listSegments(folder).at(-1) as number)
  fs.appendFileSync(newest, fs.readFileSync(newest).subarray(0, 100))
  expect(await found(folder)).toEqual({ damages: [], gaps: [] })
  fs.rmSync(`${folder}/tail`)
  expect(await found(folder)).toEqual({ damages: [], gaps: [] })
})

test('reports any damaged byte, skips only its frame, and continues after it', async () => {
  const folder = await written()
  const segments = listSegments(folder)
  for (const segment of [1, segments.at(-1) as number]) {
    const file = segmentFile(folder, segment)
    const whole = fs.readFileSync(file)
    const beginning = whole.readUInt32LE(4)
    const end = beginning + whole.readUInt32LE(beginning + 4)
    const isHeader = (at: number) => at < HEADER_BYTES || (at >= beginning && at < beginning + HEADER_BYTES)
    for (let at = 0; at < end; at++) {
      if (at % 16 !== 0 && !isHeader(at)) continue
      damage(file, at)
      const [met, ...others] = (await found(folder)).damages
      expect(others).toEqual([])
      expect(met).toMatchObject({ file, at: at < beginning ? 0 : beginning, isBeginning: at < beginning })
      if (met?.isBeginning && !met.records?.every(({ isWhole }) => isWhole)) {
        fs.writeFileSync(file, whole)
        continue
      }
      await skipped(folder)
      expect((await found(folder)).damages).toEqual([])
      const rest = texts(await contents(folder))
      expect(rest).toEqual(all.filter((text) => rest.includes(text)))
      const lost = met?.records?.filter(({ isWhole }) => !isWhole).length ?? 2
      expect(all.length - rest.length).toBe(lost)
      if (at >= beginning + 16 && at < beginning + 24) expect(lost, 'of its number only').toBe(0)
      await (await LogWriter.open(folder, SMALL)).close()
      fs.writeFileSync(file, whole)
    }
  }
  expect(texts(await contents(folder))).toEqual(all)
})

test('skips adjacent frames without headers together, and reports their records as gaps in the offsets', async () => {
  const folder = await written()
  const file = segmentFile(folder, 1)
  const whole = fs.readFileSync(file)
  const first = whole.readUInt32LE(4)
  const second = first + whole.readUInt32LE(first + 4)
  damage(file, first, second + 20 - first)
  const { damages, gaps } = await found(folder)
  expect(damages).toMatchObject([{ at: first, frames: 2, records: null }])
  expect(gaps).toEqual([{ key: 'a/0', from: expect.any(Number), to: expect.any(Number) }])
  const { from, to } = gaps[0] as Gap
  expect(to - from).toBe(4)
  await skipped(folder)
  expect(await found(folder)).toEqual({ damages: [], gaps })
  expect(texts(await contents(folder))).toEqual(all.filter((_, i) => i < from || i >= to))
  await (await LogWriter.open(folder, SMALL)).close()
})

test('another value may replace a damaged one', async () => {
  const folder = await written()
  const file = segmentFile(folder, 1)
  const at = fs.readFileSync(file).indexOf(Buffer.from('record '), fs.readFileSync(file).readUInt32LE(4))
  damage(file, fs.readFileSync(file).indexOf(Buffer.from('record '), at + 200))
  await checkLog(folder, knownOf(folder), async (met) =>
    putFrames(
      met,
      mendedFrames(met, ({ value }) => Buffer.from(value.toString('latin1').replace(/^./, 'R'), 'latin1')),
    ),
  )
  const rest = texts(await contents(folder))
  expect(rest.map((text) => text.toLowerCase())).toEqual(all)
  expect(rest.filter((text) => text.startsWith('R'))).toHaveLength(1)
})

test('does not mistake damage at the end for a torn frame, even with an empty tail file, because the known end is further', async () => {
  const folder = await written()
  const known = knownOf(folder)
  await (await LogWriter.open(folder, SMALL, known)).close()
  const newest = segmentFile(folder, listSegments(folder).at(-1) as number)
  damage(newest, fs.statSync(newest).size - 1)
  fs.truncateSync(`${folder}/tail`)
  const before = fs.readFileSync(newest)
  await expect(LogWriter.open(folder, SMALL, known)).rejects.toThrow(/is damaged at byte/)
  expect(fs.readFileSync(newest).equals(before)).toBe(true)
  expect((await found(folder)).damages).toHaveLength(1)
})
