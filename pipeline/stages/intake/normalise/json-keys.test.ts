import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a fresh process, because it depends on the objects that were parsed before. */
test('V8 still takes a key that ends in an escaped quote for an earlier one (decision 0013 goes when it does not)', () => {
  const texts = [String.raw`{"a\\":1}`, String.raw`{"a\"":1}`]
  const program = `console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => Object.keys(JSON.parse(text))[0])))`
  const keys: unknown = JSON.parse(
    execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: 60_000 }),
  )
  expect(keys).toEqual(['a\\', 'a\\'])
})
