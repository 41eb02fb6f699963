/**
 * Checks that the README is short and that its list of missing parts is right, and that documents name existing paths.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const README = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8')

/** Words in "Not there yet", and the prefix that the paths of this area have once they exist. */
const AREAS: Readonly<Record<string, string>> = {
  cases: '/cases',
  playbooks: '/playbooks',
  approvals: '/approvals',
  'behaviour and entity risk (UEBA)': '/ueba',
  investigations: '/investigations',
  copilot: '/copilot',
  'threat intelligence': '/intel',
  sandboxes: '/sandbox',
  'proposals of detections over REST': '/detection-proposals',
  'federated queries': '/federated',
  honeytokens: '/honeytokens',
  'purple team': '/purple-team',
  'on-call': '/oncall',
  passkeys: '/passkeys',
  'push messages': '/push',
  'the marketplace': '/marketplace',
  compliance: '/compliance',
  SLA: '/sla',
  governance: '/governance',
  usage: '/usage',
  'submission of phishing': '/phishing',
  autonomy: '/autonomy-policy',
  'MCP servers': '/mcp-servers',
}

test('it is a door: at most 150 lines', () => {
  expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test('the list of missing parts has exactly those without an operation', () => {
  const file = path.join(ROOT, 'schemas/openapi/openapi.json')
  const { paths } = JSON.parse(fs.readFileSync(file, 'utf8')) as { paths: Record<string, unknown> }
  const list = /## Not there yet\n([\s\S]*?)\n## /.exec(README)?.[1]?.replaceAll('\n', ' ') ?? ''
  for (const [words, prefix] of Object.entries(AREAS)) {
    const has = Object.keys(paths).some((one) => `${one}/`.startsWith(`/api/v1${prefix}/`))
    expect([words, list.includes(words)]).toEqual([words, !has])
  }
})

test.each([
  'README.md',
  'ARCHITECTURE.md',
  'docs/bounds.md',
  'docs/ingest.md',
  'docs/operations.md',
  'docs/commands.md',
])('links of %s lead somewhere', (page) => {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  const lost = links.filter((target) => !fs.existsSync(path.join(ROOT, path.dirname(page), target)))
  expect(lost).toEqual([])
})

const NOT_OURS = new Set(['node_modules', '.cache', '.git', 'data'])
function* entriesOf(folder = ''): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    if (NOT_OURS.has(entry.name)) continue
    const one = path.posix.join(folder, entry.name)
    yield one
    if (entry.isDirectory()) yield* entriesOf(one)
  }
}
/** Paths of files and folders, and the ends of such paths, which tables use. */
const known = new Set(
  [...entriesOf()].flatMap((one) => one.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
)
/** A path contains a slash or ends like a source file, and has no placeholders. */
const PATH = /^(?=.*(?:\/|\.(?:ts|tsx|mjs|md)$))[\w.-]+(?:\/[\w.-]+)*\/?$/
/** Folders of the data folder, and a package. */
const NO_FILES = new Set(['known', 'damaged', 'data'])

test.each(['ARCHITECTURE.md', 'docs/bounds.md', 'docs/finding-your-way.md'])('paths in %s exist', (page) => {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8')
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, one = '']) => one).filter((one) => PATH.test(one))
  const lost = named.map((one) => one.replace(/\/$/, '')).filter((one) => !known.has(one) && !NO_FILES.has(one))
  expect([named.length > 10, [...new Set(lost)]]).toEqual([true, []])
})
