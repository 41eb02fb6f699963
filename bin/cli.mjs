// The command line in the Node that runs this. Types are stripped anew from whatever is imported before the cache is
// enabled, which takes longer than a small command itself: so nothing is.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../platform/own-modules.ts')
await import('../services/cli/main.ts')
