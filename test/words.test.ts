/**
 * Comments that begin with a question word, and names that say nothing (`told`, `given`), are hard to read for
 * newcomers. The test fails and lists every one of them with its file.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAM_FOLDERS } from './cruise.ts'

const ROOT = path.join(import.meta.dirname, '..')

const FOLDERS = [...PROGRAM_FOLDERS, 'bench', 'bin', 'console', 'docker', 'sdk', 'test']
const SOURCE = /\.(?:ts|tsx|mjs)$/
/** Files that programs generate, or that others wrote. */
const NOT_OURS = /(?:^|\/)(?:node_modules|generated|\.cache|dist)(?:\/|$)|\.gen\./

const COMMENT = /\/\*\*?\s*\*?\s*([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)/gm
const QUESTION = /^(?:What|Of|Whether|Who|Whoever)\b/
const EMPTY_NAME = /\b(?:const|let|function)\s+(?:told|said|given|asked|heard|went|take)\b/g

/** The beginnings of comments, and the declarations, that must be rewritten. */
function foundIn(text: string): string[] {
  const comments = [...text.matchAll(COMMENT)].map(([, block, line]) => (block ?? line ?? '').trim())
  return [
    ...comments.filter((comment) => QUESTION.test(comment)).map((comment) => comment.slice(0, 60)),
    ...(text.match(EMPTY_NAME) ?? []),
  ]
}

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const one = path.posix.join(folder, entry.name)
    if (NOT_OURS.test(one)) continue
    if (entry.isDirectory()) yield* sources(one)
    else if (SOURCE.test(one) && one !== 'test/words.test.ts') yield one
  }
}

test('finds comments and names that must be rewritten', () => {
  expect(foundIn('/** What is kept. */\nconst given = 1 // of it\n// Whether it holds\n')).toEqual([
    'What is kept.',
    'Whether it holds',
    'const given',
  ])
  expect(foundIn('/** The rows, newest first. */\nconst rows = 1 // kept as they came\n')).toEqual([])
})

test('no comment begins with a question word, and no name says nothing', () => {
  const found = FOLDERS.flatMap((folder) =>
    [...sources(folder)].flatMap((file) =>
      foundIn(fs.readFileSync(path.join(ROOT, file), 'utf8')).map((words) => `${file}: ${words}`),
    ),
  )
  expect(found).toEqual([])
})
