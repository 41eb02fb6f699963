/** A process that sends notifications until it is killed: URL of the database, port of the mail server, file of the clock. */
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { recordIn } from '../control/platform/acting/index.ts'
import { openVault, vaultKeys } from '../control/platform/vault/index.ts'
import { deliverOnce, openMailer } from '../control/soc/delivery/index.ts'
import { mailServerOf } from '../platform/mail-server.ts'
import { sealerOf } from '../platform/seal.ts'
import { openPostgres } from '../stores/postgres/pool.ts'
import { STORM_KEY } from './notification-storm.ts'

const IDLE_MS = 20

const [url = '', port = '', clockFile = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const nowMs = () => Number(readFileSync(clockFile, 'utf8'))
const noWay = async (): Promise<never> => {
  throw new Error('nothing but mail goes out here')
}
const sealer = sealerOf(STORM_KEY)
const findPlace = async (host: string, to: number) => ({ host, port: to, address: host })
const deps = {
  ...{ pool: openPostgres({ url, poolSize: 4, log }), egress: noWay, findPlace: noWay, log, nowMs, sealer },
  ...{ vault: openVault(vaultKeys(STORM_KEY, false, log), log), audit: recordIn(sealer), vapid: null },
  mailer: openMailer(mailServerOf(`smtp://127.0.0.1:${port}`, 'Storm <soc@storm.example>'), findPlace, nowMs),
  ...{ webUrl: 'https://soc.example', apiUrl: 'https://soc.example' },
}
for (;;) if (!(await deliverOnce(deps))) await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
