/** The packages of the clients as the linters of their ecosystems read them. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findGo, findPackageChecks, findStaticcheck, SDK } from './languages.ts'
import { GO_ENV, GO_MODULE, GO_MS } from './test-go-programs.ts'

const run = promisify(execFile)
const go = findGo()
const staticcheck = findStaticcheck()
const checks = findPackageChecks()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'svc-packages-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(go === null || staticcheck === null)(
  'staticcheck finds nothing in the Go module',
  { timeout: GO_MS },
  async () => {
    const env = { ...process.env, ...GO_ENV, STATICCHECK_CACHE: path.join(folder, 'staticcheck') }
    const { stdout } = await run(staticcheck ?? '', ['./...'], { cwd: GO_MODULE, env })
    expect(stdout).toBe('')
  },
)

/** Packs in a copy: what is built would stand beside the sources, and be read as one of them. */
async function packed(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const beside = await mkdtemp(path.join(folder, 'sdk-'))
  const cwd = path.join(beside, name)
  await cp(path.join(SDK, name), cwd, { recursive: true, filter: (file) => path.basename(file) !== 'dist' })
  for (const file of ['build-tools.mjs', 'pack-manifest.mjs']) await cp(path.join(SDK, file), path.join(beside, file))
  await symlink(path.join(SDK, '../node_modules'), path.join(beside, 'node_modules'))
  const before = await readFile(path.join(cwd, 'package.json'), 'utf8')
  const env = { ...process.env, ...more }
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', beside], { cwd, env })
  expect(await readFile(path.join(cwd, 'package.json'), 'utf8')).toBe(before)
  const [{ filename }] = JSON.parse(stdout)
  return path.join(beside, filename)
}

test('npm has no script to warn of in the TypeScript package', { timeout: 300_000 }, async () => {
  const modules = path.join(SDK, '../node_modules/.bin')
  const file = await packed('typescript', { PATH: `${modules}${path.delimiter}${process.env.PATH}` })
  const { stdout } = await run('tar', ['-xOzf', file, 'package/package.json'])
  const { scripts = {}, exports } = JSON.parse(stdout)
  expect(Object.keys(scripts).filter((name) => /install$|^prepare$/.test(name))).toEqual([])
  const { stdout: entry } = await run('tar', ['-xOzf', file, `package/${exports['.'].default}`.replace('/./', '/')])
  expect(entry).toContain('Client')
})

test.skipIf(checks === null)(
  'publint and attw find nothing in the TypeScript package',
  { timeout: 300_000 },
  async () => {
    const modules = path.join(SDK, '../node_modules/.bin')
    const env = { ...process.env, PATH: `${checks}${path.delimiter}${modules}${path.delimiter}${process.env.PATH}` }
    const file = await packed('typescript', { PATH: env.PATH })
    await run('publint', [file, '--strict'], { cwd: folder, env })
    // The package is of ES modules alone, which `require` of an older Node does not load.
    await run('attw', [file, '--profile', 'esm-only', '--format', 'ascii'], { cwd: folder, env })
  },
)
