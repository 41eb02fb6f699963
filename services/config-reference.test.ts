import fs from 'node:fs'
import { expect, test } from 'vitest'
import { API_SETTINGS } from '../api/config.ts'
import { SETTINGS } from './config.ts'
import { configReference, REFERENCE } from './config-reference.ts'

test('the committed page is the one that the settings make', () => {
  expect(fs.readFileSync(REFERENCE, 'utf8'), 'run: node bin/run.mjs services/config-reference.ts').toBe(
    configReference(),
  )
})

test('every setting has a row of its own', () => {
  const rows = configReference().split('\n')
  for (const { name } of [...Object.values(SETTINGS), ...Object.values(API_SETTINGS)])
    expect(rows.filter((line) => line.startsWith(`| \`${name}\` |`))).toHaveLength(1)
})
