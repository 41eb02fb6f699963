/** The packages of the clients as the linters of their ecosystems read them. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
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

test.skipIf(checks === null)(
  'publint and attw find nothing in the TypeScript package',
  { timeout: 300_000 },
  async () => {
    // In a copy: what is built would stand beside the sources, and be read as one of them.
    const cwd = path.join(folder, 'typescript')
    const source = path.join(SDK, 'typescript')
    await cp(source, cwd, { recursive: true, filter: (file) => path.basename(file) !== 'dist' })
    await cp(path.join(SDK, 'build-tools.mjs'), path.join(folder, 'build-tools.mjs'))
    await symlink(path.join(SDK, '../node_modules'), path.join(folder, 'node_modules'))
    const modules = path.join(SDK, '../node_modules/.bin')
    const env = { ...process.env, PATH: `${checks}${path.delimiter}${modules}${path.delimiter}${process.env.PATH}` }
    const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd, env })
    const [{ filename }] = JSON.parse(stdout)
    const packed = path.join(folder, filename)
    await run('publint', [packed, '--strict'], { cwd, env })
    // The package is of ES modules alone, which `require` of an older Node does not load.
    await run('attw', [packed, '--profile', 'esm-only', '--format', 'ascii'], { cwd, env })
  },
)
