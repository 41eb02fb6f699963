import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CACHE_LIMITS, PrivateCache } from './private-cache.ts'

const NAME = `rules-${'0a'.repeat(32)}`
const OTHER = `rules-${'0b'.repeat(32)}`
const nth = (n: number) => `rules-${n.toString(16).padStart(64, '0')}`

let root = ''
let dir = ''
beforeEach(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), 'svc-cache-'))
  dir = path.join(root, 'deep', 'cache')
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const open = () => PrivateCache.open(dir) as PrivateCache
const file = () => path.join(dir, NAME)
const BODY = Buffer.from('{"kept":"whole"}')

/** A cache folder with one good file, opened again for reading. */
function kept(): PrivateCache {
  expect(open().write(NAME, BODY)).toBe(true)
  expect(open().read(NAME)).toEqual(BODY)
  return open()
}

test('the next process reads what was written, from a folder that other users cannot read', () => {
  kept()
  expect(fs.statSync(dir).mode & 0o777).toBe(0o700)
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(dir)).toEqual([NAME])
  expect(open().read(OTHER)).toBeNull()
})

describe('a file that could be anything else is as if it were not there', () => {
  test.each<[string, () => void]>([
    ['cut in the body', () => fs.truncateSync(file(), fs.statSync(file()).size - 1)],
    ['cut in the digest', () => fs.truncateSync(file(), 10)],
    ['empty', () => fs.truncateSync(file(), 0)],
    ['longer than it was', () => fs.appendFileSync(file(), ' ')],
    ['changed in one byte', () => changeByte(40)],
    ['changed in its digest', () => changeByte(3)],
    ['writable by the group', () => fs.chmodSync(file(), 0o620)],
    ['writable by everybody', () => fs.chmodSync(file(), 0o606)],
    ['a link to a good one', () => linkTo(path.join(root, 'elsewhere'))],
    ['a folder', () => makeFolder()],
    ['sparse and huge', () => fs.truncateSync(file(), CACHE_LIMITS.fileBytes + 1)],
  ])('%s', (_, spoil) => {
    const cache = kept()
    spoil()
    expect(cache.read(NAME)).toBeNull()
  })

  test('the file of another name', () => {
    const cache = kept()
    fs.renameSync(file(), path.join(dir, OTHER))
    expect(cache.read(OTHER)).toBeNull()
  })

  test("another user's", () => {
    kept()
    if (process.getuid?.() !== 0) return // Only root may change the owner of a file.
    const cache = open()
    fs.chownSync(file(), 12_345, 12_345)
    expect(cache.read(NAME)).toBeNull()
  })

  test('and it is made anew', () => {
    const cache = kept()
    changeByte(40)
    expect(cache.write(NAME, BODY)).toBe(true)
    expect(cache.read(NAME)).toEqual(BODY)
  })
})

describe('no cache', () => {
  test.each([0o770, 0o707, 0o777])('in a folder that others may write to: %o', (mode) => {
    kept()
    fs.chmodSync(dir, mode)
    expect(PrivateCache.open(dir)).toBeNull()
  })

  test('through a link', () => {
    kept()
    fs.symlinkSync(dir, path.join(root, 'link'))
    expect(PrivateCache.open(path.join(root, 'link'))).toBeNull()
  })

  test("in another user's folder", () => {
    kept()
    vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1)
    expect(PrivateCache.open(dir)).toBeNull()
    vi.restoreAllMocks()
    expect(PrivateCache.open(dir)).not.toBeNull()
  })

  test('where a file is in the way, or the path is relative', () => {
    fs.writeFileSync(path.join(root, 'file'), '')
    expect(PrivateCache.open(path.join(root, 'file'))).toBeNull()
    expect(PrivateCache.open(path.join(root, 'file', 'deeper'))).toBeNull()
    expect(PrivateCache.open('cache')).toBeNull()
  })
})

test('names cannot lead out of the folder', () => {
  const cache = kept()
  for (const name of ['../x', `../${NAME}`, 'rules', `${NAME}.new`, `RULES-${'0a'.repeat(32)}`, '']) {
    expect(cache.write(name, BODY)).toBe(false)
    expect(cache.read(name)).toBeNull()
  }
  expect(fs.readdirSync(root)).toEqual(['deep'])
})

test('removes the least recently used file, and unfinished ones', () => {
  const cache = open()
  for (let n = 0; n < CACHE_LIMITS.files; n++) {
    cache.write(nth(n), BODY)
    fs.utimesSync(path.join(dir, nth(n)), 1000 + n, 1000 + n)
  }
  fs.writeFileSync(path.join(dir, `${NAME}.x.new`), 'half')
  fs.utimesSync(path.join(dir, `${NAME}.x.new`), 1000, 1000)
  fs.writeFileSync(path.join(dir, `${NAME}.y.new`), 'another writer is at it')
  fs.writeFileSync(path.join(dir, 'notes.txt'), "not the cache's")
  expect(cache.read(nth(0))).toEqual(BODY)
  cache.write(NAME, BODY)
  const left = fs.readdirSync(dir)
  expect(left).toHaveLength(CACHE_LIMITS.files + 2)
  expect(left).toEqual(expect.arrayContaining([NAME, nth(0), nth(2), `${NAME}.y.new`, 'notes.txt']))
  expect(left).not.toContain(nth(1))
})

test('keeps no file that is too large, and leaves nothing behind', () => {
  const cache = open()
  expect(cache.write(NAME, Buffer.alloc(CACHE_LIMITS.fileBytes))).toBe(false)
  expect(fs.readdirSync(dir)).toEqual([])
})

test('several processes write and read one file at once: each sees a whole one', async () => {
  const script = `
    import { PrivateCache } from ${JSON.stringify(path.join(import.meta.dirname, 'private-cache.ts'))}
    const cache = PrivateCache.open(process.argv[1])
    const body = Buffer.alloc(200_000, process.argv[2])
    for (let n = 0; n < 40; n++) {
      if (!cache.write(${JSON.stringify(NAME)}, body)) process.exit(2)
      const read = cache.read(${JSON.stringify(NAME)})
      if (read === null || read.some((byte) => byte !== read[0])) process.exit(3)
    }`
  const writers = ['a', 'b', 'c'].map((letter) =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dir, letter], { stdio: 'ignore' }),
  )
  const ends = await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0] as number))
  expect(ends).toEqual([0, 0, 0])
  expect(fs.readdirSync(dir)).toEqual([NAME])
})

function changeByte(at: number): void {
  const bytes = fs.readFileSync(file())
  bytes[at] = (bytes[at] as number) ^ 1
  fs.writeFileSync(file(), bytes)
}

function makeFolder(): void {
  fs.rmSync(file())
  fs.mkdirSync(file())
}

function linkTo(target: string): void {
  fs.renameSync(file(), target)
  fs.symlinkSync(target, file())
}
