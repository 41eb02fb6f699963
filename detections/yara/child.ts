/** The process that holds the engine: native code cannot be interrupted, a process can be ended. */
import { type Engine, openEngine } from './engine.ts'
import type { LoadReport, YaraMatch, YaraSource } from './rule.ts'

export type ToChild =
  | { readonly kind: 'load'; readonly sources: readonly YaraSource[] }
  | { readonly kind: 'scan'; readonly bytes: Uint8Array }
export type FromChild =
  | { readonly kind: 'loaded'; readonly report: LoadReport }
  | { readonly kind: 'scanned'; readonly matches: readonly YaraMatch[] }
  | { readonly kind: 'failed'; readonly reason: string }

let engine: Engine | null = null

function answer(message: ToChild): FromChild {
  if (message.kind === 'load') {
    engine = openEngine(message.sources)
    return { kind: 'loaded', report: { rules: engine.rules, faults: engine.faults } }
  }
  const { buffer, byteOffset, byteLength } = message.bytes
  return { kind: 'scanned', matches: engine?.scan(Buffer.from(buffer, byteOffset, byteLength)) ?? [] }
}

process.on('message', (message: ToChild) => {
  try {
    process.send?.(answer(message))
  } catch (error) {
    process.send?.({ kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' } satisfies FromChild)
  }
})
process.on('disconnect', () => process.exit(0))
