import { expect, test } from 'vitest'
import { RULE_KIND } from '../../detections/tenant/documents.ts'
import { YaraTexts } from '../../detections/tenant/yara-texts.ts'
import type { SetResult, YaraSet } from '../../detections/yara/set-scanner.ts'
import { CarefulScanner } from './careful-scanner.ts'

const FILES = 1_200
const COMPILE_MS = 8

/** A collection of rule files that behaves by `judge`, given the set of files; each file takes some time to compile. */
function collection(judge: (files: ReadonlySet<string>) => SetResult) {
  const clock = { nowMs: 0, now: () => clock.nowMs, wait: async () => {} }
  const stopped: string[] = []
  const book = new YaraTexts({ stopped: (_, file) => stopped.push(file) })
  for (let n = 0; n < FILES; n++)
    book.change('acme', RULE_KIND, `${n}`, {
      language: 'yara',
      file: `${n}.yar`,
      text: `rule r${n} { condition: true }`,
    })
  const scan = async ({ sources }: YaraSet, items: readonly Uint8Array[]): Promise<SetResult> => {
    clock.nowMs += sources.length * COMPILE_MS
    const result = judge(new Set(sources.map(({ file }) => file)))
    return 'found' in result ? { ...result, found: items.map(() => []) } : result
  }
  return { scanner: new CarefulScanner(book, { scan, drop: async () => {} }, clock), stopped }
}

const fine = (cpuMs: number): SetResult => ({ found: [[]], cpuMs })
const items = [Buffer.from('x')]

test.each([[[0]], [[FILES - 1]], [[7, 700]]])('stops only the failing files %j of a large collection', async (bad) => {
  const names = bad.map((n) => `${n}.yar`)
  const { scanner, stopped } = collection((files) =>
    names.some((file) => files.has(file)) ? { fault: 'timeout' } : fine(1),
  )
  expect((await scanner.scan('acme', items)).found).toHaveLength(1)
  expect(stopped).toEqual(names)
})

test('stops files together that only fail together', async () => {
  const { scanner, stopped } = collection((files) => (files.size > FILES / 2 ? { fault: 'load' } : fine(1)))
  await scanner.scan('acme', items)
  expect(stopped).toHaveLength(FILES)
})

test('stops the most expensive file of a large collection', async () => {
  const { scanner, stopped } = collection((files) => fine(files.size / 100 + (files.has('900.yar') ? 9_000 : 0)))
  await scanner.scan('acme', Array<Uint8Array>(256).fill(Buffer.from('x')))
  expect(stopped).toEqual(['900.yar'])
})

test('leaves out a file that another process stopped, until the file changes', () => {
  const book = new YaraTexts()
  const source = (file: string) => ({ language: 'yara', file, text: 'rule r { condition: true }' })
  book.change('acme', RULE_KIND, '1', source('a.yar'), 4)
  book.change('acme', RULE_KIND, '2', source('b.yar'), 5)
  book.change('globex', RULE_KIND, '3', source('a.yar'), 6)
  const files = (tenant: string) => book.sourcesOf(tenant).map(({ file }) => file)
  const stopOf = (ruleId: string, version: string) => ({ tenant: 'acme', ruleId, version })
  const stops = [stopOf('a.yar', '4.0'), stopOf('b.yar', '4.0'), stopOf('c.yar', '0.0')]
  book.learn(stops)
  expect([files('acme'), files('globex')]).toEqual([['b.yar'], ['a.yar']])
  book.change('acme', RULE_KIND, '1', source('a.yar'), 7)
  book.learn(stops)
  expect(files('acme')).toEqual(['a.yar', 'b.yar'])
  const [stopped] = book.stop('acme', ['a.yar'], 'takes too long')
  expect(stopped?.matched).toContainEqual({ field: 'rule.version', value: '7.0' })
})
