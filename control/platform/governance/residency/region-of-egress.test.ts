/**
 * Every context that sends tenant data over the network checks residency first, or is listed here with the reason why
 * it need not.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

const BECAUSE: Readonly<Record<string, string>> = {
  configuration: 'it only checks that what a document names may be reached',
  connectors: 'they bring events in, and send none of the tenant’s',
  governance: 'it is the question itself',
  accounts: 'sign-in with the provider that the tenant named; it sends no data of the tenant',
  marketplace: 'the catalogue of the installation',
  sandbox: 'its callers give it a way out within the region',
  'tool-servers': 'its callers give it a way out within the region',
}

test('every context with a way out stays within the region of its tenant', () => {
  const files = globSync('control/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test\.ts$|\/test-/.test(file))
  const sending = new Set<string>()
  const within = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const [, , context = ''] = file.split('/')
    if (/\begress\b/.test(text)) sending.add(context)
    if (/\b(?:withinRegion|requireRegion)\(/.test(text)) within.add(context)
  }
  expect([...sending].filter((one) => !within.has(one) && BECAUSE[one] === undefined)).toEqual([])
  expect(Object.keys(BECAUSE).filter((one) => !sending.has(one))).toEqual([])
})
