/**
 * Runs docs/first-alert.md as it is written, as a newcomer who has only the packages: `npm run test:long --
 * first-alert`.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findGo, SDK } from '../../sdk/conformance/languages.ts'
import { Instance } from './instance.ts'

const run = promisify(execFile)
const PAGE = path.join(import.meta.dirname, '../../docs/first-alert.md')
const EMAIL = 'admin@demo.example'
const go = findGo()

let instance: Instance
let folder: string
let page: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  page = await readFile(PAGE, 'utf8')
  folder = await mkdtemp(path.join(tmpdir(), 'svc-first-alert-'))
  await cp(SDK, path.join(folder, 'sdk'), {
    recursive: true,
    filter: (from) => !/[\\/](?:node_modules|dist)$/.test(from),
  })
  instance = await Instance.start()
  const token = await instance.token('demo')
  const password = (await instance.svc('admin', 'bootstrap', '--email', EMAIL, '--tenant', 'demo')).trim()
  env = {
    // A registry may need a proxy, whose settings and certificates are in the environment.
    ...{ ...process.env, SVC_CLI_CONFIG: path.join(folder, 'credentials.json') },
    ...{ SVC_API_URL: instance.apiUrl, SVC_INGEST_URL: instance.ingestUrl, SVC_INGEST_TOKEN: token },
  }
  await shell(`npm install --prefix cli $(npm pack --silent ./sdk/cli)`)
  env.PATH = `${path.join(folder, 'cli/node_modules/.bin')}:${env.PATH}`
  await shell(`echo '${password}' | svc-cli login ${instance.apiUrl} --email ${EMAIL}`)
  for (const line of page.split('\n').filter((one) => one.startsWith('    $ export ') && one.includes('svc-cli'))) {
    const [, name = '', command = ''] = /export (\w+)=\$\((.*)\)$/.exec(line) ?? []
    env[name] = (await shell(command)).trim()
  }
  expect(env.SVC_API_KEY).toMatch(/^svc_/)
})
afterAll(async () => {
  await instance.remove()
  await rm(folder, { recursive: true, force: true })
})

async function shell(command: string): Promise<string> {
  return (await run('sh', ['-c', command], { cwd: folder, env, maxBuffer: 1 << 24 })).stdout
}

/** The program for a language, and the commands before it. */
function section(heading: string): { program: string; commands: string[] } {
  const [, text = ''] = new RegExp(`\n## ${heading}\n(.*?)(?=\n## |$)`, 's').exec(page) ?? []
  const [, program = ''] = /^```\w+\n(.*?)^```$/ms.exec(text) ?? []
  return { program, commands: [...text.matchAll(/^ {4}\$ (.*)$/gm)].map(([, command = '']) => command) }
}

async function runSection(heading: string, file: string, prepare = ''): Promise<string> {
  const { program, commands } = section(heading)
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
  await writeFile(path.join(folder, file), program)
  return shell([prepare, ...commands].filter((one) => one !== '').join(' && '))
}

test('Python', async () => {
  const printed = await runSection('Python', 'first.py', 'python3 -m venv own && . own/bin/activate')
  expect(printed).toContain('high Shadow Copies Deleted on python-laptop')
})

test('TypeScript', async () => {
  expect(await runSection('TypeScript', 'first.mjs', 'npm init --yes > made.json')).toContain(
    'high Shadow Copies Deleted on node-laptop',
  )
})

test.skipIf(go === null)('Go', async () => {
  expect(await runSection('Go', 'first.go')).toContain('high Shadow Copies Deleted on go-laptop')
})

test('a terminal', async () => {
  const { commands } = section('A terminal')
  expect(await shell(commands.join(' && '))).toContain('Shadow Copies Deleted on shell-laptop')
})
