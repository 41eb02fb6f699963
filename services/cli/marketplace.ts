/** `svc marketplace pack`: a folder of items as a signed catalogue, to be served by any web server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packCatalogue } from '../../control/detect/marketplace/index.ts'
import { numberOption } from './number-option.ts'

const DAY_MS = 86_400_000

export function runMarketplacePack(dir: string, options: { key: string; out: string; days: string }): void {
  const days = numberOption('--days', options.days, 1, 3650)
  const nowMs = Date.now()
  const packed = packCatalogue(dir, {
    pem: readFileSync(options.key, 'utf8'),
    // The serial is in seconds: two issues within one second are the same issue.
    serial: Math.floor(nowMs / 1000),
    expires: new Date(nowMs + days * DAY_MS),
  })
  mkdirSync(options.out, { recursive: true })
  // The index is written last: readers find the files only through it.
  for (const [name, body] of packed.files) writeFileSync(join(options.out, name), body)
  process.stdout.write(`items ${packed.items}\nSVC_MARKETPLACE_PUBLIC_KEY=${packed.publicKey}\n`)
}
