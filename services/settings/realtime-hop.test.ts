import { expect, test } from 'vitest'
import { config } from '../config.ts'
import { embeddedHop, realtimeHop } from './realtime-hop.ts'

const TOKEN = 'f3a9c1d27be84056a1c9e0d4b7f82635'
const hopOf = (env: NodeJS.ProcessEnv) => realtimeHop(config(env))

test('an address without a token is refused at the start; both can be left out', () => {
  expect(hopOf({})).toBeUndefined()
  expect(hopOf({ REALTIME_INTERNAL_TOKEN: TOKEN })).toBeUndefined()
  expect(() => hopOf({ REALTIME_BASE_URL: 'http://realtime:8086' })).toThrow(/REALTIME_INTERNAL_TOKEN: required/)
  const env = {
    REALTIME_BASE_URL: 'http://realtime:8086',
    REALTIME_INTERNAL_TOKEN: TOKEN,
    SVC_REALTIME_STREAMS_MAX: '7',
  }
  expect(hopOf(env)).toEqual({ baseUrl: 'http://realtime:8086', token: TOKEN, streamsMax: 7 })
})

test('an address outside the air gap is refused at the start', () => {
  const air = { SVC_AIRGAPPED: '1', SVC_AIRGAP_ALLOWLIST: 'stream.example:443', REALTIME_INTERNAL_TOKEN: TOKEN }
  for (const inside of ['http://realtime:8086', 'http://[::1]:8086', 'http://10.0.0.7', 'https://stream.example'])
    expect(hopOf({ ...air, REALTIME_BASE_URL: inside })?.baseUrl).toBe(inside)
  for (const outside of ['https://elsewhere.example', 'http://stream.example', 'http://203.0.113.9:8086'])
    expect(() => hopOf({ ...air, REALTIME_BASE_URL: outside }), outside).toThrow(/outside of the air gap/)
  const own = { ...air, SVC_HOST: '203.0.113.9' }
  expect(hopOf({ ...own, ...embeddedHop(config(own)) })?.baseUrl).toBe('http://203.0.113.9:8086')
})

test('an instance generates a valid token at each start, and keeps a configured one', () => {
  const [one, two] = [embeddedHop(config({ SVC_PORT_OFFSET: '10' })), embeddedHop(config({}))]
  expect(one.REALTIME_BASE_URL).toBe('http://127.0.0.1:8096')
  expect(one.REALTIME_INTERNAL_TOKEN).not.toBe(two.REALTIME_INTERNAL_TOKEN)
  expect(hopOf(one)?.token).toBe(one.REALTIME_INTERNAL_TOKEN)
  const env = { REALTIME_BASE_URL: 'http://realtime:8086', REALTIME_INTERNAL_TOKEN: TOKEN }
  expect(embeddedHop(config(env))).toEqual(env)
})

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['192.168.7.7', '192.168.7.7'],
  ['fd00::7', '[fd00::7]'],
])('an instance that listens on %s reaches itself at %s', (SVC_HOST, host) => {
  expect(embeddedHop(config({ SVC_HOST })).REALTIME_BASE_URL).toBe(`http://${host}:8086`)
})
