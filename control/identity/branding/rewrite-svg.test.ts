import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { rewriteSvg } from './rewrite-svg.ts'
import { REFUSED_SVG, SVG_ATTACKS } from './test-svg-attacks.ts'

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`

/** Listed independently of the program: the elements that a logo may contain. */
const DRAWN = new Set(
  `svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop
   clipPath mask pattern marker`.split(/\s+/),
)
const TOKEN = /<(\/?)([A-Za-z]+)((?: [A-Za-z][A-Za-z0-9:-]*="[^"<>]*")*)(\/?)>|[^<>]+/gy
const ATTRIBUTE = / ([A-Za-z][A-Za-z0-9:-]*)="([^"]*)"/g

/** Checks the output with two regular expressions only: anything that they do not match is a failure. */
function expectHarmless(written: string): void {
  let at = 0
  for (const [token, , name, attributes = ''] of written.matchAll(TOKEN)) {
    at += token.length
    if (name === undefined) continue
    expect([token, DRAWN.has(name)]).toEqual([token, true])
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (attribute === 'xmlns') expect(value).toBe('http://www.w3.org/2000/svg')
      else expectHarmlessAttribute(attribute, value)
    }
  }
  expect(at, `all of it is elements and text: ${written.slice(at, at + 80)}`).toBe(written.length)
}

function expectHarmlessAttribute(attribute: string, value: string): void {
  expect(attribute).not.toMatch(/^on|href|style|src|^class$/i)
  if (attribute.includes(':')) expect(attribute).toBe('xml:space')
  if (/url/i.test(value)) expect([attribute, value]).toEqual([attribute, expect.stringMatching(/^url\(#[\w.-]+\)$/)])
  expect(value).not.toMatch(/[:/\\;@]|script|expression|attr\(|image/i)
}

function expectStable(written: string): void {
  expect(rewriteSvg(written)).toEqual({ svg: written, removed: { elements: [], attributes: [] } })
}

describe('an attack', () => {
  test.each(Object.entries(SVG_ATTACKS))('by %s leaves a drawing and nothing else', (_, attack) => {
    const { sent, written, elements = [], attributes = [] } = attack
    expect(rewriteSvg(sent)).toEqual({ svg: written, removed: { elements, attributes } })
    expectHarmless(written)
    expectStable(written)
  })

  test.each(Object.entries(REFUSED_SVG))('by %s is refused', (_, sent) => {
    expect(() => rewriteSvg(sent)).toThrow(InvalidInput)
  })
})

describe('a drawing', () => {
  const DRAWING = svg(
    `<title>Acme &amp; Söhne</title><defs><linearGradient id="g" x1="0%" gradientTransform="rotate(45 0.5 0.5)">
       <stop offset="0" stop-color="rgb(1, 2, 3)"/></linearGradient><clipPath id="c"><circle cx="1" r="1"/></clipPath></defs>
     <g clip-path="url(#c)" transform="matrix(1 0 0 1 0 0) translate (2,3)"><path fill="url(#g)" d="M1e-5 0 l-1.5,+2z"/>
       <text font-family="'Open Sans', sans-serif" xml:space="preserve">A<tspan dy="1"> B</tspan></text></g>`,
  )

  test('keeps all elements of a drawing', () => {
    const { svg: written, removed } = rewriteSvg(DRAWING)
    expect(removed).toEqual({ elements: [], attributes: [] })
    expect(written.replaceAll(/\s+/g, ' ')).toBe(DRAWING.replaceAll(/>\s+</g, '><').replaceAll(/\s+/g, ' '))
  })

  test('loses its declaration, its comments and the text between its elements, which show nothing', () => {
    const { svg: written, removed } = rewriteSvg(
      '<?xml version="1.0" encoding="utf-7"?><svg><!-- x -->+ADw-<g><path/></g></svg>',
    )
    expect([written, removed.elements]).toEqual([svg('<g><path/></g>'), []])
  })
})

describe('past a bound an SVG is refused:', () => {
  const nested = (depth: number) => svg(`${'<g>'.repeat(depth)}<path/>${'</g>'.repeat(depth)}`)
  const attributes = (count: number) =>
    svg(`<path ${Array.from({ length: count }, (_, i) => `a${i % 7}-${i}=""`).join(' ')}/>`)
  const names = (count: number) => svg(`<path/>${Array.from({ length: count }, (_, i) => `<e${i}/>`).join('')}`)

  test.each([
    ['elements in each other', nested(62), nested(63)],
    ['elements', svg('<path/>'.repeat(4_999)), svg('<path/>'.repeat(5_000))],
    ['attributes of one', attributes(100), attributes(101)],
    ['names that go', names(200), names(201)],
  ])('%s', (_, most, more) => {
    expectHarmless(rewriteSvg(most).svg)
    expect(() => rewriteSvg(more)).toThrow(/holds.* more than/)
  })
})

const NAMES = [
  ...[
    ...DRAWN,
    'script',
    'SCRIPT',
    'style',
    'image',
    'use',
    'a',
    'animate',
    'set',
    'foreignObject',
    'iframe',
    'h:script',
  ],
  ...['x:path', 'x:script', 'filter', 'feImage', 'symbol', 'switch', 'textPath'],
]
const ATTRIBUTES = [
  ...[
    'id',
    'd',
    'fill',
    'stroke',
    'mask',
    'clip-path',
    'marker-end',
    'transform',
    'font-family',
    'xml:space',
    'x',
    'role',
  ],
  ...[
    'onload',
    'onclick',
    'OnLoad',
    'href',
    'xlink:href',
    'style',
    'src',
    'class',
    'xml:base',
    'xmlns',
    'xmlns:x',
    'x:fill',
  ],
]
const VALUES = [
  ...[
    'a',
    'b',
    '#a',
    'url(#a)',
    'url(#b) red',
    'url("#a")',
    'url(//e.example#a)',
    'u\\72l(#a)',
    'url(javascript:x)',
    '1',
  ],
  ...[
    'javascript:x()',
    'rgb(1,2,3)',
    'attr(x)',
    'image(x)',
    '&quot;&gt;&lt;script&gt;',
    '&#x6f;nload',
    '',
    '\n',
    '–',
    '`',
  ],
  ...[
    'http://www.w3.org/2000/svg',
    'http://www.w3.org/1999/xhtml',
    "x' y",
    'var(--a)',
    '/**/url(x)',
    'URL(#a)',
    '0;@import',
  ],
]
const TEXTS = [
  '',
  'x',
  '&lt;script&gt;',
  '<![CDATA[<script>]]>',
  '<!-- <script> -->',
  '<?xml-stylesheet href="x"?>',
  '&amp;lt;',
  ']]',
]

