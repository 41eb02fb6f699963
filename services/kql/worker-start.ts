/** Entry of the thread: each thread has its own compile cache, and only for modules imported after it is enabled. */
import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
await import('../../platform/own-modules.ts')
await import('./worker.ts')
flushCompileCache() // a thread is terminated and has no exit of its own, so the cache is written now
