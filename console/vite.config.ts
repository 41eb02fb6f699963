import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { operations } from './operations.ts'

const pageAt = (file: string) => path.join(import.meta.dirname, file)

/**
 * Builds everything into separate files: the page's policy forbids inline scripts, inline styles and data addresses.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), operations()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    emptyOutDir: true,
    // The responder app is a separate page, so that a phone on a slow network loads nothing of the console.
    rollupOptions: { input: [pageAt('index.html'), pageAt('responder.html')] },
  },
})
