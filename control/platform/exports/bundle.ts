/** An export as a ZIP file: the exported file, and `signature.json` beside it. */
import { unzipSync, zipSync } from 'fflate'
import type { DetachedSignature } from './export-signature.ts'

export const SIGNATURE_FILE = 'signature.json'
/** Unpacked bytes of a bundle that is checked. */
const UNPACKED_MAX = 512 * 1024 * 1024

export function bundleOf(file: string, content: Uint8Array, detached: DetachedSignature): Uint8Array {
  const signature = new TextEncoder().encode(`${JSON.stringify(detached, null, 2)}\n`)
  return zipSync({ [file]: content, [SIGNATURE_FILE]: signature })
}

export type OpenedBundle = { readonly file: string; readonly content: Uint8Array; readonly signature: string }

/** Null when the ZIP file does not hold exactly one file beside its signature. Throws for data that is no ZIP file. */
export function openBundle(zip: Uint8Array): OpenedBundle | null {
  let unpacked = 0
  const files = unzipSync(zip, { filter: ({ originalSize }) => (unpacked += originalSize) <= UNPACKED_MAX })
  const { [SIGNATURE_FILE]: signature, ...others } = files
  const [only, ...rest] = Object.entries(others)
  if (signature === undefined || only === undefined || rest.length > 0) return null
  return { file: only[0], content: only[1], signature: new TextDecoder().decode(signature) }
}
