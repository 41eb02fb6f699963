import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'
import { tokens } from './sql-lexer.ts'
import { rows, START_MS, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: false })

test('statements are split at semicolons that are not in strings, names, comments or heredocs', () => {
  const sql = `SELECT ';'; -- a; b
    SELECT "a;b", \`c;d\`; /* ; /* nested ; */ ; */ SELECT 'it''s; \\'; ok'; SELECT $x$ ; $x$ ; // c ; d
    ;; # only a comment ;
  `
  expect(splitStatements(sql)).toEqual([
    `SELECT ';'`,
    `-- a; b\n    SELECT "a;b", \`c;d\``,
    `/* ; /* nested ; */ ; */ SELECT 'it''s; \\'; ok'`,
    `SELECT $x$ ; $x$`,
  ])
})

test('tokens cover any text without gaps', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (sql) => {
      const ends = [...tokens(sql)].map(({ start, end }) => [start, end] as const)
      expect(ends.map(([start]) => start)).toEqual([0, ...ends.map(([, end]) => end)].slice(0, ends.length))
      expect(ends.at(-1)?.[1] ?? 0).toBe(sql.length)
    }),
  )
})

test('strings, names and comments end at the same place as for the engine', { timeout: START_MS }, async () => {
  const marks = [`'`, `"`, '`', '\\', '--', '//', '/*', '*/', '# ', '#!', '\n', ' ', 'a', '1', '$x$', '$$', ';']
  const piece = fc.constantFrom(...marks, '‘', '’', '“', '”')
  const inputs = fc.sample(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
    { numRuns: 3000, seed: 1 },
  )
  const query = /* sql */ `SELECT arrayMap(q -> toJSONString(tokenizeQuery(q)), {inputs:Array(String)}) AS tokens`
  const [found] = await rows<{ tokens: string[] }>(engine().client, query, { inputs })
  const theirs = (found?.tokens ?? []).map((text) => JSON.parse(text) as EngineToken[])
  // The two may differ if the engine finds an error, because it then refuses the text.
  const wellFormed = inputs.flatMap((input, i) => {
    const engineTokens = theirs[i] ?? []
    return engineTokens.some(({ type }) => type.startsWith('Error')) ? [] : [{ input, engineTokens }]
  })
  expect(wellFormed.length).toBeGreaterThan(300)
  for (const { input, engineTokens } of wellFormed) {
    const ours = [...tokens(input)].filter(({ kind }) => kind === 'text' || kind === 'name' || kind === 'comment')
    const bytes = (end: number) => Buffer.byteLength(input.slice(0, end))
    const spans = ours.map(({ kind, start, end }) => `${kind} ${bytes(start)}-${bytes(end)}`)
    expect(spans, input).toEqual(engineTokens.flatMap(spanOf))
  }
})

type EngineToken = { readonly begin: number; readonly end: number; readonly type: string }

const KINDS: Record<string, string> = {
  StringLiteral: 'text',
  HereDoc: 'text',
  QuotedIdentifier: 'name',
  BackQuotedIdentifier: 'name',
  DoubleQuotedIdentifier: 'name',
  Comment: 'comment',
}

function spanOf({ begin, end, type }: EngineToken): string[] {
  const kind = KINDS[type]
  return kind ? [`${kind} ${begin}-${end}`] : []
}
