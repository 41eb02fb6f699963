/** `svc mcp`: the Model Context Protocol over stdio, or over HTTP. */
import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { AppError } from '../../platform/errors.ts'
import { Client } from '../../sdk/typescript/src/index.ts'
import { serveMcpHttp } from '../mcp/http.ts'
import { openMcpServer } from '../mcp/server.ts'

export type McpOptions = { readonly apiUrl?: string; readonly apiKey?: string; readonly http?: string | true }

const DEFAULT_ADDRESS = '127.0.0.1:8765'

export async function runMcp({ apiUrl, apiKey, http }: McpOptions): Promise<void> {
  if (apiUrl === undefined) throw new AppError('bad_request', 'SVC_API_URL is required: the address of the API')
  if (http !== undefined) return runHttp({ baseUrl: apiUrl, apiKey }, http === true ? DEFAULT_ADDRESS : http)
  if (apiKey === undefined)
    throw new AppError('bad_request', 'SVC_API_KEY is required: the tools have the rights of this key')
  const transport = new StdioServerTransport()
  await openMcpServer(new Client({ baseUrl: apiUrl, apiKey })).connect(transport)
  await once(process.stdin, 'end')
}

async function runHttp(client: { baseUrl: string; apiKey: string | undefined }, address: string): Promise<void> {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(address) ?? []
  if (port === undefined || Number(port) > 65_535) throw new AppError('bad_request', `not an address: ${address}`)
  const served = await serveMcpHttp({ host: host.replace(/^\[|\]$/g, ''), port: Number(port), client })
  console.log(`ready mcp=${served.url}`)
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  await once(ended.signal, 'abort')
  await served.close()
}
