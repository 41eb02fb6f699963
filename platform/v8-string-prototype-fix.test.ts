import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const IS_FAST = 'console.log(%HasFastProperties(String.prototype))'

/** Output of a child process in which V8 reports how it stores objects. */
function printed(script: string): string {
  const run = spawnSync(process.execPath, ['--allow-natives-syntax', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  return run.stdout.trim() || run.stderr
}

const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

it('string methods stay fast in the engine, even if a class is derived from String', () => {
  const derive = 'class Text extends String {}'
  const keep = `(await import(${from('./v8-string-prototype-fix.ts')})).keepStringsFast()`
  expect(printed(`${derive}; ${IS_FAST}`)).toBe('false')
  expect(printed(`${keep}; ${derive}; ${IS_FAST}`)).toBe('true')
  expect(printed(`${derive}; ${keep}; ${IS_FAST}`)).toBe('true')
})

it('also in a process with a Redis client, which derives from String', () => {
  const open = `const { openRedis } = await import(${from('../stores/redis/open.ts')})`
  expect(printed(`${open}; openRedis('redis://127.0.0.1:1'); ${IS_FAST}; process.exit()`)).toBe('true')
})
