import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkClaims } from './claims.ts'

const entries = [
  { seq: 1, payload: { input: {}, output: { signals: 12, risk: 73.5, tactics: ['Execution', 'Impact'] } } },
  { seq: 2, payload: { input: { asked: 99 }, output: { known: [{ value: '203.0.113.9', confidence: 80 }] } } },
]

test.each([
  ['12 signals make it.', [1]],
  ['Its risk is 73.5.', [1]],
  ['It shows 2 tactics: “Execution”, “Impact”.', [1]],
  ['Intelligence knows “203.0.113.9” with a confidence of 80.', [2]],
  ['12 signals, and 80 of confidence.', [1, 2]],
])('%s is kept', (text, rests) => {
  expect(checkClaims([{ text, rests }], entries)).toEqual({ kept: [{ text, rests }], dropped: [] })
})

test.each([
  ['[EDR] Malware on {ws-5} | blocked', 'EDR Malware on ws-5 blocked'],
  ['Lateral <movement> & more', 'Lateral movement & more'],
  ['*** Alarm *** ### high ###', ' Alarm   high '],
])('%s is quoted as a model is shown it', (title, quoted) => {
  const shown = [{ seq: 1, payload: { input: {}, output: { title } } }]
  const claim = { text: `It is “${quoted}”.`, rests: [1] }
  expect(checkClaims([claim], shown)).toEqual({ kept: [claim], dropped: [] })
  expect(checkClaims([{ ...claim, text: `It is “${quoted} gone”.` }], shown).kept).toEqual([])
})

/**
 * Fabrications of a model: another number, another name, another entry, no entry, or a value that was asked and not
 * found.
 */
test.each([
  ['13 signals make it.', [1]],
  ['12 signals make it.', [2]],
  ['12 signals make it.', [3]],
  ['12 signals make it.', []],
  ['Intelligence knows “203.0.113.8”.', [2]],
  ['It asked for 99.', [2]],
  ['Its risk is 73.', [1]],
  ['“Exfiltration” was seen.', [1]],
])('%s resting on %j is dropped', (text, rests) => {
  expect(checkClaims([{ text, rests }], entries).kept).toEqual([])
})

test('each fabrication among true sentences is found', () => {
  const truth = fc.record({ count: fc.integer({ min: 0, max: 1e6 }), name: fc.stringMatching(/^[a-z]{3,12}$/) })
  fc.assert(
    fc.property(fc.array(truth, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 1e6 }), (facts, off) => {
      const own = facts.map(({ count, name }, at) => ({ seq: at + 1, payload: { output: { count, name } } }))
      const right = facts.map(({ count, name }, at) => ({ text: `“${name}” shows ${count} times.`, rests: [at + 1] }))
      const wrong = facts.map(({ count, name }, at) => ({
        text: `“${name}” shows ${count + off} times.`,
        rests: [at + 1],
      }))
      const checked = checkClaims([...right, ...wrong], own)
      expect(checked.kept).toEqual(right)
      expect(checked.dropped.map(({ claim }) => claim)).toEqual(wrong)
    }),
  )
})

const alert = {
  seq: 1,
  kind: 'alert',
  summary: 'The alert as it stands',
  payload: {
    output: {
      ...{ title: 'Logon from https://evil.example/x', severity: 'high', signals: 12 },
      ...{ hosts: ['web-7', 'dc01.corp.example'], users: ['CORP\\ann', 'bob@corp.example', '[x](//evil.example)'] },
      ...{ ips: ['203.0.113.9', '2001:db8::1'] },
    },
  },
}
const ledger = [
  alert,
  { seq: 2, kind: 'model', summary: 'Asked m', payload: { output: { answer: { text: 'attackers won', score: 99 } } } },
]
const kept = (text: string, rests = [1]) => checkClaims([{ text, rests }], ledger).kept