const attribute = fc.tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES))
const element = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...TEXTS),
    fc
      .record({
        name: fc.constantFrom(...NAMES),
        attributes: fc.uniqueArray(attribute, { selector: ([name]) => name, maxLength: 4 }),
        children: fc.array(tie('node'), { maxLength: 4 }),
      })
      .map(({ name, attributes, children }) => {
        const pairs = attributes.map(([key, value]) => ` ${key}="${value}"`).join('')
        return `<${name}${pairs}>${children.join('')}</${name}>`
      }),
  ),
})).node
const NAMESPACES =
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:x="http://www.w3.org/2000/svg"'
const document = fc
  .tuple(fc.array(element, { maxLength: 5 }), fc.constantFrom('', ' xmlns="http://www.w3.org/2000/svg"'))
  .map(([inner, namespace]) => `<svg${namespace} ${NAMESPACES}><path/>${inner.join('')}</svg>`)

describe('whatever goes in', () => {
  test('as a document, what comes out is harmless and stays as it is', () => {
    let runs = 0
    let removals = 0
    fc.assert(
      fc.property(document, (text) => {
        runs++
        const written = writtenOrRefused(text)
        if (written === null) return
        removals++
        expectHarmless(written)
        expectStable(written)
      }),
      { numRuns: 2_000 },
    )
    expect(removals, 'most are documents').toBeGreaterThan(runs / 2)
  })

  test('as text, it is refused or harmless, and nothing else is thrown', () => {
    const piece = fc.oneof(
      fc.constantFrom(...TEXTS, '<svg>', '</svg>', '<path/>', '<', '>', '"', '<!', ']]>', '&#', '<?'),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const written = writtenOrRefused(`<svg><path/>${pieces.join('')}</svg>`)
        if (written !== null) expectHarmless(written)
      }),
      { numRuns: 2_000 },
    )
  })
})

function writtenOrRefused(text: string): string | null {
  try {
    return rewriteSvg(text).svg
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput)
    return null
  }
}
