/**
 * The SDKs against a real API, with a proxy between them that corrupts answers: the same scenarios must have the same
 * outcomes.
 */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFaultProxy } from './fault-proxy.ts'
import { findGo, findPython, hasPythonCheckers, SDK } from './languages.ts'
import { compiled, GO_ENV, GO_MODULE, GO_MS, goProgram } from './test-go-programs.ts'
import { ALERTS, HIGH_ALERTS, openTestInstallation, type TestInstallation } from './test-installation.ts'

const run = promisify(execFile)
const python = findPython()
const go = findGo()
let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
}, 120_000)
afterAll(() => installation.close())

const PYTHON_PATH = { PYTHONPATH: path.join(SDK, 'python/src') }

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const dated = (seconds: number, secret: string, body: string) => `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`)}`
const NOW = Math.floor(Date.now() / 1000)
const BODY = '{"event":"honeytoken.triggered","token_name":"ключ"}'
const GOOD = hmac('secret', BODY)

/** Signatures of a webhook: the platform's, and forged ones. */
const SIGNATURES = [
  [true, `sha256=${GOOD}`],
  [true, `sha256=${GOOD.toUpperCase()}`],
  [true, dated(NOW, 'secret', BODY)],
  [false, dated(NOW - 3_600, 'secret', BODY)],
  [false, dated(NOW + 3_600, 'secret', BODY)],
  [false, dated(NOW - 3_600, 'secret', BODY).replace(/t=\d+/, `t=${NOW}`)],
  [false, dated(NOW, 'other', BODY)],
  [false, `sha256=${hmac('other', BODY)}`],
  [false, `sha256=${hmac('secret', `${BODY} `)}`],
  [false, `sha256=${GOOD.slice(0, 62)}`],
  [false, `sha256=${GOOD}00`],
  [false, `sha256=${GOOD}\n`],
  [false, `sha1=${GOOD}`],
  [false, GOOD],
  [false, ''],
].map(([isGood, header]) => ({ isGood, header, body: BODY, secret: 'secret' }))

/** The outcomes of the scenarios, and the titles of the cases that they made. */
async function outcomesOf(name: string, file: string, args: readonly string[], cwd: string): Promise<void> {
  const proxy = await openFaultProxy(installation.url)
  try {
    const { key: API_KEY, email: EMAIL, password: PASSWORD } = installation
    const env = {
      ...process.env,
      ...PYTHON_PATH,
      PROXY: proxy.url,
      API_KEY,
      EMAIL,
      PASSWORD,
      SIGNATURES: JSON.stringify(SIGNATURES),
    }
    const { stdout } = await run(file, args, { cwd, env })
    expect(JSON.parse(stdout)).toEqual({
      pages: Math.ceil(ALERTS / 2),
      alerts: ALERTS,
      filtered: HIGH_ALERTS,
      limited: ALERTS,
      unavailable: ALERTS,
      gateway: ALERTS,
      cut: ALERTS,
      half: ALERTS,
      late: 'problem 503 proxy',
      silent: 'deadline',
      redirect: 'problem 302 proxy',
      page: 'another server',
      none: 'problem 404 not_found',
      invalid: 'problem 422 invalid',
      path: 'refused',
      unknown_key: expect.stringMatching(/^problem 401 /),
      no_key: 'not a key',
      key_of_file: 'not a key',
      once: `${name} once`,
      not_repeated: 'connection',
      comments: 1,
      signed_in: EMAIL,
      signatures: SIGNATURES.map(({ isGood }) => isGood),
      nulls: `${name} changed`,
    })
    // A wait that is longer than the call may take is not begun; a key follows no redirect.
    expect([proxy.count('late'), proxy.count('stolen'), proxy.count('cut-answer')]).toEqual([1, 0, 2])
  } finally {
    await proxy.close()
  }
  const { body } = await installation.api.ask('GET', `cases?search=${name}%20once`, { key: installation.key })
  expect(body.items).toHaveLength(1)
}

test('TypeScript', () => outcomesOf('ts', process.execPath, [path.join(SDK, 'conformance/drive.ts')], SDK))

test.skipIf(python === null)('Python, blocking', () =>
  outcomesOf('py', python ?? '', [path.join(SDK, 'conformance/drive.py')], SDK),
)

test.skipIf(python === null)('Python, async', () =>
  outcomesOf('async', python ?? '', [path.join(SDK, 'conformance/drive.py'), 'async'], SDK),
)

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () =>
  outcomesOf('go', await goProgram(go ?? '', 'conformance'), [], GO_MODULE),
)

test.skipIf(go === null)('the example in Go counts the alerts', { timeout: GO_MS }, async () => {
  const env = { ...process.env, SVC_API_URL: `${installation.url}/`, SVC_API_KEY: installation.key }
  const { stdout } = await run(await goProgram(go ?? '', 'count-alerts'), [], { cwd: GO_MODULE, env })
  expect(stdout).toBe(`${ALERTS}\n`)
})

test.skipIf(go === null)(
  'go vet and gofmt find nothing, and the module needs no other',
  { timeout: GO_MS },
  async () => {
    const cwd = GO_MODULE
    await compiled(go ?? '')
    await run(go ?? '', ['vet', './...'], { cwd, env: { ...process.env, ...GO_ENV } })
    expect((await run('gofmt', ['-l', '.'], { cwd })).stdout).toBe('')
    expect((await run(go ?? '', ['list', '-m', 'all'], { cwd })).stdout.trim().split('\n')).toHaveLength(1)
  },
)

test.skipIf(python === null || !hasPythonCheckers(python))(
  'ruff and mypy --strict find nothing in the Python client',
  async () => {
    const cwd = path.join(SDK, 'python')
    await run(python ?? '', ['-m', 'ruff', 'check', '--no-cache', 'src'], { cwd })
    await run(python ?? '', ['-m', 'mypy', '--cache-dir', '/dev/null'], { cwd })
  },
)

test.skipIf(python === null)('import svc loads neither pydantic nor httpx, and the client no models', async () => {
  const loaded = async (code: string) => {
    const text = `${code}\nimport sys; print([m for m in ('httpx', 'pydantic', 'svc.models', 'svc._resources') if m in sys.modules])`
    return (await run(python ?? '', ['-c', text], { env: { ...process.env, ...PYTHON_PATH } })).stdout.trim()
  }
  expect(await loaded('import svc')).toBe('[]')
  expect(await loaded('import svc; svc.Client("http://127.0.0.1:1", "key")')).toBe("['httpx', 'svc._resources']")
})

test('TypeScript compiles for publishing and is less than 25 kB for a browser', async () => {
  const tsc = path.join(SDK, '../node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', path.join(SDK, 'typescript'), '--noEmit'])
  const entry = path.join(SDK, 'typescript/src/index.ts')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
  })
  const [output] = [built].flat()
  const chunks = output && 'output' in output ? output.output : []
  const bytes = gzipSync(chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('')).length
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(25_000)
})
