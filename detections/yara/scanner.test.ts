import { afterEach, expect, test } from 'vitest'
import { YARA_LIMITS } from './limits.ts'
import { openYaraScanner, type ScannerOptions, type YaraScanner } from './scanner.ts'

const opened: YaraScanner[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((scanner) => scanner.close()))
})

async function open(text: string, options?: ScannerOptions): Promise<YaraScanner> {
  const scanner = await openYaraScanner([{ file: 'a.yar', text }], options)
  opened.push(scanner)
  return scanner
}

const RULES = `rule plain { strings: $a = "evil" condition: $a }
rule bad { condition: nope }`
/** Each loop is as long as the engine lets pass; all of them take many seconds. */
const LOOP = 'for all i in (0..900) : (for all j in (0..900) : (i + j >= 0))'
const SLOW = `rule slow { condition: uint8(0) == 33 and ${Array(1000).fill(LOOP).join(' and ')} }
${RULES}`
const bytes = (text: string) => Buffer.from(text)

test('scans bytes in another process, and reports rules that did not compile', async () => {
  const scanner = await open(RULES)
  expect(scanner.report).toMatchObject({ rules: 1, faults: [{ file: 'a.yar', line: 2 }] })
  expect(await scanner.scan(bytes('so evil'))).toMatchObject({ matches: [{ rule: 'plain', file: 'a.yar' }] })
  expect(await scanner.scan(bytes(''))).toEqual({ matches: [] })
})

test('a scan beyond its time is stopped without blocking the caller, and the next scan works', async () => {
  const scanner = await open(SLOW, { scanMs: 300 })
  const slow = scanner.scan(bytes('!'))
  const next = scanner.scan(bytes('evil'))
  let turns = 0
  const counting = setInterval(() => turns++, 10)
  expect(await slow).toEqual({ fault: 'timeout' })
  clearInterval(counting)
  expect(turns).toBeGreaterThan(2)
  expect(await next).toMatchObject({ matches: [{ rule: 'plain' }] })
})

test('refuses too many bytes and too many scans immediately', async () => {
  const scanner = await open(RULES)
  expect(await scanner.scan(new Uint8Array(YARA_LIMITS.scanBytes + 1))).toEqual({ fault: 'too_large' })
  const all = await Promise.all(Array.from({ length: YARA_LIMITS.waiting + 1 }, () => scanner.scan(bytes('evil'))))
  expect(all.filter((result) => 'matches' in result)).toHaveLength(YARA_LIMITS.waiting)
  expect(all.at(-1)).toEqual({ fault: 'busy' })
})

test('a closed scanner reports that it is closed', async () => {
  const scanner = await open(SLOW)
  const waiting = [scanner.scan(bytes('!')), scanner.scan(bytes('x'))]
  await scanner.close()
  expect(await Promise.all(waiting)).toEqual([{ fault: 'closed' }, { fault: 'closed' }])
  expect(await scanner.scan(bytes('x'))).toEqual({ fault: 'closed' })
})

/** Each step inside doubles what the engine compiles. */
const ENDLESS = `rule endless { condition: ${'uint8('.repeat(30)}1${')'.repeat(30)} == 1 }`

test("a file that delays the engine's start is a fault, and other files are loaded", async () => {
  const files = [
    { file: 'a.yar', text: RULES },
    { file: 'endless.yar', text: ENDLESS },
  ]
  const scanner = await openYaraScanner(files, { loadMs: 3_000 })
  opened.push(scanner)
  const endless = { file: 'endless.yar', line: 0, reason: 'takes too long to compile' }
  expect(scanner.report).toMatchObject({ rules: 1, faults: [endless, { file: 'a.yar', line: 2 }] })
  expect(await scanner.scan(bytes('so evil'))).toMatchObject({ matches: [{ rule: 'plain', file: 'a.yar' }] })
})

test('searches for the failing files within the time limit, and reports files that were not tried', async () => {
  const files = ['endless.yar', 'other.yar'].map((file) => ({ file, text: ENDLESS }))
  const scanner = await openYaraScanner(files, { loadMs: 500, searchMs: 0 })
  opened.push(scanner)
  const reason = 'was not tried: a file that it came with took the time'
  expect(scanner.report).toMatchObject({ rules: 0, names: [], faults: files.map(({ file }) => ({ file, reason })) })
})

test('nesting that would crash the engine is a fault with its line', async () => {
  const deep = (before: string, after: string) => `${before.repeat(20_000)}true${after.repeat(20_000)}`
  const scanner = await open(`rule brackets { condition: ${deep('(', ')')} }
rule prefixes { condition: ${deep('not ', '')} }
${RULES}`)
  const reason = 'nested more than 48 deep'
  expect(scanner.report).toMatchObject({ rules: 1, faults: [{ line: 1, reason }, { line: 2, reason }, { line: 4 }] })
})
