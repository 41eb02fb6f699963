import fs from 'node:fs'
import { expect, test } from 'vitest'
import { sentNamesText } from './gather-sent-names.ts'
import { pathsOfSentName, SENT_NAMES_FILE } from './sent-names.ts'

test('the file has the names of every table (node bin/run.mjs connectors/write-sent-names.ts)', () => {
  expect(fs.readFileSync(SENT_NAMES_FILE, 'utf8')).toBe(sentNamesText())
})

test('a name refers to its paths in any case, and an unknown one to none', () => {
  expect(pathsOfSentName('commandline')).toContain('process.cmd_line')
  expect(pathsOfSentName('CommandLine')).toEqual(pathsOfSentName('commandline'))
  expect(pathsOfSentName('constructor')).toEqual([])
})
