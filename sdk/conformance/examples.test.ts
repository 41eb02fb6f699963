/** Runs the examples of the READMEs as written: only addresses, credentials and folders are replaced. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestIngest, type TestIngest } from '../../ingest/http/test-ingest.ts'
import { openFakeSearches } from './fake-searches.ts'
import { findGo, findPython, SDK } from './languages.ts'
import { compiled, GO_ENV, GO_MS } from './test-go-programs.ts'
import { openTestInstallation, type TestInstallation } from './test-installation.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })
const run = promisify(execFile)
const python = findPython()
const go = findGo()
let installation: TestInstallation
let door: TestIngest
let folder: string
beforeAll(async () => {
  installation = await openTestInstallation()
  door = await openTestIngest()
  folder = await mkdtemp(path.join(tmpdir(), 'svc-examples-'))
})
afterAll(async () => {
  await installation.close()
  await door.close()
  await rm(folder, { recursive: true, force: true })
})

async function blocksOf(language: string, fence: string): Promise<string[]> {
  const text = await readFile(path.join(SDK, language, 'README.md'), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)
}

/** Blocks of code of a README; streams never end (`follow.test.ts`), and searches have a server of their own, below. */
async function examplesOf(language: string, fence: string): Promise<string[]> {
  const blocks = await blocksOf(language, fence)
  return blocks
    .filter((code) => !/\bfollow\(|\.kql\(|subscri|verify_?(?:export|audit)/i.test(code))
    .map((code) =>
      code
        .replaceAll('http://127.0.0.1:8000', installation.url)
        .replaceAll('http://127.0.0.1:8081', door.url)
        .replaceAll('/var/lib/my-app/spool', path.join(folder, `${language}-spool`))
        .replace(/(token(?::\s*|=)["'])\.\.\.(["'])/i, '$1push$2')
        .replace(/(api_?key(?::\s*|=)["'])\.\.\.(["'])/i, `$1${installation.key}$2`),
    )
}

const environment = () => ({
  ...process.env,
  PYTHONPATH: path.join(SDK, 'python/src'),
  SVC_API_URL: installation.url,
  SVC_API_KEY: installation.key,
})

const casesMade = async () =>
  (await installation.api.ask('GET', 'cases?search=Suspicious%20sign-in', { key: installation.key })).body.items.length

const pushedBy = (before: number) => door.batches.slice(before).map(({ body }) => JSON.parse(body.toString()).user)

async function works(program: () => Promise<string>): Promise<string> {
  const [batches, cases] = [door.batches.length, await casesMade()]
  const stdout = await program()
  expect(pushedBy(batches)).toEqual(['ada'])
  expect(await casesMade()).toBe(cases + 1)
  return stdout
}

test('TypeScript', async () => {
  const entry = pathToFileURL(path.join(SDK, 'typescript/src/index.ts')).href
  const blocks = await examplesOf('typescript', 'ts')
  expect(blocks).toHaveLength(2)
  const file = path.join(folder, 'example.ts')
  const stdout = await works(async () => {
    let printed = ''
    for (const code of blocks) {
      await writeFile(file, code.replaceAll('@svc/sdk', entry))
      printed += (await run(process.execPath, [file], { env: environment() })).stdout
    }
    return printed
  })
  expect(stdout).toContain('Alert number 0')
})

const TOP_LEVEL_AWAIT = `
import ast, asyncio, inspect, sys
code = compile(sys.argv[1], "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
scope = {}
done = eval(code, scope)
if inspect.iscoroutine(done): asyncio.run(done)
`

test.skipIf(python === null)('Python', async () => {
  const blocks = await examplesOf('python', 'python')
  expect(blocks).toHaveLength(3)
  const stdout = await works(async () => {
    let printed = ''
    for (const code of blocks) {
      const args = ['-c', TOP_LEVEL_AWAIT, `import svc\n${code}`]
      printed += (await run(python ?? '', args, { env: environment() })).stdout
    }
    return printed
  })
  expect(stdout).toContain('Alert number 0')
})

/** Errors that an example leaves unread are checked, and its loops print their items. */
function wholeGo(blocks: readonly string[]): string {
  const body = blocks
    .map((code) =>
      code.replace(/^(for (\w+), (\w+) := range .*\{\n)\t\.\.\.$/gm, '$1\tmust($3)\n\tfmt.Println($2.Title)'),
    )
    .map((code) => code.replace(/^(\w+, err :?= |err :?= )(.*)$/gm, '$1$2\nmust(err)'))
    .join('\n')
  return goMain(['context', 'fmt', 'time'], `${body}\n_ = opened`)
}

function goMain(packages: readonly string[], body: string): string {
  const imports = packages.map((name) => `"${name}"`).join('\n')
  return `package main
import (
${imports}
svc "github.com/svc/svc/sdk/go"
)
func must(err error) { if err != nil { panic(err) } }
func main() {
ctx := context.Background()
${body}
}
`
}

async function writeGoModule(module: string, main: string): Promise<void> {
  await mkdir(module)
  await writeFile(path.join(module, 'main.go'), main)
  const replaced = `replace github.com/svc/svc/sdk/go => ${path.join(SDK, 'go')}`
  const required = 'require github.com/svc/svc/sdk/go v0.0.0'
  await writeFile(path.join(module, 'go.mod'), `module example\ngo 1.24\n${required}\n${replaced}\n`)
}

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () => {
  await compiled(go ?? '')
  const blocks = await examplesOf('go', 'go')
  expect(blocks).toHaveLength(2)
  const module = path.join(folder, 'go')
  await writeGoModule(module, wholeGo(blocks))
  const stdout = await works(
    async () => (await run(go ?? '', ['run', '.'], { cwd: module, env: { ...environment(), ...GO_ENV } })).stdout,
  )
  expect(stdout).toContain('Alert number 0')
})

describe('the searches of the README', () => {
  let server: Awaited<ReturnType<typeof openFakeSearches>>
  beforeAll(async () => {
    server = await openFakeSearches()
  })
  afterAll(() => server.close())

  const searchesOf = async (language: string, fence: string) => {
    const blocks = (await blocksOf(language, fence)).filter((code) => /\.kql\(/i.test(code))
    expect(blocks).toHaveLength(1)
    return blocks.join('')
  }
  /** Both events of the search, and the rows of the table where the example prints them. */
  async function finds(file: string, args: readonly string[], cwd: string, more: object = {}): Promise<string> {
    const env = { ...environment(), SVC_API_URL: server.url, SVC_API_KEY: 'svc_any', ...more }
    const { stdout } = await run(file, args, { cwd, env })
    expect(stdout.match(/2026-01-02T\d\d/g) ?? stdout.match(/2026-01-02 \d\d/g)).toHaveLength(2)
    return stdout
  }

  test('in TypeScript', async () => {
    const entry = pathToFileURL(path.join(SDK, 'typescript/src/index.ts')).href
    const file = path.join(folder, 'searches.ts')
    const begin = `import { Client } from '${entry}'\nconst client = new Client()\n`
    await writeFile(file, begin + (await searchesOf('typescript', 'ts')))
    expect(await finds(process.execPath, [file], folder)).toContain('bob')
  })

  test.skipIf(python === null)('in Python', async () => {
    const code = `import svc\nclient = svc.Client()\n${await searchesOf('python', 'python')}`
    expect(await finds(python ?? '', ['-c', code], folder)).toContain('bob')
  })

  test.skipIf(go === null)('in Go', { timeout: GO_MS }, async () => {
    await compiled(go ?? '')
    const module = path.join(folder, 'go-searches')
    const code = (await searchesOf('go', 'go'))
      .replace(/^\t\.\.\.$/m, '\tmust(err)\n\tfmt.Println(event.Time)')
      .replace(/^(table, err := .*)$/m, '$1\nmust(err)\nfmt.Println(len(table.Rows))')
    const begin = `client, err := svc.NewClient(svc.Options{})\nmust(err)\n`
    await writeGoModule(module, goMain(['context', 'fmt'], begin + code))
    expect(await finds(go ?? '', ['run', '.'], module, GO_ENV)).toMatch(/^2$/m)
  })
})
