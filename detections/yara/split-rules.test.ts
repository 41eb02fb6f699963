import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitRules, withoutRules } from './split-rules.ts'

const names = (source: string): readonly string[] => splitRules(source).map(({ name }) => name)

test('braces, quotes and words inside texts, patterns, hex strings and comments are not structure', () => {
  const source = `import "pe"
// rule no1 { condition: true }
/* rule no2 { condition: true } */
private global rule one : t {
  meta: d = "} rule no3 {" ok = true
  strings: $a = "\\"}" $b = { AA (BB | CC) [2-4] } $c = /[/}]\\/{2}/
  condition: any of them }
rule two { condition: 1 == 1 }`
  expect(splitRules(source)).toMatchObject([
    { name: 'one', isGlobal: true, line: 4, flags: { ok: true } },
    { name: 'two', isGlobal: false, line: 8, flags: {} },
  ])
})

test('a rule without an end does not hide the next', () => {
  expect(names('rule a { condition: ( \nrule b { condition: true }')).toEqual(['b'])
  expect(names('rule a condition \nrule b { condition: true }')).toEqual(['b'])
})

test('reads the severity of a rule only from its meta entries', () => {
  const severitiesOf = (source: string) => splitRules(source)[0]?.severities
  expect(severitiesOf('rule a { meta: level = "low" severity = "High" condition: true }')).toEqual(['High', 'low'])
  expect(severitiesOf('rule a { meta: severity = 5 strings: $severity = "high" condition: $severity }')).toEqual([])
})

test('removed rules keep their lines, so that line numbers stay', () => {
  const source = 'rule a {\n condition: x }\nrule b { condition: true }'
  const left = withoutRules(source, splitRules(source).slice(0, 1))
  expect(names(left)).toEqual(['b'])
  expect(splitRules(left)[0]?.line).toBe(3)
  expect(left).toHaveLength(source.length)
})

test('splits any text', () => {
  const words = fc.constantFrom(
    'rule',
    'a',
    '{',
    '}',
    '"',
    '/',
    '/*',
    '*/',
    '//',
    '\n',
    '\\',
    'meta',
    ':',
    '=',
    'true',
    'global',
  )
  fc.assert(
    fc.property(
      fc.array(words).map((all) => all.join(' ')),
      (text) => {
        for (const { start, end } of splitRules(text))
          expect(text.slice(start, end)).toMatch(/^(rule|global)[\s\S]*\}$/)
      },
    ),
  )
})
