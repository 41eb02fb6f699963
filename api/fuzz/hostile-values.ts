/**
 * Values that no client means to send: values for one place of a body, texts for one place of a URL, and whole bodies.
 */
import fc from 'fast-check'

/** JSON texts that JavaScript cannot serialise, by the placeholder that stands for each until the request is sent. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  '@deep lists': '['.repeat(50_000) + ']'.repeat(50_000),
  '@deep objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@nested a little': '['.repeat(300) + ']'.repeat(300),
  '@beyond a double': '1e400',
  '@many digits': '9'.repeat(4_000),
  '@a member twice': '{"a":1,"a":{"b":2},"a":[]}',
  '@a prototype': '{"__proto__":{"isAdmin":true}}',
  '@half a pair': '"\\udc00\\ud800"',
}

const VALUES: readonly unknown[] = [
  ...Object.keys(AS_WRITTEN),
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), {}, [], [[]], [null], { a: null }],
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\ufeff',
    '\u202e',
    'x'.repeat(100_000),
    '🏴'.repeat(2_000),
    "'; --",
    '%',
  ],
  ...[{ constructor: 1, toString: 2 }, { '\u0000': 1 }, { '': 1 }, { length: -1 }, { ['k'.repeat(10_000)]: 1 }],
  ...['NaN', 'undefined', '2026-13-45T99:99:99Z', '0000-00-00T00:00:00Z', '+275760-09-13T00:00:00Z', '[::1]', '../..'],
]
const MEMBERS = ['__proto__', 'constructor', 'toString', '', 'tenant_id', 'role', '\u0000']

/** The body with one place of it, or the whole, made hostile. */
export function spoiled(body: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(body)
  const how = fc.record({ at: fc.constantFrom(...places), value: fc.constantFrom(...VALUES) })
  const replaced = how.map(({ at, value }) => replacedAt(body, at, value))
  const longer = fc.constantFrom(...MEMBERS).map((name) => ({ ...(body as object), [name]: 1 }))
  return fc.oneof({ weight: 5, arbitrary: replaced }, { weight: 1, arbitrary: longer })
}

type Place = readonly string[]

/** Nesting beyond this depth repeats the same kinds. */
const PLACE_DEPTH_MAX = 4

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null || at.length === PLACE_DEPTH_MAX) return [at]
  return [at, ...Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, name]))]
}

function replacedAt(body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value
  const member = replacedAt((body as Record<string, unknown>)[name], rest, value)
  if (Array.isArray(body)) return body.with(Number(name), member)
  return { ...(body as object), [name]: member }
}

export function jsonText(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"(@[a-z ]+)"/g, (whole, name) => AS_WRITTEN[name] ?? whole)
}

/** Bodies that are no JSON, or hardly. */
export const BROKEN_BODIES: readonly (string | Buffer)[] = [
  ...['', ' ', '{', '[', '{"a":', '{"a":1}}', 'NaN', 'null', '"', '\u0000', '\ufeff{}', '{"a":1,}', "{'a':1}", '1e999'],
  ...['{"a":"\\ud8"}', '{"__proto__":{}}', '{"constructor":{"prototype":{"a":1}}}', '['.repeat(200_000)],
  ...[Buffer.from([0xff, 0xfe, 0x7b]), Buffer.from('{"a":"\xff"}', 'latin1'), 'x'.repeat(300_000)],
]

export const CONTENT_TYPES: readonly string[] = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/',
    '*/*',
  ],
  ...['application/json; charset=utf-16', 'application/json;;;', 'APPLICATION/JSON', 'application/problem+json', ';'],
]

/** Already percent-encoded for a URL. */
const ODD_TEXTS: readonly string[] = [
  ...['', '%00', 'a%00b', '%zz', '%', '%ff', '%c0%80', '%ed%a0%80', '..', '%2e%2e%2f', '%2f', "'", '%22', '-1', '1e9'],
  ...['99999999999999999999', '9007199254740993', 'true', 'null', '[]', '%5B%5D', 'x'.repeat(199), 'x'.repeat(5_000)],
  ...['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-00000000000g', '%F0%9F%8F%B4', '%E2%80%AE'],
]

/** Positions in a list that have their form, wherever they point. */
const cursors = fc.oneof(
  fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?[+-][0-2]\d(:[0-5]\d)?\|[0-9a-f]{8}$/),
  fc.constantFrom(
    '0000-01-01 00:00:00+00',
    '0001-01-01 00:00:00+23',
    '9999-12-31 23:59:59-23:59',
    '2026-02-31 00:00:00+00',
  ),
  fc.stringMatching(/^[-0-9]{1,20}\|[0-9a-f]{8}$/),
)

export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  cursors.map((at) => {
    const id = '-0000-4000-8000-000000000000'
    return Buffer.from(at.includes('|') ? `${at}${id}` : `${at}|00000000${id}`).toString('base64url')
  }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
)
