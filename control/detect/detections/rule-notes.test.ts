import { expect, test } from 'vitest'
import { builtInRules, builtInText } from '../../../detections/content/load.ts'
import { withoutCauses } from './rule-notes.ts'

test.each([
  [
    'a list',
    'title: A\nfalsepositives:\n  - backup software\n  - "an audit"\nlevel: high\n',
    ['backup software', 'an audit'],
  ],
  ['a list that is not indented', 'title: A\nfalsepositives:\n- tests\nlevel: high\n', ['tests']],
  ['one cause', 'title: A\nfalsepositives: Unknown\nlevel: high\n', ['Unknown']],
  ['a list in brackets', 'title: A\nfalse_positives = [\n  "a",\n  "b"\n]\nlevel: high\n', ['a', 'b']],
  ['no list', 'title: A\nlevel: high\n', []],
])('the harmless causes of a rule are taken out of its text: %s', (_, whole, causes) => {
  expect(withoutCauses(whole)).toEqual({ text: 'title: A\nlevel: high\n', falsePositives: causes })
})

test('every built-in rule loses its list of causes and nothing else', () => {
  for (const rule of builtInRules()) {
    const whole = builtInText(rule)
    const { text, falsePositives } = withoutCauses(whole)
    expect(text).not.toMatch(/false_?positives/i)
    expect([rule.id, falsePositives]).toEqual([rule.id, rule.falsePositives])
    const kept = whole.split('\n').filter((line) => !text.split('\n').includes(line))
    expect(kept.length).toBeLessThanOrEqual(falsePositives.length + 1)
  }
})
