import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Everything from files of its own: the page runs under a policy without inline scripts, styles or data addresses. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022', emptyOutDir: true },
})
