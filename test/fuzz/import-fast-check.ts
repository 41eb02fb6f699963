/**
 * Makes `import 'fast-check'` of a test give `fast-check.ts`. A process of several test files runs this once for each of them, and
 * one hook is enough.
 */
import { registerHooks } from 'node:module'

const REGISTERED = Symbol.for('svc.tests.fast-check')
const url = new URL('fast-check.ts', import.meta.url).href

if (!Reflect.has(globalThis, REGISTERED)) {
  Reflect.set(globalThis, REGISTERED, true)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'fast-check' ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
  })
}
