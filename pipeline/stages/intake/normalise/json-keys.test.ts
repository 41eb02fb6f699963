import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a new process, because the fault depends on which objects were parsed before. */
test('V8 still confuses a key that ends in an escaped quote with an earlier key (remove decision 0013 when it does not)', () => {
  const texts = [String.raw`{"a\\":1}`, String.raw`{"a\"":1}`]
  const program = `console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => Object.keys(JSON.parse(text))[0])))`
  const keys: unknown = JSON.parse(
    execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: 60_000 }),
  )
  expect(keys).toEqual(['a\\', 'a\\'])
})
