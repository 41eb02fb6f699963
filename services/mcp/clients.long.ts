/**
 * `svc mcp` with the programs that other people use: the official client of Python over stdio and over streamable HTTP, and
 * the inspector's command line. `npm run test:long -- services/mcp`.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { pythonWith } from '../../test/python.ts'
import { serveMcpHttp } from './http.ts'
import { callsOf } from './test-drive-client.ts'
import { huntsAround, outcomesOf } from './test-outcomes.ts'
import { type McpInstallation, openMcpInstallation } from './test-world.ts'

const MCP_OF_PYTHON = '2.3.0'
const INSPECTOR = '@modelcontextprotocol/inspector@0.15.0'
const MAIN = path.join(import.meta.dirname, '../cli/main.ts')

const run = promisify(execFile)
const python = pythonWith('mcp', MCP_OF_PYTHON, 'mcp')
if (python.missing !== undefined) console.warn(`SKIPPED: mcp: ${python.missing}`)

const engine = useEngine({ migrated: true })
let installation: McpInstallation
beforeAll(async () => {
  installation = await openMcpInstallation(engine)
})
afterAll(() => installation.close())

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, SVC_API_URL: installation.url, SVC_API_KEY: installation.toolsKey }
}

async function pythonConforms(...args: string[]): Promise<void> {
  const { world } = installation
  const hunts = huntsAround(installation)
  const env = {
    ...environment(),
    WORLD: JSON.stringify(world),
    CALLS: JSON.stringify(callsOf(world)),
    COMMAND: JSON.stringify([process.execPath, MAIN, 'mcp']),
  }
  const driver = spawn(python.path, [path.join(import.meta.dirname, 'drive_client.py'), ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(driver, 'exit')
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: driver.stdout })) {
      lines.push(line)
      if (line !== 'cancelled') continue
      await hunts.afterCancel()
      driver.stdin.write('\n')
    }
    expect(await ended).toEqual([0, null])
  } finally {
    driver.kill('SIGKILL')
    await hunts.stop()
  }
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual(outcomesOf(world))
}

test.skipIf(python.missing !== undefined)('Python over stdio', () => pythonConforms())

test.skipIf(python.missing !== undefined)('Python over streamable HTTP', async () => {
  const served = await serveMcpHttp({ host: '127.0.0.1', port: 0, client: { baseUrl: installation.url } })
  try {
    await pythonConforms(served.url)
  } finally {
    await served.close()
  }
})

/** Sends one request of the MCP inspector to a server started for it. */
async function inspected(method: string, ...args: string[]) {
  const inspector = ['exec', '--yes', `--package=${INSPECTOR}`, '--', 'mcp-inspector', '--cli']
  const command = [process.execPath, MAIN, 'mcp', '--method', method, ...args]
  const { stdout } = await run('npm', [...inspector, ...command], { env: environment(), maxBuffer: 1 << 24 })
  return JSON.parse(stdout)
}

test('the inspector lists everything, and calls the tools that change nothing', async () => {
  const { world } = installation
  const { tools, resources, prompts } = outcomesOf(world)
  const listed = await inspected('tools/list')
  expect(listed.tools.map(({ name }: { name: string }) => name).sort()).toEqual(tools)
  expect((await inspected('resources/list')).resources.map(({ uri }: { uri: string }) => uri)).toEqual(resources)
  expect((await inspected('prompts/list')).prompts.map(({ name }: { name: string }) => name)).toEqual(prompts)
  const argument = ([name, value]: [string, unknown]) => ['--tool-arg', `${name}=${value}`]
  const quick = Object.entries(callsOf(world)).filter(
    ([name]) => !/^(add_comment|request_action|run_hunt|test_rule)$/.test(name),
  )
  for (const [name, args] of quick) {
    const answer = await inspected('tools/call', '--tool-name', name, ...Object.entries(args).flatMap(argument))
    expect([name, answer.isError ?? false]).toEqual([name, false])
  }
  // The inspector's command line cannot ask a person, so it changes nothing.
  const body = ['--tool-arg', `case_id=${world.case}`, '--tool-arg', 'body=not this']
  const refused = await inspected('tools/call', '--tool-name', 'add_comment', ...body)
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('nothing was done') }] })
})
