import { afterEach, expect, test } from 'vitest'
import { SetScanner, type SetScannerOptions, type YaraSet } from './set-scanner.ts'

const opened: SetScanner[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((scanner) => scanner.close()))
})

function open(options?: SetScannerOptions): SetScanner {
  const scanner = new SetScanner(options)
  opened.push(scanner)
  return scanner
}

const setOf = (name: string, text: string): YaraSet => ({ name, sources: [{ file: 'a.yar', text }] })
const wordSet = (name: string, word: string) => setOf(name, `rule word { strings: $a = "${word}" condition: $a }`)
const LOOP = 'for all i in (0..900) : (for all j in (0..900) : (i + j >= 0))'
const SLOW = setOf('slow', `rule slow { condition: ${Array(1000).fill(LOOP).join(' and ')} }`)
const items = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text))
const rules = (result: Awaited<ReturnType<SetScanner['scan']>>) =>
  'found' in result ? result.found.map((matches) => matches.map(({ rule }) => rule)) : result

test('each rule set finds its own matches, and a changed list is a new set', async () => {
  const scanner = open()
  const scanned = items('so evil', 'so good', 'evil and good')
  expect(rules(await scanner.scan(wordSet('acme', 'evil'), scanned))).toEqual([['word'], [], ['word']])
  expect(rules(await scanner.scan(wordSet('globex', 'good'), scanned))).toEqual([[], ['word'], ['word']])
  expect(rules(await scanner.scan(wordSet('acme', 'good'), scanned))).toEqual([[], ['word'], ['word']])
})

test('a scan beyond its time is reported, and the sets of others are loaded again', async () => {
  const scanner = open({ scanMs: 1000 })
  const acme = wordSet('acme', 'evil')
  expect(rules(await scanner.scan(acme, items('evil')))).toEqual([['word']])
  expect(await scanner.scan(SLOW, items('x'))).toEqual({ fault: 'timeout' })
  expect(rules(await scanner.scan(acme, items('evil')))).toEqual([['word']])
})

test('a killed process loses at most the current scan', async () => {
  const scanner = open()
  const acme = wordSet('acme', 'evil')
  await scanner.scan(acme, items('evil'))
  const { pid } = scanner
  expect(pid).not.toBeNull()
  const scanning = scanner.scan(acme, items('evil'))
  process.kill(Number(pid), 'SIGKILL')
  expect([[['word']], { fault: 'engine' }]).toContainEqual(rules(await scanning))
  expect(rules(await scanner.scan(acme, items('evil')))).toEqual([['word']])
  expect(scanner.pid).not.toBe(pid)
})

test('rules that take too long to compile are reported', async () => {
  const scanner = open({ loadMs: 1 })
  expect(await scanner.scan(wordSet('acme', 'evil'), items('evil'))).toEqual({ fault: 'load' })
})

test('sets beyond the bound are evicted and compiled again when needed', async () => {
  const scanner = open({ setChars: 120 })
  const sets = ['one', 'two', 'three', 'four'].map((word) => wordSet(word, word))
  for (const set of [...sets, ...sets]) expect(rules(await scanner.scan(set, items(set.name)))).toEqual([['word']])
})

test('a closed scanner refuses', async () => {
  const scanner = open()
  await scanner.close()
  await expect(scanner.scan(wordSet('acme', 'evil'), items('x'))).rejects.toThrow('closed')
})
