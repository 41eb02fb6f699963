import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listSegments, segmentFile } from './files.ts'
import { LogWriter } from './log-writer.ts'
import { contents, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

const newFolder = useFolders()
const CHILD = path.join(import.meta.dirname, 'disk-full-child.ts')
/** Limit in blocks of 1,024 bytes, as bash counts them. */
const BLOCKS_MAX = 100

test('a write to a full disk is refused, the log continues, and nothing acknowledged is lost', {
  timeout: 60_000,
}, async () => {
  const folder = newFolder()
  const command = `ulimit -f ${BLOCKS_MAX}; exec "$0" "$1" "$2"`
  const args = ['-c', command, process.execPath, CHILD, folder]
  const stdout = execFileSync('bash', args, { encoding: 'utf8', timeout: 60_000 })
  const { kept, refused } = JSON.parse(stdout) as { kept: number[]; refused: number[] }
  expect(refused.length).toBeGreaterThan(5)
  expect(Math.max(...kept), 'after the first refusal smaller ones are still taken').toBeGreaterThan(
    Math.min(...refused),
  )
  const wanted = kept.map((n) => `${n} ${'.'.repeat(n % 3 === 2 ? 200 : 6_000)}`)
  expect(texts(await contents(folder))).toEqual(wanted)
  const writer = await LogWriter.open(folder)
  await writer.append([record('room again')])
  expect(texts(await contents(folder))).toEqual([...wanted, 'room again'])
  expect(texts(await contents(folder, 'b'))).toEqual(kept.map((n) => `also ${n}`))
  await writer.close()
})

test('a full disk refuses appends until there is room again, also between segments', async (context) => {
  const disk = newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return context.skip('only root may mount a disk that is small enough to fill')
  }
  try {
    const folder = path.join(disk, 'log')
    const ballast = path.join(disk, 'ballast')
    fs.writeFileSync(ballast, Buffer.alloc(100_000))
    const writer = await LogWriter.open(folder, { segmentBytes: 20_000, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 })
    const kept: string[] = []
    let keptWhenFull = 0
    let refusals = 0
    for (let n = 0; n < 60; n++) {
      const text = `${n} ${'.'.repeat(3_000)}`
      const isKept = await writer.append([record(text)]).then(
        () => true,
        (error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }),
      )
      if (isKept === true) kept.push(text)
      else if (++refusals === 3) {
        keptWhenFull = kept.length
        fs.rmSync(ballast)
      }
    }
    expect(refusals).toBeGreaterThan(3)
    expect(keptWhenFull).toBeGreaterThan(5)
    expect(kept.length).toBeGreaterThan(keptWhenFull)
    expect(texts(await contents(folder))).toEqual(kept)
    await writer.removeBelow(writer.segment)
    for (const name of fs.readdirSync(folder)) if (name.startsWith('spare-')) fs.rmSync(path.join(folder, name))
    await writer.append([record('room again')])
    await writer.close()
    const again = await LogWriter.open(folder)
    expect(texts(await contents(folder, 'a', 0, kept.length))).toEqual(['room again'])
    expect(fs.existsSync(segmentFile(folder, listSegments(folder).at(-1) as number))).toBe(true)
    await again.close()
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})
