/**
 * The rules that come with the product. `rules/` holds one rule a file: Sigma in `.yml`, EQL in `.eql.yml`. Beside it
 * `fixtures/` holds for the same path in `.json` what it finds and what it lets pass:
 *
 *     { "format": "windows", "matches": [record, ...], "misses": [record, ...] }
 *
 * `format` is a name that senders give their format. A record is an object, or the text of one event as it is sent; of a
 * correlation it is the list of the events that it is about. A test holds every rule against its fixture.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../platform/assert.ts'
import type { Rule } from '../plan/plan.ts'
import { parseSource, type RuleSource, resolveSources, type SourceSet } from './rule-source.ts'

export const CONTENT_DIR = join(import.meta.dirname, 'rules')
export const FIXTURES_DIR = join(import.meta.dirname, 'fixtures')

/** In the order of their names. Needs no bound, because the files ship with the product. */
export function contentSources(dir = CONTENT_DIR): readonly RuleSource[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yml'))
  return files.sort().map((file) => ({
    language: file.endsWith('.eql.yml') ? 'eql' : 'sigma',
    file: file.replaceAll('\\', '/'),
    text: readFileSync(join(dir, file), 'utf8'),
  }))
}

export function readContent(dir = CONTENT_DIR): SourceSet {
  return resolveSources(contentSources(dir).map((source) => parseSource(source)))
}

let loaded: readonly Rule[] | undefined

/** Parsed once; a fault in them is a bug of ours. */
export function builtInRules(): readonly Rule[] {
  if (loaded) return loaded
  const { rules, faults } = readContent()
  const [fault] = faults
  assert(fault === undefined, `built-in rules are sound: ${fault?.file}:${fault?.line} ${fault?.reason}`)
  loaded = rules
  return rules
}

/** The text of a built-in rule's file. */
export function builtInText({ file }: Pick<Rule, 'file'>): string {
  return readFileSync(join(CONTENT_DIR, file), 'utf8')
}
