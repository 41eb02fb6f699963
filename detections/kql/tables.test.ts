import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KQL_TABLES } from './tables.ts'

test('the documentation lists each table with its log source', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/kql.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  for (const [name, { logSource }] of Object.entries(KQL_TABLES)) {
    const { product, category, service } = logSource
    const source = [product, category, service].map((word) => word ?? 'any').join(', ')
    expect(
      rows.find((row) => row.includes(`\`${name}\``)),
      name,
    ).toContain(`| ${source}`)
  }
})
