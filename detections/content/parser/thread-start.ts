/** Entry of the thread. Each thread enables the compile cache itself, and it serves only later imports. */
import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
await import('../../../platform/own-modules.ts')
await import('./thread.ts')
flushCompileCache() // a thread is ended, it does not end
