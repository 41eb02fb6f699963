import type { Egress, FindPlace } from '../../../platform/egress/client.ts'
import type { Log } from '../../../platform/log.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import type { RecordAct } from '../../platform/acting/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { ChatBot } from '../../respond/response/index.ts'
import type { Vapid } from '../web-push/index.ts'
import type { Phone } from './phone.ts'
import type { Mailer } from './send-mail.ts'

export type DeliveryDeps = {
  /** Pool of the owner: tenants with due messages are read over all of them. */
  readonly pool: Postgres
  readonly egress: Egress
  readonly findPlace: FindPlace
  readonly vault: Vault
  readonly sealer: Sealer
  readonly audit: RecordAct
  /** Null: no mail server is configured, and every mail fails with that as its reason. */
  readonly mailer: Mailer | null
  readonly vapid: Vapid | null
  /** Null or undefined: no provider of texts and calls is configured. */
  readonly phone?: Phone | null
  /** The Slack app of the installation. */
  readonly bot?: ChatBot | null
  /** Origin of the console, and that of the API, where links are answered. */
  readonly webUrl: string
  readonly apiUrl: string
  readonly log: Log
  readonly nowMs: () => number
}
