import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { expect, test } from 'vitest'
import { parseSource } from '../detections/content/rule-source.ts'

const modules = createRequire(import.meta.url).cache
const isLoaded = (name: string) =>
  Object.keys(modules).some((path) => path.includes(['', 'node_modules', name, ''].join(sep)))

test('code of other rule languages is loaded with their first rule', () => {
  const detection = 'logsource: {product: windows}\ndetection:\n  sel: {a: b}\n  condition: sel\n'
  parseSource({ language: 'sigma', file: 'a.yml', text: `title: a\n${detection}` })
  expect(isLoaded('yaml')).toBe(false)
  const parsed = parseSource({
    language: 'eql',
    file: 'b.yml',
    text: 'language: eql\ntitle: b\nquery: any where true\n',
  })
  expect(parsed).toMatchObject({ eql: { faults: [] } })
  expect(isLoaded('yaml')).toBe(true)
})
