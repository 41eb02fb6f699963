// Gives tests `fast-check.ts` wherever they import `fast-check`: Node loads them itself, without the aliases of a bundler.
import { registerHooks } from 'node:module'

const SEEDED = new URL('./fast-check.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === 'fast-check' ? { url: SEEDED, format: 'module-typescript', shortCircuit: true } : next(name, context),
})
