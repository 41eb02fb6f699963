/**
 * Caches the parsed rules of a folder by the content of each file, so that only changed files are parsed. The cache is
 * JSON. A file whose rules JSON cannot represent, such as those with references to other rules, is parsed each time.
 */
import { hash } from 'node:crypto'
import path from 'node:path'
import { jsonTextOf } from '../../platform/cache/json-text.ts'
import type { PrivateCache } from '../../platform/cache/private-cache.ts'
import type { SigmaOptions } from '../sigma/parse.ts'
import { codeVersion } from './code-version.ts'
import { type ParsedSource, parseSource, type RuleSource } from './rule-source.ts'

/** With fewer files, parsing is as fast as reading the cache. */
const KEPT_FILES_MIN = 16

type Parse = (source: RuleSource) => ParsedSource

type Kept = { readonly keys: readonly string[]; readonly sources: readonly ParsedSource[] }

export class ParsedRules {
  readonly #cache: PrivateCache
  readonly #name: string
  readonly #parse: Parse
  readonly #known: ReadonlyMap<string, ParsedSource>
  readonly #used = new Map<string, ParsedSource>()

  /**
   * The cached rules of one folder. The version of the parser is part of the cache's name, so that a changed parser
   * starts anew.
   */
  constructor(
    cache: PrivateCache,
    folder: string,
    options: SigmaOptions,
    parse: Parse = (source) => parseSource(source, options),
  ) {
    this.#cache = cache
    this.#parse = parse
    const cacheKey = JSON.stringify([codeVersion(), path.resolve(folder), [...(options.placeholders ?? [])]])
    this.#name = `rules-${hash('sha256', cacheKey)}`
    this.#known = knownIn(cache.read(this.#name))
  }

  parse(source: RuleSource): ParsedSource {
    const key = hash('sha256', `${source.language}\n${source.file}\n${source.text}`, 'base64url')
    const known = this.#known.get(key)
    const parsed = known ?? this.#parse(source)
    this.#used.set(key, parsed)
    return parsed
  }

  /** Call it at the end: stores newly parsed rules for the next time, and forgets files that are gone. */
  save(): void {
    const isSame = this.#used.size === this.#known.size && [...this.#used.keys()].every((key) => this.#known.has(key))
    if (isSame || this.#used.size < KEPT_FILES_MIN) return
    const kept = [...this.#used].filter(([key]) => this.#known.has(key))
    const added = [...this.#used].flatMap(([key, parsed]) => {
      const text = this.#known.has(key) ? null : jsonTextOf(parsed)
      return text === null ? [] : [{ key, text }]
    })
    if (added.length === 0 && kept.length === this.#known.size) return
    const entries = [...kept.map(([key, parsed]) => ({ key, text: JSON.stringify(parsed) })), ...added]
    const keys = JSON.stringify(entries.map(({ key }) => key))
    this.#cache.write(this.#name, Buffer.from(`{"keys":${keys},"sources":[${entries.map(({ text }) => text).join()}]}`))
  }
}

/** Returns nothing for a file that is not in this version's form. */
function knownIn(bytes: Buffer | null): ReadonlyMap<string, ParsedSource> {
  if (bytes === null) return new Map()
  try {
    const { keys, sources } = JSON.parse(bytes.toString()) as Kept
    return keys.length === sources.length ? new Map(keys.map((key, i) => [key, sources[i] as ParsedSource])) : new Map()
  } catch {
    return new Map()
  }
}
