import { describe, expect, test } from 'vitest'
import { PLAYBOOK_LIMITS } from './limits.ts'
import {
  filledBody,
  filledEntries,
  filledHeader,
  filledText,
  filledUrl,
  filledValue,
  hasBrokenPlace,
  lookupIn,
  originIn,
  pathsIn,
} from './template.ts'

const look = lookupIn({
  trigger: {
    name: 'x"},"inj":1',
    line: 'a\r\nx-evil: 1\u2028é日',
    n: 7,
    no: false,
    none: null,
    list: ['a', 'b'],
    object: { a: 1 },
    markup: `<script src="x">&'`,
    form: 'a&b=c d',
    empty: '',
    nested: '{{trigger.n}}',
  },
})

describe('a text', () => {
  test.each([
    ['{{trigger.name}} of {{ trigger.n }}', 'x"},"inj":1 of 7'],
    ['{{trigger.list}} {{trigger.list.1}} {{trigger.none}}.', '["a","b"] b .'],
    ['{{trigger.absent ?? nobody}} and {{trigger.none ?? nothing}}', 'nobody and nothing'],
    ['{{trigger.nested}}', '{{trigger.n}}'],
  ])('%s is %s', (text, filled) => expect(filledText(text, look)).toBe(filled))

  test.each([
    '{{trigger.absent}}',
    'of {{trigger.list.2}}',
    '{{trigger.n.x}}',
    '{{vars.x}}',
    '{{trigger.constructor}}',
  ])('names a missing value: %s', (text) =>
    expect(() => filledText(text, look)).toThrow(text.slice(text.indexOf('{{'))),
  )

  test('that is too long ends with an ellipsis', () => {
    const long = filledText('{{x}}', () => 'y'.repeat(PLAYBOOK_LIMITS.textChars + 5))
    expect([long.length, long.endsWith('y…')]).toEqual([PLAYBOOK_LIMITS.textChars, true])
  })

  test('that is only a placeholder keeps the type of its value', () => {
    expect(['n', 'no', 'none', 'list', 'object'].map((name) => filledValue(`{{trigger.${name}}}`, look))).toEqual([
      ...[7, false, null, ['a', 'b'], { a: 1 }],
    ])
    expect(filledValue('{{trigger.n}}.', look)).toBe('7.')
    expect(() => filledValue('{{x}}', () => 'y'.repeat(PLAYBOOK_LIMITS.valueChars))).toThrow('characters')
  })
})

describe('a body', () => {
  const json = (text: string) => JSON.parse(filledBody(text, 'application/json', look))
  test.each([
    ['{"a": "{{trigger.name}}"}', { a: 'x"},"inj":1' }],
    ['{"a": "of {{trigger.name}}", "b": "{{trigger.line}}"}', { a: 'of x"},"inj":1', b: 'a\r\nx-evil: 1\u2028é日' }],
    ['{"a":{"n":"{{trigger.n}}","no":{{trigger.no}},"z":"{{trigger.none}}"}}', { a: { n: 7, no: false, z: null } }],
    ['{"list":"{{trigger.list}}","text":"{{trigger.list}}!"}', { list: ['a', 'b'], text: '["a","b"]!' }],
    ['{"{{trigger.n}}": {{trigger.object}}}', { 7: { a: 1 } }],
    ['{"{{trigger.name}}": 1}', { 'x"},"inj":1': 1 }],
    ['["\\"{{trigger.name}}\\"", {{trigger.name}}]', ['"x"},"inj":1"', 'x"},"inj":1']],
    ['{"a":"{{trigger.absent ?? nobody}}"}', { a: 'nobody' }],
  ])('of JSON %s', (text, value) => expect(json(text)).toEqual(value))

  test('of invalid JSON, or without a value, is refused', () => {
    expect(() => json('{"a": {{trigger.n}}{{trigger.n}} x}')).toThrow('not JSON')
    expect(() => json('{"a": "{{trigger.absent}}"}')).toThrow('{{trigger.absent}}')
  })

  test.each([
    ['application/vnd.api+json; charset=utf-8', '"{{trigger.name}}"', '"x\\"},\\"inj\\":1"'],
    ['application/x-www-form-urlencoded', 'a={{trigger.form}}&c=1', 'a=a%26b%3Dc%20d&c=1'],
    ['application/soap+xml', '<a>{{trigger.markup}}</a>', '<a>&lt;script src=&quot;x&quot;&gt;&amp;&apos;</a>'],
    ['text/html', '{{trigger.markup}}', '&lt;script src=&quot;x&quot;&gt;&amp;&apos;'],
    ['text/plain', '{{trigger.markup}}', `<script src="x">&'`],
  ])('of %s', (type, text, filled) => expect(filledBody(text, type, look)).toBe(filled))

  test('has a size limit, which the message names', () => {
    expect(() => filledBody('{{x}}', 'text/plain', () => 'y'.repeat(PLAYBOOK_LIMITS.bodyChars + 1))).toThrow(
      'characters',
    )
  })
})

