import { expect, test } from 'vitest'
import { judgeTouch, type Seen } from './judge-touch.ts'

const BROWSER = 'Mozilla/5.0 (X11) AppleWebKit/537.36'
const seen = (part: Partial<Seen>): Seen => ({
  ...{ userAgent: BROWSER, isCloudClient: false, isEvent: false, isKnownBad: false },
  ...part,
})

test.each([
  ['login.evil.example', 'site_copy'],
  ['ACME.example.evil.example', 'site_copy'],
  ['Acme.Example', 'browser'],
  ['www.acme.example', 'browser'],
  ['not a host', 'browser'],
])('the script of a web clone that runs on %s is seen as %s', (resource, classification) => {
  expect(judgeTouch(seen({ site: 'acme.example', resource })).classification).toBe(classification)
})

test.each([
  ['api', 'cluster_client'],
  ['apis/apps/v1', 'cluster_client'],
  ['openapi/v2', 'cluster_client'],
  ['version', 'cluster_client'],
  ['apix', 'browser'],
  ['versions.html', 'browser'],
  [undefined, 'browser'],
])('a request for the path %s is seen as %s', (resource, classification) => {
  expect(judgeTouch(seen({ resource })).classification).toBe(classification)
})

test('an indicator raises the score of any touch, and is a reason of its own', () => {
  const { score, why } = judgeTouch(seen({ isKnownBad: true }))
  expect([score, why]).toEqual([95, ['somebody opened it in a browser', 'the source is an indicator']])
})
