import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineTooLong, linesIn } from './lines.ts'

async function* chunks(parts: readonly Buffer[]) {
  yield* parts
}
async function read(parts: readonly Buffer[], bytesMax = 1 << 20): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesIn(chunks(parts), bytesMax)) lines.push(line.toString())
  return lines
}

test('lines do not depend on the chunks, also if one ends inside of a character', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\n', '_')))
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(400), { maxLength: 10 }), async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])].sort(
        (a, b) => a - b,
      )
      expect(await read(at.slice(1).map((end, i) => bytes.subarray(at[i], end)))).toEqual(lines)
    }),
  )
})

test('a last line without an end is a line', async () => {
  expect(await read([Buffer.from('a\nb')])).toEqual(['a', 'b'])
})

test('each byte of an endless line is read once, and reading ends at the bound', async () => {
  const chunk = Buffer.alloc(64 * 1024, 0x78)
  let count = 0
  async function* endless() {
    for (;;) {
      count += chunk.length
      yield chunk
    }
  }
  const reading = async () => {
    for await (const line of linesIn(endless(), 8 << 20)) expect(line).toBeUndefined()
  }
  await expect(reading()).rejects.toThrow(LineTooLong)
  expect(count).toBeLessThanOrEqual((8 << 20) + chunk.length)
})

test('a whole line that is too long is refused as well', async () => {
  await expect(read([Buffer.from('12345\n')], 4)).rejects.toThrow('more than 4 bytes')
  expect(await read([Buffer.from('1234\n')], 4)).toEqual(['1234'])
})
