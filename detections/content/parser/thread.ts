/** The thread that reads rule texts: one after the other, each answered with what it says. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../../../platform/assert.ts'
import type { SigmaOptions } from '../../sigma/parse.ts'
import { parseSource, type RuleSource } from '../rule-source.ts'

export type ToParser = { readonly source: RuleSource; readonly options: SigmaOptions }

assert(parentPort, 'rule texts are read in a thread of their own')
const port = parentPort
port.on('message', ({ source, options }: ToParser) => port.postMessage(parseSource(source, options)))
// KQL's parser is loaded before the first text is timed.
parseSource({ language: 'kql', file: 'a.kql', text: 'SecurityEvent | where EventID == 1' })
port.postMessage('ready')
