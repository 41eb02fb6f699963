import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import { readFolder } from '../content/read-folder.ts'
import { parseSigma } from './parse.ts'
import { loadRuleSet, type SigmaFile } from './rule-set.ts'
import { ruleText } from './testing.ts'

const dir = corporaDir()
const files = (folder: string): SigmaFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

describe.skipIf(dir === null)('real rules (SVC_CORPORA_DIR is not set when this is skipped)', () => {
  const root = dir ?? ''

  test('every published rule compiles', async () => {
    const { rules, faults } = await readFolder(join(root, 'sigma-rules'))
    expect(faults).toEqual([])
    expect(rules).toHaveLength(files(join(root, 'sigma-rules')).length)
  })

  test('every unsupported rule compiles or has a reason, which for aggregation names aggregation', async () => {
    const unsupported = files(join(root, 'sigma-rules-extra', 'unsupported'))
    for (const { file, text } of unsupported) {
      const { rules, faults } = parseSigma(text, file)
      expect(rules.length + faults.length, file).toBeGreaterThan(0)
      const isAggregate = /^\s+condition:[^#\n]*(?:\||count\()/m.test(text)
      if (isAggregate) expect(faults[0]?.reason, file).toMatch(/it takes a correlation rule/)
    }
  })

  test('every deprecated rule compiles, except one with an aggregation', () => {
    const { faults } = loadRuleSet(files(join(root, 'sigma-rules-extra', 'deprecated')))
    expect(faults.map(({ file }) => file)).toEqual([join('other', 'generic_brute_force.yml')])
  })

  test('the examples of the specification compile, with the rules that they refer to', () => {
    const examples = files(join(root, 'sigma-spec', 'examples'))
    const whole = examples.filter(({ text }) => /^title: .*\n[\s\S]*^(detection|correlation|filter):/m.test(text))
    const parsed = whole.map(({ file, text }) => ({
      file,
      ...parseSigma(text.replace('id: \u2014', 'id: dash'), file),
    }))
    const broken = parsed.filter(({ faults }) => faults.length > 0).map(({ file }) => file)
    expect(broken).toEqual(['sigma-correlation-rules-specification-01.yml'])
    for (const { file, correlations, filters, rules } of parsed) {
      const names = [
        ...correlations.flatMap(({ references }) => references),
        ...filters.flatMap((filter) => filter.rules ?? []),
      ]
      const own = new Set([...rules, ...correlations.map(({ metadata }) => metadata)].map(({ name }) => name))
      const bases = [...new Set(names)]
        .filter((name) => !own.has(name))
        .map((name) => ({
          file: name,
          text: ruleText(
            { sel: { f: name }, condition: 'sel' },
            { id: name, logsource: { product: 'windows', category: 'process_creation' } },
          ),
        }))
      const text = whole.find((example) => example.file === file)?.text ?? ''
      expect(loadRuleSet([{ file, text }, ...bases]).faults, file).toEqual(
        broken.includes(file) ? [expect.anything()] : [],
      )
    }
  })

  test('the detections of the specification compile inside a rule, except the invalid one', () => {
    const invalid = 'sigma-rules-specification-12.yml'
    const detections = files(join(root, 'sigma-spec', 'examples')).filter(
      ({ text }) => /^detection:/m.test(text) && !/^title/m.test(text),
    )
    expect(detections.length).toBeGreaterThan(8)
    for (const { file, text } of detections) {
      const condition = text.includes('condition:') ? '' : `    condition: 1 of them\n`
      const whole = `title: example\nlogsource:\n    product: windows\n${text.trimEnd()}\n${condition}`
      const reasons = parseSigma(whole, file).faults.map(({ line, reason }) => `${line}: ${reason}`)
      expect(reasons).toEqual(file === invalid ? ['9: null cannot be one of a list of values'] : [])
    }
  })
})
