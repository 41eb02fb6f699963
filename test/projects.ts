/**
 * Assigns a test file to a vitest project by its needs: `unit` needs nothing and starts at once, `stores` needs the
 * engines (ClickHouse, Postgres, Redis) or seconds of a whole core, `system` needs Kafka, whole installations or the
 * simulator.
 */
import fs from 'node:fs'
import path from 'node:path'

export type Project = 'unit' | 'stores' | 'system'

export const ROOT = path.join(import.meta.dirname, '..')

/** Files that start whole installations, or run for a minute by themselves. */
const SYSTEM = /^(?:test\/(?:browser|e2e|sim|isolation|chaos|forwarders)\/|stream\/kafka\/|services\/cli\/main\.test)/
/**
 * Property tests over thousands of cases, and tests that compile or start processes: together they take longer than all
 * of `unit`.
 */
const LONG: readonly string[] = [
  'api/openapi.test.ts',
  'connectors/formats/body.test.ts',
  'control/platform/audit/verify-bundle.test.ts',
  'detections/content/parser/rule-parser.test.ts',
  'detections/kql/compile-query.test.ts',
  'detections/kql/run/hostile.test.ts',
  'detections/kql/run/narrow.test.ts',
  'detections/match/json-matcher.test.ts',
  'detections/match/literal-tables.test.ts',
  'detections/match/matcher.property.test.ts',
  'detections/match/raw-filter.test.ts',
  'detections/plan/fold.test.ts',
  'detections/sigma/hostile.test.ts',
  'detections/window/conformance.test.ts',
  'detections/window/entries.test.ts',
  'detections/yara/scanner.test.ts',
  'detections/yara/set-scanner.test.ts',
  'pipeline/stages/intake/dedupe/dedupe-memory.test.ts',
  'stream/embedded/compact.test.ts',
  'stream/embedded/crash.test.ts',
  'stream/embedded/damage.test.ts',
  'stream/embedded/log-writer.test.ts',
  'stream/threads/threads.test.ts',
  'pipeline/scans/run-scans.test.ts',
  'pipeline/scans/scan-record.test.ts',
  'platform/kernel/build.test.ts',
  'detections/tenant/rule-book.test.ts',
  'schemas/native-columns.test.ts',
  'services/cli/normalize.test.ts',
  'services/cli/rules-check.test.ts',
  'services/cli/rules-run-windows.test.ts',
  'services/cli/rules-run.test.ts',
  'services/cli/send/file-batches.test.ts',
  'services/intake/threads.test.ts',
  'test/boundaries.test.ts',
  'test/scripts.test.ts',
]

/** A test file is not `unit` if it imports one of these, directly or through test helpers. */
const MARKS: readonly (readonly [RegExp, Project])[] = [
  [/^(?:docker\/kafka\/|test\/e2e\/)/, 'system'],
  [/^sdk\/conformance\/test-go-programs/, 'stores'],
  [/^stores\/(?:clickhouse\/(?:test-engine|embedded\/)|postgres\/(?:testing|embedded\/)|redis\/test-redis)/, 'stores'],
]
/** Only test helpers are searched: code of the product starts an engine only when a test passes one. */
const HELPER = /(?:test|conformance|driver-world)[\w-]*\.ts$|^test\//
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g

/** All test files below the root, by project; paths are relative to it. */
export function projectsOf(files: readonly string[]): Readonly<Record<Project, string[]>> {
  const projects: Record<Project, string[]> = { unit: [], stores: [], system: [] }
  for (const file of files) projects[projectOf(file)].push(file)
  return projects
}

const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', '.cache', 'data', '.git'])

export function testFiles(folder = ''): string[] {
  const entries = fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })
  const found = entries.flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : testFiles(file)
    return entry.name.endsWith('.test.ts') ? [file] : []
  })
  return found.sort()
}

function projectOf(file: string): Project {
  if (SYSTEM.test(file)) return 'system'
  const found = new Set(
    reached(file).flatMap((one) => MARKS.flatMap(([mark, project]) => (mark.test(one) ? project : []))),
  )
  if (found.has('system')) return 'system'
  return found.has('stores') || LONG.includes(file) ? 'stores' : 'unit'
}

/** The imports of a file, and those of the helpers among them. */
function reached(file: string): string[] {
  const seen = new Set(importsOf(file))
  for (const one of seen) if (HELPER.test(one)) for (const next of importsOf(one)) seen.add(next)
  return [...seen]
}

const read = new Map<string, readonly string[]>()

function importsOf(file: string): readonly string[] {
  const known = read.get(file)
  if (known) return known
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const found = [...text.matchAll(IMPORT)].map(([, target = '']) => path.posix.join(path.posix.dirname(file), target))
  read.set(file, found)
  return found
}
