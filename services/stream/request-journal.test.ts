import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RESEND_WINDOW_MS, type RequestNote } from '../../ingest/http/request-memory.ts'
import { openRequestJournal } from './request-journal.ts'

const START = 1_700_000_000_000
let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-requests-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const open = (bytesMax?: number, to = dir) => openRequestJournal(to, pino({ level: 'silent' }), bytesMax)
const note = (n: number, ms: number, over: Partial<RequestNote> = {}): RequestNote => ({
  ...{ kind: 'opened', tenant: 'acme', request: n.toString(16), requestKey: `key-${n}`, earlierKey: '', ms },
  ...over,
})
const opened = (journal: ReturnType<typeof open>) => [...journal.read()].map(({ requestKey }) => requestKey)

test('the next process reads a noted copy even if this one did not exit cleanly', () => {
  const [first, second] = [note(1, START), note(2, START, { earlierKey: 'key-0' })]
  const journal = open()
  journal.write(first)
  journal.write(second)
  expect([...open().read()]).toEqual([first, second])
})

test('answers survive the end of their process', () => {
  const journal = open()
  journal.write(note(1, START))
  journal.write(note(1, START, { kind: 'answered' }))
  journal.close()
  expect([...open().read()].map(({ kind }) => kind)).toEqual(['opened', 'answered'])
})

test('keeps the notes of two windows and no older ones', () => {
  const journal = open()
  for (const n of [1, 2, 3]) journal.write(note(n, START + n * RESEND_WINDOW_MS))
  expect(opened(open())).toEqual(['key-2', 'key-3'])
})

test('above the bound the older file is removed', () => {
  const journal = open(300)
  for (let n = 1; n <= 50; n++) journal.write(note(n, START))
  const kept = opened(open())
  expect(kept.at(-1)).toBe('key-50')
  expect(kept.length).toBeLessThan(30)
  const sizes = fs.readdirSync(dir).map((name) => fs.statSync(path.join(dir, name)).size)
  expect(Math.max(...sizes)).toBeLessThan(400)
})

test('a note cut short by a kill loses only itself', () => {
  open().write(note(1, START))
  fs.appendFileSync(path.join(dir, 'requests'), 'o 17000000000 acm')
  open().write(note(2, START))
  expect(opened(open())).toEqual(['key-1', 'key-2'])
})

test('a full disk does not refuse requests', () => {
  const journal = open()
  journal.close()
  expect(() => journal.write(note(1, START))).not.toThrow()
})
