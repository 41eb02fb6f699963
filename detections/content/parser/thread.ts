/** The thread that parses rule texts, one after another. */
import { serveQuestions } from '../../../platform/bounded-thread.ts'
import type { SigmaOptions } from '../../sigma/parse.ts'
import { parseSource, type RuleSource } from '../rule-source.ts'

export type ToParser = { readonly source: RuleSource; readonly options: SigmaOptions }

const loaded = new Set<RuleSource['language']>()

/** For each language a text that makes it load its libraries. */
const FIRST: Readonly<Record<RuleSource['language'], string>> = {
  sigma: 'title: a',
  eql: 'language: eql\nquery: any where true',
  kql: 'query: SecurityEvent | where EventID == 1',
}

serveQuestions(
  ({ source, options }: ToParser) => parseSource(source, options),
  ({ source: { language } }) => {
    if (!loaded.has(language)) parseSource({ language, file: 'first.yml', text: FIRST[language] })
    loaded.add(language)
  },
)
