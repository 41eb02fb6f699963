import { expect, test } from 'vitest'
import { cutXml } from './cut-xml.ts'

function cut(text: string): string[] {
  const body = Buffer.from(text)
  const found: string[] = []
  cutXml(body, (start, end) => {
    found.push(body.toString('utf8', start, end))
    return true
  })
  return found
}

test('an unclosed element extends to the next one, or to the end of its line', () => {
  expect(cut('<Event>a<Event>b</Event>')).toEqual(['<Event>a', '<Event>b</Event>'])
  expect(cut('<Event>a\n<Event>b</Event>\n<Event>c\nd')).toEqual(['<Event>a', '<Event>b</Event>', '<Event>c', 'd'])
})

test('an end tag inside of a closed CDATA section does not count', () => {
  const whole = '<Event><![CDATA[</Event>]]><![CDATA[</Event>]]></Event>'
  expect(cut(`${whole}<Event>b</Event>`)).toEqual([whole, '<Event>b</Event>'])
  expect(cut('<Event><![CDATA[a</Event>b')).toEqual(['<Event><![CDATA[a</Event>', 'b'])
  expect(cut('<Event><![CDATA[</Event>]]><Event>b</Event>')).toEqual([
    '<Event><![CDATA[</Event>]]>',
    '<Event>b</Event>',
  ])
})

/** Bytes that searches of the whole body have looked at. */
function searched(text: string): number {
  const body = Buffer.from(text)
  const indexOf = body.indexOf.bind(body)
  let bytes = 0
  const value = (text: Buffer, from: number) => {
    const found = indexOf(text, from)
    bytes += (found === -1 ? body.length : found) - from
    return found
  }
  Object.defineProperty(body, 'indexOf', { value })
  cutXml(body, () => true)
  return bytes
}

test.each([
  ['that do not end', '<Event>'.repeat(2000)],
  ['of which the last alone ends', `${'<Event>'.repeat(2000)}</Event>`],
  ['with sections that do not end', '<Event><![CDATA[</Event>'.repeat(2000)],
  ['that end within sections alone', '<Event><![CDATA[</Event>]]>'.repeat(2000)],
  ['before many sections', `${'<Event>'.repeat(2000)}${'<![CDATA[x]]>'.repeat(2000)}</Event>`],
  ['within sections', '<![CDATA[\n<Event>\n]]>'.repeat(2000)],
])('elements %s are searched a few times and no more', (_, text) => {
  expect(searched(text)).toBeLessThan(10 * text.length)
})

test('the first byte of a line shows if it belongs to the block or ends it', () => {
  const body = Buffer.from(`1/1/2020 ${'\n'.repeat(2000)}a`)
  let copies = 0
  for (const name of ['toString', 'subarray'] as const) {
    const own = body[name].bind(body) as (...range: unknown[]) => unknown
    const value = (...range: unknown[]) => {
      copies++
      return own(...range)
    }
    Object.defineProperty(body, name, { value })
  }
  cutXml(body, () => true)
  expect(copies).toBeLessThan(10)
})
