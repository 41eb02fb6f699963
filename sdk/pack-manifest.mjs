/**
 * `npm pack` runs this before and after it packs: the packed package.json has no `prepare`, of which npm would warn at each
 * installation, although the package is built already. `npm install FOLDER` needs it, so the folder keeps it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const MANIFEST = 'package.json'
/** The whole manifest, while the other one is packed. */
const KEPT = '.package.json.kept'

/** Also repairs the folder after a run that failed or was killed: the packed manifest keeps the script that calls this. */
function restore() {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
}

function strip() {
  restore()
  const whole = readFileSync(MANIFEST, 'utf8')
  const manifest = JSON.parse(whole)
  delete manifest.scripts.prepare
  writeFileSync(KEPT, whole)
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
}

if (process.argv[2] === 'strip') strip()
else restore()
