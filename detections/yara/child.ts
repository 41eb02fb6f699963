/** The process that holds the engine: native code cannot be interrupted, but a process can be killed. */
import { type Engine, openEngine } from './engine.ts'
import type { LoadReport, YaraMatch, YaraSource } from './rule.ts'

/** A set is identified by its name; loading it again replaces it. */
export type ToChild =
  | { readonly kind: 'load'; readonly set: string; readonly sources: readonly YaraSource[] }
  | { readonly kind: 'drop'; readonly set: string }
  | { readonly kind: 'scan'; readonly set: string; readonly items: readonly Uint8Array[] }
export type FromChild =
  | { readonly kind: 'loaded'; readonly report: LoadReport }
  | { readonly kind: 'dropped' }
  /** `found` has an entry for each item; `cpuMs` is the CPU time of all of them. */
  | { readonly kind: 'scanned'; readonly found: readonly (readonly YaraMatch[])[]; readonly cpuMs: number }
  | { readonly kind: 'failed'; readonly reason: string }

const engines = new Map<string, Engine>()

function answer(message: ToChild): FromChild {
  if (message.kind === 'drop') {
    engines.delete(message.set)
    return { kind: 'dropped' }
  }
  if (message.kind === 'load') {
    engines.delete(message.set) // the new one may need its memory
    const engine = openEngine(message.sources)
    engines.set(message.set, engine)
    const { rules, names, faults } = engine
    return { kind: 'loaded', report: { rules, names, faults } }
  }
  const engine = engines.get(message.set)
  if (!engine) return { kind: 'failed', reason: 'this set of YARA rules is not loaded' }
  const before = process.cpuUsage()
  const found = message.items.map(({ buffer, byteOffset, byteLength }) =>
    engine.scan(Buffer.from(buffer, byteOffset, byteLength)),
  )
  const { user, system } = process.cpuUsage(before)
  return { kind: 'scanned', found, cpuMs: (user + system) / 1000 }
}

process.on('message', (message: ToChild) => {
  try {
    process.send?.(answer(message))
  } catch (error) {
    process.send?.({ kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' } satisfies FromChild)
  }
})
process.on('disconnect', () => process.exit(0))
