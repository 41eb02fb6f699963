/** `node bin/run.mjs connectors/write-sent-names.ts`: writes `sent-names.json`. `sent-names.test.ts` fails until then. */
import fs from 'node:fs'
import { sentNamesText } from './gather-sent-names.ts'
import { SENT_NAMES_FILE } from './sent-names.ts'

fs.writeFileSync(SENT_NAMES_FILE, sentNamesText())
