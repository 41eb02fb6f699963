/** What the thread begins with: the cache is of each thread its own, and only for what is imported after it. */
import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
await import('./worker.ts')
flushCompileCache() // a thread is ended, it does not end
