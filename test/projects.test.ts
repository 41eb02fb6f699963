import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NEEDS } from './needs.ts'
import { projectsOf, ROOT, testFiles } from './projects.ts'
import { lineOf, neededOf, whyOf } from './skipped-tests.ts'

test('every test file is in one project, and each has what it needs', () => {
  const files = testFiles()
  const { unit, stores, system } = projectsOf(files)
  expect([...unit, ...stores, ...system].sort()).toEqual(files)
  expect(unit).toContain('platform/tenant.test.ts')
  expect(stores).toContain('services/cli/drift.test.ts')
  expect(system).toContain('test/e2e/spine.e2e.test.ts')
})

test('a skipped test names its need', () => {
  const skips = /\.(?:skipIf|runIf)\(|\b(?:test|context)\.skip\(/
  const mute = testFiles().filter((file) => {
    const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
    return (
      !/^test\/(?:projects|mistakes)\./.test(file) && skips.test(source) && !NEEDS.some(({ asks }) => asks.test(source))
    )
  })
  expect(mute).toEqual([])
})

test('a run lists its skipped tests once, with a count for each reason', () => {
  const skipped = [
    { need: 'a', why: 'no a' },
    { need: 'b', why: 'no b' },
    { need: 'a', why: 'no a' },
  ]
  expect(lineOf(skipped)).toBe('SKIPPED: 3 tests: no a (2); no b (1)')
  expect(whyOf('test.skip()')).toEqual({ need: 'unknown', why: 'nobody says why' })
  expect(neededOf('kafka,redis')).toEqual(['kafka', 'redis'])
  expect(neededOf('')).toEqual([])
})
