/**
 * Comments that begin with a question word, and names that say nothing (`told`, `given`), are hard to read for somebody
 * new. There are many from before: their numbers may fall, and never rise. Who makes one fall lowers its bound here.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const COMMENTS_MAX = 0
const NAMES_MAX = 0

const FOLDERS = ['api', 'bench', 'bin', 'connectors', 'console', 'control', 'detections', 'docker', 'intel', 'pipeline']
const OTHERS = ['platform', 'query', 'rules', 'schemas', 'sdk', 'services', 'stores', 'test']
const SOURCE = /\.(?:ts|tsx|mjs)$/
/** Written by programs, or by others. */
const NOT_OURS = /(?:^|\/)(?:node_modules|generated|\.cache|dist)(?:\/|$)|\.gen\./

const COMMENT = /\/\*\*?\s*\*?\s*([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)/gm
const QUESTION = /^(?:What|Of|Whether|Who|Whoever)\b/
const EMPTY_NAME = /\b(?:const|let|function)\s+(?:told|said|given|asked|heard|went|take)\b/g

type Found = { comments: number; names: number }

function inText(text: string): Found {
  const comments = [...text.matchAll(COMMENT)].filter(([, block, line]) => QUESTION.test((block ?? line ?? '').trim()))
  return { comments: comments.length, names: text.match(EMPTY_NAME)?.length ?? 0 }
}

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const one = path.posix.join(folder, entry.name)
    if (NOT_OURS.test(one)) continue
    if (entry.isDirectory()) yield* sources(one)
    else if (SOURCE.test(one) && one !== 'test/words.test.ts') yield one
  }
}

test('a comment and a name that are to be rewritten are found', () => {
  expect(inText('/** What is kept. */\nconst given = 1 // of it\n// Whether it holds\n')).toEqual({
    comments: 2,
    names: 1,
  })
  expect(inText('/** The rows, newest first. */\nconst rows = 1 // kept as they came\n')).toEqual({
    comments: 0,
    names: 0,
  })
})

test('no new comment begins with a question word, and no new name says nothing', () => {
  const total: Found = { comments: 0, names: 0 }
  for (const file of [...FOLDERS, ...OTHERS].flatMap((folder) => [...sources(folder)])) {
    const { comments, names } = inText(fs.readFileSync(path.join(ROOT, file), 'utf8'))
    total.comments += comments
    total.names += names
  }
  expect(total.comments).toBeLessThanOrEqual(COMMENTS_MAX)
  expect(total.names).toBeLessThanOrEqual(NAMES_MAX)
})
