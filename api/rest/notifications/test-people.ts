/** An API with people, a mail server, and the sender of messages, for the tests of what people are notified of. */
import { pino } from 'pino'
import { type DeliveryDeps, deliverOnce, openMailer } from '../../../control/soc/delivery/index.ts'
import { mailServerOf } from '../../../platform/mail-server.ts'
import { openTestCases, type TestCases } from '../cases/test-cases.ts'
import { openTestMailServer, type TestMailServer } from './test-mail-server.ts'

export type TestPeople = TestCases & {
  readonly smtp: TestMailServer
  readonly delivery: (more?: Partial<DeliveryDeps>) => DeliveryDeps
  /** Delivers until nothing is due at the time of the clock. */
  deliverAll(more?: Partial<DeliveryDeps>): Promise<void>
  /** Mails to one address, oldest first, and their texts. */
  mailsTo(name: string): string[]
  minutes(count: number): void
}

export const WEB_URL = 'https://soc.example'

export async function openTestPeople(): Promise<TestPeople> {
  const cases = await openTestCases()
  const smtp = await openTestMailServer()
  const nowMs = () => cases.clock.ms
  const findPlace = async (host: string, port: number) => ({ host, port, address: host })
  const server = mailServerOf(`smtp://127.0.0.1:${smtp.port}`, 'Acme SOC <soc@acme.example>')
  const noWay = async () => {
    throw new Error('nothing but mail goes out here')
  }
  const delivery = (more: Partial<DeliveryDeps> = {}): DeliveryDeps => {
    const { vault, sealer, audit } = cases.api.deps
    return {
      ...{ pool: cases.api.owner, vault, sealer, audit, log: pino({ level: 'silent' }), nowMs, vapid: null },
      ...{ mailer: openMailer(server, findPlace, nowMs), egress: noWay, findPlace: noWay },
      ...{ webUrl: WEB_URL, apiUrl: WEB_URL, ...more },
    }
  }
  return {
    ...{ ...cases, smtp, delivery },
    async deliverAll(more = {}) {
      const deps = delivery(more)
      while (await deliverOnce(deps));
    },
    mailsTo: (name) =>
      smtp.mails.filter(({ to }) => to === `${name}@acme.example`).map(({ mail }) => `${mail.subject}\n${mail.text}`),
    minutes(count) {
      cases.clock.ms += count * 60_000
    },
    async close() {
      await smtp.close()
      await cases.close()
    },
  }
}
