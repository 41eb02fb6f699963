import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { PORTS } from '../config.ts'
import { listen } from '../health/status-server.ts'
import { listening, reachedUrl } from './listening.ts'

test('a port or address that cannot be bound is reported with its setting', async () => {
  const [first, second] = [createServer(), createServer()]
  const usedPort = (await listen(first, 0, '127.0.0.1')) - PORTS.relay
  const place = { host: '127.0.0.1', portOffset: usedPort }
  await expect(listening(place, 'relay', (port, host) => listen(second, port, host))).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringMatching(
      `^SVC_PORT_OFFSET: relay cannot listen on 127.0.0.1:${usedPort + PORTS.relay}: process ${process.pid} .*listens on it$`,
    ),
    cause: { code: 'EADDRINUSE' },
  })
  const nowhere = { host: '192.0.2.1', portOffset: usedPort }
  await expect(listening(nowhere, 'api', (port, host) => listen(second, port, host))).rejects.toMatchObject({
    message: `SVC_HOST: api cannot listen on 192.0.2.1:${usedPort + PORTS.api}`,
  })
  first.close()
})

test('a service is reached where it listens', async () => {
  const url = (host: string) => reachedUrl({ host, portOffset: 1 }, 'api')
  expect(['127.0.0.1', '0.0.0.0', '::', '::1', 'soc.lan'].map(url)).toEqual([
    'http://127.0.0.1:8001',
    'http://127.0.0.1:8001',
    'http://127.0.0.1:8001',
    'http://[::1]:8001',
    'http://soc.lan:8001',
  ])
  expect(await listening({ host: '::1', portOffset: 2 }, 'api', async (port) => port)).toBe('http://[::1]:8002')
})
