/** `svc mcp` as a program: the official client of TypeScript over stdio and over streamable HTTP. */
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { serveMcpHttp } from './http.ts'
import { driveClient } from './test-drive-client.ts'
import { huntsAround, outcomesOf } from './test-outcomes.ts'
import { type McpInstallation, openMcpInstallation } from './test-world.ts'

const engine = useEngine({ migrated: true })
let installation: McpInstallation
beforeAll(async () => {
  installation = await openMcpInstallation(engine)
}, 120_000)
afterAll(() => installation.close())

async function conforms(open: () => Promise<Transport>): Promise<void> {
  const hunts = huntsAround(installation)
  try {
    expect(await driveClient(open, installation.world, () => hunts.afterCancel())).toEqual(
      outcomesOf(installation.world),
    )
  } finally {
    await hunts.stop()
  }
}

test('over stdio', { timeout: 120_000 }, () =>
  conforms(async () => {
    const { url, toolsKey } = installation
    return new StdioClientTransport({
      command: process.execPath,
      args: [path.join(import.meta.dirname, '../cli/main.ts'), 'mcp'],
      env: { ...(process.env as Record<string, string>), SVC_API_URL: url, SVC_API_KEY: toolsKey },
    })
  }),
)

test('over streamable HTTP', { timeout: 120_000 }, async () => {
  const served = await serveMcpHttp({ host: '127.0.0.1', port: 0, client: { baseUrl: installation.url } })
  try {
    await conforms(async () => {
      const headers = { 'x-api-key': installation.toolsKey }
      return new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }) as Transport
    })
  } finally {
    await served.close()
  }
})

test('an indicator as reports write it is looked for in events and among all indicators', {
  timeout: 120_000,
}, async () => {
  const { api, url, toolsKey } = installation
  const author = await installation.keyWith(['threat_intel:write'])
  const ioc = { ioc_type: 'ip', value: '203.0.113.9', severity: 'high' }
  expect(await api.ask('POST', 'intel/iocs', { key: author, body: ioc })).toMatchObject({ status: 201 })
  const served = await serveMcpHttp({ host: '127.0.0.1', port: 0, client: { baseUrl: url } })
  const client = new Client({ name: 'test', version: '1' })
  try {
    const requestInit = { headers: { 'x-api-key': toolsKey } }
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit }) as Transport)
    const { content } = await client.callTool({ name: 'seen_indicator', arguments: { value: '203[.]0[.]113[.]9' } })
    const [{ text = '' } = {}] = content as { text?: string }[]
    expect(text).toContain('"seen":true')
    expect(text).toContain('"verdict":"listed"')
  } finally {
    await client.close()
    await served.close()
  }
})