test('a header is one line of bytes', () => {
  const header = filledHeader('of {{trigger.line}}', look)
  expect(header).toMatch(/^of a x-evil: 1[\x20-\xff]+$/)
  expect(Buffer.from(header, 'latin1').toString()).toBe('of a x-evil: 1\u2028é日')
})

test('a recipient is one address', () => {
  expect(filledEntries('{{x}}@acme.example', () => 'kim')).toBe('kim@acme.example')
  for (const value of ['a@evil.example,kim', 'a;b', 'a b', 'a\nb', '<a>'])
    expect(() => filledEntries('{{x}}@acme.example', () => value)).toThrow('one address')
})

describe('an address', () => {
  const url = (text: string, value: unknown = 'v') => filledUrl(text, (path) => (path === 'x' ? value : undefined)).href
  test.each([
    ['https://h.example/a/{{x}}/b', 'p/q?r#s', 'https://h.example/a/p%2Fq%3Fr%23s/b'],
    ['https://h.example/a-{{x}}', '..', 'https://h.example/a-..'],
    ['https://h.example?q={{x}}&r=1', 'a&r=2#s', 'https://h.example/?q=a%26r%3D2%23s&r=1'],
    ['https://h.example/{{y ?? none}}?q={{x}}', 7, 'https://h.example/none?q=7'],
    ['https://h.example:8443/{{x}}', 'https://evil.example/', 'https://h.example:8443/https%3A%2F%2Fevil.example%2F'],
    ['https://h.example/{{x}}', '\ud800', 'https://h.example/%EF%BF%BD'],
    ['https://h.example/{{x}}#{{z}}', 'v', 'https://h.example/v'],
  ])('%s with %j is %s', (text, value, filled) => expect(url(text, value)).toBe(filled))

  test.each(['..', '.', '../admin', 'a/../b', '..\\x', '%2e%2e', '%2E%2e%2fx', '%252e%252e%252f', '..;/x', '.%2e', ''])(
    'does not leave its path by %j',
    (value) => expect(() => url('https://h.example/users/{{x}}', value)).toThrow(/climbs|empty/),
  )
  test('does not allow path traversal by the text around a value', () => {
    for (const text of ['https://h.example/a/.{{x}}', 'https://h.example/a/%2e{{x}}', 'https://h.example/a/{{x}}{{x}}'])
      expect(() => url(text, '.')).toThrow('climbs')
  })

  test.each([
    'https://h.example{{x}}/y',
    'https://{{x}}/y',
    'https://{{x}}.h.example/y',
    'https://h.example:{{x}}/',
    'https://h.example:80{{x}}/',
    'https://u:{{x}}@h.example/',
    'https://u@h.example/',
    'https://h.example\\{{x}}',
    '{{x}}',
    '//h.example/{{x}}',
    'javascript:{{x}}',
    'https:h.example/{{x}}',
    'https:///{{x}}',
  ])('refuses a host from a placeholder: %s', (text) => {
    expect(originIn(text)).toBeNull()
    expect(() => url(text, '.evil.example')).toThrow('url begins')
  })
})

test('paths are read, and braces without a valid path are reported', () => {
  expect(pathsIn('{{a.b}} {{ c ?? d e }} {{}}')).toEqual(['a.b', 'c'])
  expect(pathsIn(`{{${' '.repeat(3990)}`.repeat(10))).toEqual([])
  expect(['{{a}}', '{"a":{"b":{"c":"{{a}}"}}}'].map(hasBrokenPlace)).toEqual([false, false])
  expect(['{{a', '{{}}', '{{a{b}}', 'x {{ {{a}}'].map(hasBrokenPlace)).toEqual([true, true, true, true])
})
