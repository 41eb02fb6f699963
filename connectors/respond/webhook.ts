import { createHmac } from 'node:crypto'
import type { Respond } from './executor.ts'
import { BYTES_MAX, refusal, TIMEOUT_MS } from './over-http.ts'

/** Sends a signed request to a webhook; there is no way to look whether it was read. */
const open: Respond['open'] = (settings, deps) => {
  const { egress } = deps
  return {
    name: `webhook ${settings.name}`,
    ...{ isSimulated: false, isRepeatable: true },
    async perform({ id, parameters, target, rationale }) {
      const { message = rationale, channel } = parameters
      const body = JSON.stringify({ id, text: message, target, ...(channel ? { channel } : {}) })
      const signature = settings.secret && createHmac('sha256', settings.secret).update(body).digest('hex')
      const headers = {
        ...{ 'content-type': 'application/json', 'idempotency-key': id },
        ...(signature ? { 'x-svc-signature': `sha256=${signature}` } : {}),
      }
      const answer = await egress({
        ...{ url: settings.baseUrl, chosenBy: 'tenant', method: 'POST', headers, body },
        ...{ timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX },
      })
      if (answer.status >= 300) throw refusal('the executor', answer)
      return { ref: null, detail: `answered ${answer.status}` }
    },
    look: async () => 'unknown',
    undo: null,
  }
}

export const WEBHOOK_RESPOND: Respond = { vendor: 'webhook', capabilities: ['notify'], open }
