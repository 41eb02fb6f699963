import type { Ask } from '../../../connectors/polling/ask.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { CONNECTOR_LIMITS } from './limits.ts'

/** Requests of a poll, over the one way out: a tenant chose where they go. */
export function askOver(egress: Egress): Ask {
  return async ({ method, url, headers, body }) =>
    egress({
      ...{ url, chosenBy: 'tenant', method, headers, timeoutMs: CONNECTOR_LIMITS.requestMs },
      ...{ responseBytesMax: CONNECTOR_LIMITS.answerBytes, redirectsMax: 0 },
      ...(body === undefined ? {} : { body }),
    })
}
