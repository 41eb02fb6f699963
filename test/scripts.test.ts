/** CONTRIBUTING must name every script and no others, and each script must start. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const CONTRIBUTING = fs.readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const NAMED = [...CONTRIBUTING.matchAll(/\bnpm (?:run )?([a-z][a-z:0-9]*)\b/g)].map(([, name = '']) => name)
/** Commands of npm itself. */
const OF_NPM = new Set(['are', 'install'])

/**
 * For scripts that would run for long: arguments that end them early, and the expected output. This shows that all
 * their imports exist.
 */
const STARTED: Readonly<Record<string, readonly [args: string, says: RegExp]>> = {
  bench: ['no-such-bench', /no bench no-such-bench/],
  soak: ['--no-such-option', /Unknown option '--no-such-option'/],
  sim: ['--seed 1 --steps 20', /1 seeds from 1, .*: 0 wrong/],
  chaos: ['--no-such-option', /Unknown option '--no-such-option'/],
  eval: ['--no-such-option', /Unknown option '--no-such-option'/],
  fuzz: ['no-such-file', /no file with properties has no-such-file in its path/],
  'fuzz:api': ['--no-such-option', /Unknown option '--no-such-option'/],
  'e2e:corpus': ['', /SKIPPED/],
  'hunt:corpus': ['', /SKIPPED/],
  'fuse:corpus': ['', /SKIPPED/],
  'kafka:broker': ['--no-such-option', /Unknown option '--no-such-option'/],
  'test:browser': ['no-such-file --passWithNoTests', /No test files found/],
  'test:long': ['no-such-file --passWithNoTests', /No test files found/],
  spec: ['--no-such-option', /Unknown option '--no-such-option'/],
  unit: ['platform/hash.test.ts --passWithNoTests', /passed|No test files found/],
  start: ['--help', /Usage: svc demo/],
}
/** Scripts that the tests run completely elsewhere: in `bin/test.mjs`, or in the named file. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  test: 'bin/test.mjs',
  lint: 'bin/test.mjs',
  types: 'bin/test.mjs',
  boundaries: 'bin/test.mjs',
  deadcode: 'bin/test.mjs',
  console: 'services/console/build.ts',
  kernel: 'platform/kernel/build.test.ts',
  'kafka:client': 'test/kafka-setup.ts',
}
/** Scripts that write files of the project: `lint` checks the same without writing. */
const WRITES = ['format']

test('CONTRIBUTING names existing scripts, and every script', () => {
  const named = new Set(NAMED.filter((name) => !OF_NPM.has(name)))
  expect([...named].filter((name) => scripts[name] === undefined)).toEqual([])
  expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([])
})

test('the tests run every script', () => {
  const run = [...Object.keys(STARTED), ...Object.keys(RUN_ELSEWHERE), ...WRITES]
  expect(run.sort()).toEqual(Object.keys(scripts).sort())
})

test('the files that scripts run exist', () => {
  for (const [name, script] of Object.entries(scripts))
    for (const [file] of script.matchAll(/[\w@./-]+\.(?:ts|mjs|js)\b|node_modules\/[\w@./-]+/g))
      expect(fs.existsSync(path.join(ROOT, file)), `${name}: ${file}`).toBe(true)
  for (const file of Object.values(RUN_ELSEWHERE)) expect(fs.existsSync(path.join(ROOT, file)), file).toBe(true)
})

test('no script needs a program that exists only in a shell of npm', () => {
  for (const [name, script] of Object.entries(scripts))
    for (const part of script.split('&&')) expect(part.trim().split(' ')[0], name).toBe('node')
})

test.each(Object.entries(STARTED))('npm run %s starts', async (name, [args, says]) => {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` }
  const quiet = { ...env, SVC_CORPORA: '', SVC_CORPORA_DIR: '', NODE_OPTIONS: '', VITEST: '' }
  const child = spawn('/bin/sh', ['-c', `${scripts[name]} ${args}`], { cwd: ROOT, env: quiet })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(`${out}${err}`).toMatch(says)
})
