import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { operations } from './operations.ts'

/** Style sheets after what the page shows first: a browser draws nothing that stands behind a sheet it has yet to load. */
const stylesLast: Plugin = {
  name: 'svc-styles-last',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(SHEET) ?? []
      return html.replace(SHEET, '').replace('</body>', `${sheets.join('')}  </body>`)
    },
  },
}
const SHEET = /^ *<link rel="stylesheet"[^>]*>\n/gm

/** React, the cache of queries, and the modules of ours that the console and the responder app both begin with. */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:query-core|react-query)|openapi-fetch)\/|console\/src\/(?:api\/(?:client|passkeys|pauses|session|shared-session)|parts\/(?:failure-words|notifications|shown|words))\.tsx?$/
/** The parts of Mantine and of ours that the sign-in form draws and other pages use again. */
const FORM = /node_modules\/|console\/src\/parts\/states\.tsx$/

const pageAt = (file: string) => path.join(import.meta.dirname, file)

/**
 * Builds everything into separate files: the page's policy forbids inline scripts, inline styles and data addresses.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), operations(), stylesLast],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    emptyOutDir: true,
    // The responder app is a separate page, so that a phone on a slow network loads nothing of the console.
    rolldownOptions: {
      input: [pageAt('index.html'), pageAt('responder.html')],
      // The first page travels in few files: a browser opens six connections, and on a slow network each further round
      // of requests costs seconds.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'form', test: FORM, tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
})
