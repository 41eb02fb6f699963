/** The nonce of this page's Content-Security-Policy: components that create style elements set it on them. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

declare global {
  // react-remove-scroll reads the nonce here.
  var __webpack_nonce__: string
}
globalThis.__webpack_nonce__ = nonce
