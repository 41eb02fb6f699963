/**
 * Comments that begin with a question word, and names that say nothing (`told`, `Asked`, `saidOf`), are hard to read for
 * newcomers. The test fails and lists every one of them with its file.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAM_FOLDERS } from './cruise.ts'
import { emptyNames } from './empty-names.ts'

const ROOT = path.join(import.meta.dirname, '..')

const FOLDERS = [...PROGRAM_FOLDERS, 'bench', 'bin', 'console', 'docker', 'sdk', 'test']
const SOURCE = /\.(?:ts|tsx|mjs)$/
/** Files that programs generate, or that others wrote. */
const NOT_OURS = /(?:^|\/)(?:node_modules|generated|\.cache|dist)(?:\/|$)|\.gen\./

const COMMENT = /\/\*\*?\s*\*?\s*([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)/gm
const QUESTION = /^(?:What|Of|Whether|Who|Whoever)\b/
/** Fields of records that a connector reads: values that it parses from a message stand under `parsed`. */
const SAID_FIELD = /['"`]said\.|\.said\b/g

/** Members of the API, of stored documents and of checkpoints, by the start of the path: these names cannot change. */
const STORED: readonly (readonly [start: string, ...names: string[]])[] = [
  // The API: counts of osquery, polls of connectors, fidelity of tables, actions of the copilot.
  ['api/osquery/', 'asked'],
  ['control/detect/osquery/', 'asked'],
  ['console/src/hunts/hosts.tsx', 'asked'],
  ['control/platform/connectors/connector-store.ts', 'taken'],
  ['query/stored-of-sources.ts', 'taken'],
  ['control/detect/source-tables/', 'taken'],
  ['api/rest/sources/', 'taken'],
  ['services/cli/sources.ts', 'taken'],
  ['control/soc/copilot/', 'take'],
  // SCIM: the given name of a user.
  ['api/scim/', 'givenName'],
  ['control/identity/accounts/scim/', 'givenName'],
  // The column `asked` of approvals, which counts the requests for one of them, and audit entries that show it.
  ['control/respond/response/approval', 'asked'],
  ['control/soc/delivery/', 'asked'],
  // Documents in the database: evidence, answers of models, and the ledger of investigations.
  ['control/platform/compliance/evidence.ts', 'said'],
  ['control/respond/agents/', 'said', 'asked'],
  // Checkpoints of stages.
  ['pipeline/stages/baseline/', 'told', 'toldHour'],
  ['pipeline/stages/fuse/slots.ts', 'went'],
  // Tests: a vendor's answer, and the labels of statements that delete.
  ['api/rest/connectors/connectors.test.ts', 'asked'],
  ['control/platform/governance/removals.test.ts', 'asked'],
]

/** The beginnings of comments, and the names, that must be rewritten. */
function foundIn(file: string, text: string): string[] {
  const comments = [...text.matchAll(COMMENT)].map(([, block, line]) => (block ?? line ?? '').trim())
  const stored = STORED.filter(([start]) => file.startsWith(start)).flatMap(([, ...names]) => names)
  return [
    ...comments.filter((comment) => QUESTION.test(comment)).map((comment) => comment.slice(0, 60)),
    ...(file.startsWith('connectors/') ? (text.match(SAID_FIELD) ?? []) : []),
    ...emptyNames(file, text, stored),
  ]
}

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const one = path.posix.join(folder, entry.name)
    if (NOT_OURS.test(one)) continue
    if (entry.isDirectory()) yield* sources(one)
    else if (SOURCE.test(one) && one !== 'test/words.test.ts') yield one
  }
}

test('a comment and a name that must be rewritten are found', () => {
  expect(foundIn('a.ts', '/** What is kept. */\nconst given = 1 // of it\n// Whether it holds\n')).toEqual([
    'What is kept.',
    'Whether it holds',
    'given',
  ])
  expect(foundIn('a.ts', '/** The rows, newest first. */\nconst rows = 1 // kept as they came\n')).toEqual([])
})

test.each([
  ['type Asked = { readonly said: string }', ['Asked', 'said']],
  ['export class TakenBatch {\n  #told = 0\n  take() {}\n}', ['told', 'take']],
  ['interface PushDoor { readonly isTold: boolean }', ['PushDoor', 'isTold']],
  ['type EventFate = 1\ntype Held = 2\ntype Taken = 3', ['EventFate', 'Held', 'Taken']],
  ['function saidOf({ taken = 1, ...asked }: object, [told]: number[]) {}', ['saidOf', 'taken', 'asked', 'told']],
  ['const f = (askedMs: number) => ({ heard: askedMs })', ['askedMs', 'heard']],
  ['const ASKED_MAX = 1\nfunction Said() {}', ['ASKED_MAX', 'Said']],
])('names of types, functions, parameters and members that say nothing are found: %s', (text, names) => {
  expect(emptyNames('a.ts', text).toSorted()).toEqual(names.toSorted())
})

test('English, stored names and texts are left alone', () => {
  const text = "const isTaken = 'said and told', rows = { asked_at: 1, heldUntil: 2, usernameTaken: 3 } // taken, given"
  expect(emptyNames('a.ts', text)).toEqual([])
  expect(emptyNames('a.ts', 'const { taken } = fidelity', ['taken'])).toEqual([])
})

test('no comment begins with a question word, and no name says nothing', () => {
  const found = FOLDERS.flatMap((folder) =>
    [...sources(folder)].flatMap((file) => foundIn(file, read(file)).map((words) => `${file}: ${words}`)),
  )
  expect(found).toEqual([])
})

test('each stored name is still in a file at its place', () => {
  const files = FOLDERS.flatMap((folder) => [...sources(folder)])
  const unused = STORED.flatMap(([start, ...names]) => {
    const texts = files.filter((file) => file.startsWith(start)).map((file) => [file, read(file)] as const)
    const declared = new Set(texts.flatMap(([file, text]) => emptyNames(file, text)))
    return names.filter((name) => !declared.has(name)).map((name) => `${start} ${name}`)
  })
  expect(unused).toEqual([])
})