describe('a sentence of a model', () => {
  test.each([
    'It is an alert of “high” severity.',
    'It is of high severity.',
    'Host “dc01.corp.example” shows 12 signals.',
    'The alert names “CORP\\ann” and “bob@corp.example”.',
    'The hosts of the alert are web-7 and “dc01.corp.example”.',
    'Its addresses are “203.0.113.9” and “2001:db8::1”.',
    'It has 12 signals [1].',
  ])('%s is kept', (text) => {
    expect(kept(text)).toHaveLength(1)
  })

  test.each([
    ['that names nothing', 'The attacker got in.'],
    ['that says more than it rests on', 'The “high” alert was a mistake of the sensor that nobody should follow.'],
    ['with a number among other things', 'The attacker took 12 databases to a server of theirs.'],
    ['with a name without quotation marks', 'The high severity alert is of host db-9.'],
    ['with an address without quotation marks', 'The alert of 198.51.100.7 has high severity.'],
    ['that cites an entry that is not there', 'It has 12 signals [7].'],
  ])('%s is dropped', (_, text) => {
    expect(kept(text)).toEqual([])
  })

  test('does not count as its own evidence', () => {
    expect(kept('“attackers won” is what it says.', [2])).toEqual([])
    expect(kept('The score is 99.', [1, 2])).toEqual([])
  })

  test('is checked by itself, and only the one without support is dropped', () => {
    const text = 'It has 12 signals [1]. The host was wiped. It is of high severity!'
    expect(checkClaims([{ text, rests: [1] }], ledger)).toMatchObject({
      kept: [{ text: 'It has 12 signals.' }, { text: 'It is of high severity!' }],
      dropped: [{ claim: { text: 'The host was wiped.' } }],
    })
  })

  const LINKS = [
    'http://evil.example',
    'HTTPS://evil.example/a?b=c',
    'hxxp://evil.example',
    '//evil.example',
    'evil.example',
    'www.evil.example',
    'www evil',
    'evil.example/x',
    '203.0.113.9:8080',
    '203.0.113.9/login',
    '\\\\evil\\share',
    'javascript:alert(1)',
    'mailto:eve',
    'tel:123456',
    'data:text/html,x',
    'eve@evil.example',
    'xn--80ak6aa92e.com',
    'аррӏе.com',
    'http:// evil.example',
    'http:\\\\evil.example',
    'ｈｔｔｐ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'evil。example',
    'evil｡example',
    'evil․example',
    'http:⁄⁄evil',
    'httр://evil',
    'h\u200bttp://evil.example',
    'evil.\u00adexample',
    'evil.\u2060example',
    '%68ttp%3A%2F%2Fevil.example',
    'http&#58;&#47;&#47;evil',
    '\\u0068ttp:\\u002f\\u002fevil',
    'evil[.]example',
    'evil(.)example',
    'evil dot example',
    '“https://evil.example/x”',
    '“Logon from https://evil.example/x”',
    '“[x](//evil.example)”',
  ]
  const MARK_UP = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<b>',
    '＜script＞',
    '﹤script﹥',
    '&lt;script&gt;',
    '&amp;lt;script&amp;gt;',
    '%3Cscript%3E',
    '%253Cscript%253E',
    '\\u003cscript\\u003e',
    '\\x3cscript\\x3e',
    '[click](x)',
    '![x](y)',
    '[click][1]',
    '[b]x[/b]',
    '［click］（x）',
    '**bold**',
    '*emphasis*',
    '_emphasis_',
    '__bold__',
    '~~gone~~',
    '`code`',
    '# heading',
    '| a | b |',
    '{{x}}',
    '@here',
    '@channel',
    '\u202eevil',
    'a\u0000b',
    '\u{e0068}',
  ]
  test.each([...LINKS, ...MARK_UP])('with %s is dropped, wherever that stands', (bad) => {
    const texts = [`It has 12 signals of high severity ${bad}`, `${bad} is of 12 signals of high severity.`]
    for (const text of texts) {
      const left = kept(text).map((one) => one.text)
      for (const one of left) expect(one).toMatch(/^(is of 12 signals of high severity\.)$/)
    }
  })
})

describe('a number', () => {
  const counts = [
    { seq: 1, payload: { output: { name: 'dc01', events: 5, hosts: ['a', 'b'], total: 25_000, least: 312 } } },
  ]
  const held = (text: string) => checkClaims([{ text, rests: [1] }], counts).kept.length === 1

  test.each([
    '“dc01” has five events.',
    '“dc01” has five events on two hosts.',
    '“dc01” has a total of twenty-five thousand.',
    '“dc01” has a total of 25 thousand.',
    '“dc01” has at least three hundred and twelve events.',
    '“dc01” has ٥ events.',
    '“dc01” has ５ events.',
    '“dc01” is one of its hosts.',
    'Events of “dc01” are at once in hosts.',
  ])('that its entries hold counts in whatever form: %s', (text) => {
    expect(held(text)).toBe(true)
  })

  test.each([
    '“dc01” has six events.',
    '“dc01” has fifty events on two hosts.',
    '“dc01” has twenty-six thousand events in total.',
    '“dc01” has 5 thousand events.',
    '“dc01” has 5 dozen events.',
    '“dc01” has five hundred events.',
    '“dc01” has hundreds of events.',
    '“dc01” has a dozen events.',
    '“dc01” has events, thrice.',
    '“dc01” has one event.',
    '“dc01” has ٦ events.',
    '“dc01” has ६ events.',
    '“dc01” has ๖ events.',
    '“dc01” has 𝟔 events.',
    '“dc01” has ⑥ events.',
    '“dc01” has 六 events.',
    '“dc01” has шесть events.',
    '“dc01” не has events.',
  ])('that they do not hold is found in whatever form: %s', (text) => {
    expect(held(text)).toBe(false)
  })
})

test('a time is of the zone of its entry', () => {
  const entry = [{ seq: 1, payload: { output: { event: 'logon', time: '2026-03-01T23:30:00.000Z' } } }]
  const held = (text: string) => checkClaims([{ text, rests: [1] }], entry).kept.length === 1
  expect(held('The event “logon” is of the time “2026-03-01T23:30:00.000Z”.')).toBe(true)
  expect(held('The event “logon” is of the time “2026-03-01T23:30:00.000Z” UTC.')).toBe(true)
  for (const zone of ['CET', 'EST', 'JST', 'local time'])
    expect(held(`The event “logon” is of the time “2026-03-01T23:30:00.000Z” ${zone}.`), zone).toBe(false)
  expect(held('The event “logon” is of the time 2026-03-01T23:30:00.000+01:00.')).toBe(false)
  expect(held('The event “logon” is of the time 2026-03-02T00:30:00.000Z.')).toBe(false)
})

test('a refused call supports nothing: its reason repeats words of the model', () => {
  const refused = {
    seq: 2,
    kind: 'tool_refused',
    payload: { output: { outcome: 'refused', reason: 'mimikatz on dc01' } },
  }
  expect(checkClaims([{ text: 'It is “mimikatz on dc01”.', rests: [2] }], [refused]).kept).toEqual([])
})
