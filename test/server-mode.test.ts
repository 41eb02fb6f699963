/** The tables of `docs/server-mode.md` are made from `pipeline/topology.ts`: `node bin/run.mjs services/topics/reference.ts`. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { wantedTopics } from '../services/topics/desired-topics.ts'
import { SERVER_MODE, withTables } from '../services/topics/reference.ts'

const page = fs.readFileSync(SERVER_MODE, 'utf8')

test('the page has the tables that are generated from the topology', () => {
  expect(page, 'run: node bin/run.mjs services/topics/reference.ts').toBe(withTables(page))
})

test('every topic and changelog has a row', () => {
  for (const { name } of wantedTopics()) expect(page.split(`| \`${name}\` |`)).toHaveLength(2)
})
