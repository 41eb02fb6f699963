/**
 * The image must hold all files that the program reads at run time: a service without its data files would start and
 * answer 503.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROLE_FLAGS } from '../platform/node-flags.ts'
import { PROGRAM_FOLDERS } from './cruise.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** Matches the path of a file or folder that a module reads, relative to the module. */
const READ = /(?:new URL\('([^']+)', import\.meta\.url\)|join\(import\.meta\.dirname, '([^']+)')/g
/** Files that the image does not need: they are read by the command `demo`, or by generators that run in a checkout. */
const NOT_IN_THE_IMAGE = ['docs/errors.md', 'samples', 'docs/configuration.md']

function filesRead(): { readonly by: string; readonly file: string }[] {
  const modules = PROGRAM_FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => /\.ts$/.test(file) && !/\.(?:test|long)\.ts$|node_modules/.test(file)),
  )
  return modules.flatMap((by) =>
    [...fs.readFileSync(path.join(ROOT, by), 'utf8').matchAll(READ)].map(([, url, joined]) => ({
      by,
      file: path.join(path.dirname(by), url ?? joined ?? '').replace(/\/$/, ''),
    })),
  )
}

test('every file that the program reads is there, and none of them is left out of the image', () => {
  const ignored = fs
    .readFileSync(path.join(ROOT, 'docker/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]+$/.test(line))
  expect(ignored).toEqual(expect.arrayContaining(['bench', 'samples', 'test']))
  const read = filesRead()
  expect(read.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['detections/content/rules', 'stores/postgres/migrations', 'api/graphql/schema.graphql']),
  )
  for (const { by, file } of read.filter(({ file }) => !NOT_IN_THE_IMAGE.includes(file))) {
    expect([by, file, fs.existsSync(path.join(ROOT, file))]).toEqual([by, file, true])
    expect([by, file, ignored.includes(file.split('/')[0] ?? '')]).toEqual([by, file, false])
  }
})

test('only commands for development read files that the image leaves out', () => {
  const left = filesRead().filter(({ file }) => NOT_IN_THE_IMAGE.includes(file))
  expect(left.map(({ by }) => by).sort()).toEqual([
    'api/error-reference.ts',
    'services/cli/samples.ts',
    'services/config-reference.ts',
  ])
})

test('the image runs the command line with the flags of every process, and contains it', () => {
  const dockerfile = fs.readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8')
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(entry).toEqual(['tini', '--', 'node', ...ROLE_FLAGS, 'bin/cli.mjs'])
  expect(fs.existsSync(path.join(ROOT, 'bin/cli.mjs'))).toBe(true)
})
