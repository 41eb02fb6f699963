/** Compares lines of real audit logs with the output of another parser. Each difference has its reason here. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import { auditd } from './auditd.ts'
import type { Fields } from './decoder.ts'

type Golden = { raw_msg: string; record_type: string; sequence: number; data?: Record<string, string> } | null

/** Fields whose numbers the other parser replaces by names; here a mapping does that later, and the number stays. */
const NUMBERED = new Set(['arch', 'syscall', 'exit', 'sig'])
/** Names of the fields from which the other parser makes `result`. */
const RESULTS = new Set(['res', 'success', 'result'])
/** Security contexts are one text here; the other parser splits them into four or five parts. */
const CONTEXT = /^(?:subj|obj)(?:_(?:user|role|domain|level|category))?$/

function isExplained(name: string, mine: unknown, theirs: string | undefined, fields: Fields): boolean {
  const isNothing = mine === '?' || mine === '' || mine === '(null)' || mine === '(none)'
  if (theirs === undefined && (isNothing || name === 'key')) return true // they leave out empty fields; keys are tags
  if (RESULTS.has(name) || CONTEXT.test(name)) return true
  if (name === 'text') return theirs === undefined // words without a name, which they leave out
  if (NUMBERED.has(name)) return typeof mine === 'string' && theirs !== undefined
  if (theirs === 'unset') return mine === '4294967295'
  if (name === 'saddr') return fields.family !== undefined // kept beside the fields read from it
  // `old auid` is spelt with a dash here, as kernels since 3.10 write it.
  if (/^(?:old|new)[-_]auid$/.test(name)) return fields[name.replace('_', '-')] !== undefined
  return name === 'data' && typeof mine === 'string' && mine.replace(/\p{Cc}/gu, '') === theirs?.replace(/\p{Cc}/gu, '')
}

function differences(golden: Exclude<Golden, null>, line: string): string[] {
  const record = auditd.decode(line, { receivedMs: 0 })
  if (typeof record === 'string') return [`${record}: ${line}`]
  const { serial, types } = record.audit as { serial: string; types: string[] }
  const type = types[0] ?? ''
  expect(type.toLowerCase()).toBe(golden.record_type)
  expect(Number(serial)).toBe(golden.sequence)
  const fields = ((type === 'PATH' ? (record.PATH as Fields[])[0] : record[type]) ?? {}) as Fields
  const theirs = golden.data ?? {}
  return [...new Set([...Object.keys(fields), ...Object.keys(theirs)])]
    .filter((name) => fields[name] !== theirs[name] && !isExplained(name, fields[name], theirs[name], fields))
    .map((name) => `${type} ${name}: ${JSON.stringify(fields[name])} is not ${JSON.stringify(theirs[name])}`)
}

const dir = corporaDir()

test.skipIf(dir === null)('audit lines have the fields that another parser finds (SVC_CORPORA_DIR)', () => {
  const folder = path.join(dir ?? '', 'linux')
  const found: string[] = []
  let compared = 0
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.log.golden'))) {
    const lines = fs.readFileSync(path.join(folder, file.replace('.golden', '')), 'utf8').split('\n')
    for (const golden of JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Golden[]) {
      const at = golden === null ? -1 : lines.findIndex((line) => line.includes(golden.raw_msg))
      // The other parser gives null for an unreadable line; ours gives `bad_auditd`.
      if (golden === null || at === -1) continue
      found.push(...differences(golden, lines.splice(at, 1)[0] ?? ''))
      compared++
    }
  }
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(80)
})
