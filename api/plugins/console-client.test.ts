/** Whose address a request has: with the token of the console, with another one, behind proxies that are trusted or not. */
import proxyAddr from '@fastify/proxy-addr'
import fastify from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { ApiDeps } from '../deps.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { CONSOLE_TOKEN_HEADER, consoleClientPlugin } from './console-client.ts'

const TOKEN = 'a-token-of-this-installation'
const logged: string[] = []

async function seen(
  headers: Record<string, string>,
  { trustedProxies = [] as string[], consoleToken = TOKEN as string | null } = {},
): Promise<{ ip: string; host: string }> {
  const app = fastify({ trustProxy: trustedProxies.length > 0 ? proxyAddr.compile(trustedProxies) : false })
  const log = pino({}, { write: (line: string) => logged.push(line) })
  consoleClientPlugin(app as unknown as ApiApp, { trustedProxies, consoleToken, log } as unknown as ApiDeps)
  app.get('/', async ({ ip, host }) => ({ ip, host }))
  const answer = await app.inject({ url: '/', headers: { host: 'api:8000', ...headers }, remoteAddress: '127.0.0.1' })
  return answer.json()
}
const byConsole = { [CONSOLE_TOKEN_HEADER]: TOKEN }

test('the console names the client, and a client behind it cannot name another', async () => {
  const headers = { ...byConsole, 'x-forwarded-for': '192.0.2.66, 203.0.113.9', 'x-forwarded-host': 'soc.example' }
  expect(await seen(headers)).toEqual({ ip: '203.0.113.9', host: 'soc.example' })
})

test('a proxy in front of the console is used when it is trusted', async () => {
  const headers = { ...byConsole, 'x-forwarded-for': '192.0.2.66, 203.0.113.9, 10.1.2.3' }
  expect((await seen(headers, { trustedProxies: ['10.0.0.0/8'] })).ip).toBe('203.0.113.9')
  expect((await seen(headers)).ip).toBe('10.1.2.3')
})

test('without the token no forwarded address is trusted, not even from this machine', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'soc.example' }
  const itself = { ip: '127.0.0.1', host: 'api:8000' }
  expect(await seen(forged)).toEqual(itself)
  expect(await seen({ ...forged, [CONSOLE_TOKEN_HEADER]: 'guessed' })).toEqual(itself)
  expect(await seen({ ...forged, [CONSOLE_TOKEN_HEADER]: '' })).toEqual(itself)
  expect(await seen({ ...forged, ...byConsole }, { consoleToken: null })).toEqual(itself)
  expect(logged.join('')).toContain('other than SVC_CONSOLE_TOKEN')
  expect(logged.join('')).not.toMatch(/guessed|a-token-of/)
})
