import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { EGRESS_SETTINGS } from './config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig(EGRESS_SETTINGS, env)

test('by default connections may go anywhere except into private networks', () => {
  expect(read({})).toEqual({ airgapped: false, airgapAllowlist: [], ssrfAllowPrivate: false })
  expect(read({ SVC_AIRGAPPED: '1', SVC_SSRF_ALLOW_PRIVATE: 'true' })).toMatchObject({
    airgapped: true,
    ssrfAllowPrivate: true,
  })
})

test('an air gap accepts a valid list of hosts only', () => {
  expect(read({ SVC_AIRGAP_ALLOWLIST: 'feed.example, 10.1.2.3:443' }).airgapAllowlist).toEqual([
    'feed.example',
    '10.1.2.3:443',
  ])
  for (const wrong of ['https://feed.example/path', 'feed.example:0', 'a b', '*.example'])
    expect(() => read({ SVC_AIRGAP_ALLOWLIST: wrong })).toThrow(/SVC_AIRGAP_ALLOWLIST/)
})

test('reports every fault at once', () => {
  const env = { SVC_AIRGAPPED: 'maybe', SVC_AIRGAP_ALLOWLIST: 'a b', SVC_SSRF_ALLOW_PRIVATE: '2' }
  expect(() => read(env)).toThrow(/SVC_AIRGAPPED(.|\n)*SVC_AIRGAP_ALLOWLIST(.|\n)*SVC_SSRF_ALLOW_PRIVATE/)
})
