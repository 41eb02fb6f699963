import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunksOf, lineReader } from './chunk-bytes.ts'
import type { EventSource } from './event-source.ts'

const MIB = 1 << 20
let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-chunks-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

test.each([
  ['a line that ends where a chunk does', `${'a'.repeat(MIB - 1)}\nb\nc\n`],
  ['a line that ends behind it', `${'a'.repeat(MIB)}\nb\nc\n`],
  ['a line longer than two chunks', `a\n${'b'.repeat(3 * MIB)}\nc\n`],
  ['a line end that begins a chunk', `${'a'.repeat(MIB)}\n\nb`],
  ['no line end at the end', `a\n${'b'.repeat(MIB + 5)}\n${'c'.repeat(MIB)}`],
  ['short lines', 'one line of many\n'.repeat(200_000)],
])('%s: each line is in one chunk, from a file as from memory', (_, text) => {
  const path = join(dir, 'events')
  writeFileSync(path, text)
  const bytes = new SharedArrayBuffer(text.length)
  Buffer.from(bytes).write(text)
  const [fromFile, fromMemory] = [
    chunksIn({ kind: 'file', path, size: text.length }),
    chunksIn({ kind: 'memory', bytes }),
  ]
  expect(fromFile.join('') === text, 'nothing is lost or read twice').toBe(true)
  const filled = fromFile.filter((chunk) => chunk !== '')
  expect(filled.slice(0, -1).every((chunk) => chunk.endsWith('\n'))).toBe(true)
  expect(fromMemory.every((chunk, i) => chunk === fromFile[i])).toBe(true)
})

test('the end of a file of five gigabytes is read like any other', () => {
  const path = join(dir, 'large')
  const size = 5 * 1024 * MIB
  const file = openSync(path, 'w')
  writeSync(file, '\nlast\n', size - 6)
  closeSync(file)
  const { body, from, to } = lineReader({ kind: 'file', path, size })(5 * 1024 - 1)
  expect(body.latin1Slice(from, to)).toBe('last\n')
})

function chunksIn(source: EventSource): readonly string[] {
  const read = lineReader(source)
  return Array.from({ length: chunksOf(source) }, (_, chunk) => {
    const { body, from, to } = read(chunk)
    return body.latin1Slice(from, to)
  })
}
