/** The thread that reads rule texts: one after the other, each answered with what it says. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../../../platform/assert.ts'
import type { SigmaOptions } from '../../sigma/parse.ts'
import { type ParsedSource, parseSource, type RuleSource } from '../rule-source.ts'

export type ToParser = { readonly source: RuleSource; readonly options: SigmaOptions }
/** That it begins to read comes first: what it has loaded for it is not the text's time. */
export type FromParser = { readonly kind: 'begins' } | { readonly kind: 'parsed'; readonly parsed: ParsedSource }

assert(parentPort, 'rule texts are read in a thread of their own')
const port = parentPort
const say = (message: FromParser) => port.postMessage(message)
const loaded = new Set<RuleSource['language']>()

/** A text of each language loads its libraries. */
const FIRST: Readonly<Record<RuleSource['language'], string>> = {
  sigma: 'title: a',
  eql: 'language: eql\nquery: any where true',
  kql: 'query: SecurityEvent | where EventID == 1',
}

port.on('message', ({ source, options }: ToParser) => {
  const { language } = source
  if (!loaded.has(language)) parseSource({ language, file: 'first.yml', text: FIRST[language] })
  loaded.add(language)
  say({ kind: 'begins' })
  say({ kind: 'parsed', parsed: parseSource(source, options) })
})
