/**
 * Tests that every rule of `.dependency-cruiser.cjs` finds its violation, in a tree of empty modules with one violation
 * of each rule.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cruise, RULES, TIERS, type Violation } from './cruise.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** Planted imports, each with the rule that forbids it. */
const PLANTED: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['console-knows-the-api-alone', 'console/src/page.ts', 'platform/a.ts'],
  ['sdk-knows-the-api-alone', 'sdk/typescript/src/a.ts', 'platform/a.ts'],
  ['no-cycle', 'platform/about.ts', 'platform/round.ts'],
  ['resolvable', 'platform/lost.ts', 'platform/nowhere.ts'],
  ['stage-imports-no-stage', 'pipeline/stages/fuse/a.ts', 'pipeline/stages/correlate/a.ts'],
  ['stage-imports-no-stage', 'pipeline/stages/fuse/b.ts', 'pipeline/sinks/lake/a.ts'],
  ['stage-imports-no-stage', 'pipeline/sinks/lake/b.ts', 'pipeline/stages/fuse/a.ts'],
  ['stage-imports-no-stage', 'pipeline/stages/fuse/c.ts', 'pipeline/scans/a.ts'],
  ['stage-imports-no-stage', 'pipeline/scans/b.ts', 'pipeline/stages/fuse/a.ts'],
  ['step-knows-no-stage', 'pipeline/stages/intake/dedupe/a.ts', 'pipeline/stages/intake/a.ts'],
  ['context-through-its-index', 'control/soc/cases/a.ts', 'control/soc/alerts/store.ts'],
  ['control-through-its-index', 'api/rest/a.ts', 'control/soc/alerts/store.ts'],
  ['control-through-its-index', 'services/b.ts', 'control/soc/alerts/store.ts'],
  ['no-test-code-in-the-program', 'platform/tested.ts', 'platform/testing.ts'],
  ['declared-dependencies', 'platform/undeclared.ts', 'only-for-tests'],
  ...TIERS.flatMap((folder, at) =>
    TIERS.slice(at + 1).map(
      (right) => [`${folder}-imports-to-the-left`, `${folder}/to-${right}.ts`, `${right}/a.ts`] as const,
    ),
  ),
  ...['bin', 'test', 'bench', 'docker', 'console'].map(
    (outside) => ['services-imports-to-the-left', `services/to-${outside}.ts`, `${outside}/a.ts`] as const,
  ),
]
/** Imports that a program needs: none of the rules may forbid them. */
const ALLOWED = [
  ['pipeline/stages/intake/drift/a.ts', 'pipeline/stages/intake/step.ts'],
  ['platform/round.ts', 'platform/about.ts'], // Reported once, from the other side.
  ['pipeline/stages/fuse/d.ts', 'pipeline/stages/fuse/a.ts'],
  ['pipeline/stages/fuse/e.ts', 'pipeline/contract/a.ts'],
  ['pipeline/stages/intake/b.ts', 'pipeline/stages/intake/dedupe/c.ts'],
  ['control/soc/cases/b.ts', 'control/soc/alerts/index.ts'],
  ['api/rest/b.ts', 'control/soc/alerts/index.ts'],
  ['services/c.ts', 'api/rest/c.ts'],
  ['services/d.ts', 'sdk/cli/a.ts'],
  ['platform/a.test.ts', 'services/a.ts'],
  ['console/operations.ts', 'schemas/api-document.ts'],
  ['sdk/generate/a.ts', 'schemas/api-document.ts'],
  // `npm install ./sdk/typescript` builds it.
  ['sdk/typescript/dist/a.js', 'platform/a.ts'],
] as const

const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-boundaries-'))
let violations: readonly Violation[] = []

function write(file: string, text = ''): void {
  fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  fs.appendFileSync(path.join(tree, file), text)
}

beforeAll(() => {
  for (const [from, to] of [...PLANTED.map(([, from, to]) => [from, to] as const), ...ALLOWED]) {
    const isPackage = !to.includes('/')
    if (!isPackage && to !== 'platform/nowhere.ts') write(to, 'export const value = 1\n')
    const target = isPackage ? to : `./${path.relative(path.dirname(from), to)}`.replace('./..', '..')
    write(from, `import { value as v${PLANTED.length} } from '${target}'\nexport const own = v${PLANTED.length}\n`)
  }
  for (const [file, other] of [['one-type', 'other-type'] as const, ['other-type', 'one-type'] as const])
    write(
      `platform/${file}.ts`,
      `import type { T as O } from ${JSON.stringify(`./${other}.ts`)}\nexport type T = { other: O }\n`,
    )
  write('package.json', JSON.stringify({ type: 'module', devDependencies: { 'only-for-tests': '1.0.0' } }))
  write(
    'node_modules/only-for-tests/package.json',
    JSON.stringify({ name: 'only-for-tests', version: '1.0.0', main: 'a.js' }),
  )
  write('node_modules/only-for-tests/a.js', 'exports.value = 1\n')
  fs.copyFileSync(path.join(ROOT, 'tsconfig.json'), path.join(tree, 'tsconfig.json'))
  violations = cruise(tree, [...TIERS, 'console', 'sdk']).violations
})
afterAll(() => fs.rmSync(tree, { recursive: true, force: true }))

test.each(PLANTED)('%s finds %s -> %s', (rule, from, to) => {
  const found = violations.filter((one) => one.rule.name === rule && one.from === from)
  expect(found.map((one) => one.to).some((one) => one.includes(path.posix.basename(to, '.ts')))).toBe(true)
})

test('no-cycle finds a cycle of type imports only', () => {
  const found = violations.filter(({ rule }) => rule.name === 'no-cycle').map(({ from }) => from)
  expect(found).toContain('platform/one-type.ts')
})

test('each rule has a planted violation', () => {
  expect([...new Set(PLANTED.map(([rule]) => rule))].sort()).toEqual([...RULES].sort())
})

test('an allowed import violates no rule', () => {
  const froms: ReadonlySet<string> = new Set(ALLOWED.map(([from]) => from))
  expect(violations.filter(({ from }) => froms.has(from))).toEqual([])
})

test('the folders that rules name exist', () => {
  for (const folder of ['stages', 'stages/intake', 'sinks', 'scans', 'contract'])
    expect(fs.existsSync(path.join(ROOT, 'pipeline', folder)), folder).toBe(true)
  for (const folder of [...TIERS, 'console', 'sdk']) expect(fs.existsSync(path.join(ROOT, folder)), folder).toBe(true)
})
