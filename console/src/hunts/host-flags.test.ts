import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hostFlags } from './host-flags.ts'

const DOCS = path.join(import.meta.dirname, '../../../docs/osquery.md')

test('the server stands beside the console, or has to be named', () => {
  expect(hostFlags({ hostname: 'svc.example', port: '3100' })).toContain('--tls_hostname=svc.example:8543')
  expect(hostFlags({ hostname: 'svc.example', port: '' })).toContain('--tls_hostname=OSQUERY_SERVER:8443')
})

test('the flags are those of the documentation', () => {
  const documented = fs
    .readFileSync(DOCS, 'utf8')
    .match(/^ {4}--\S+$/gm)
    ?.map((line) => line.trim())
  const [, ...flags] = hostFlags({ hostname: 'x', port: '' }).split('\n')
  expect(flags).toEqual(documented?.slice(1))
})
