/**
 * Entry of the thread. Each thread must enable the compile cache itself, and the cache only applies to later imports.
 */
import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
await import('../../../platform/own-modules.ts')
await import('./thread.ts')
flushCompileCache() // now, because the thread is terminated and runs no code at its end
