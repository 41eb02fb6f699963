/** Explains a failed request to the user, and what to do next. */

export type Refused = {
  /** The HTTP status; null if no response came. */
  readonly status: number | null
  readonly message: string
  /** Seconds after which the API says to retry; null if it does not say. */
  readonly retryAfter: number | null
  /** True for a read: the user's input does not depend on it. */
  readonly isRead: boolean
}

export type FailureWords = { readonly title: string; readonly detail: string; readonly advice: string | null }

const TITLES: Readonly<Record<number, string>> = {
  404: 'Not found',
  409: 'Conflict with the current state',
  413: 'The request is too large',
  422: 'Not acceptable',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
}
const NO_ANSWER = 'No answer: the network or the service is down.'

export function failureWords(refused: Refused): FailureWords {
  const { status, message, isRead } = refused
  if (status === null)
    return {
      ...{ title: 'The API could not be reached', detail: NO_ANSWER },
      advice: isRead
        ? null
        : 'What you typed stays here. When the network is back, check whether it has arrived before you send it again.',
    }
  return {
    ...{ title: TITLES[status] ?? `The API answered ${status}`, detail: message },
    advice: isRead ? null : adviceOf(status, refused.retryAfter),
  }
}

function adviceOf(status: number, retryAfter: number | null): string | null {
  const later = retryAfter === null ? 'in a minute' : `in ${retryAfter} s`
  if (status === 422) return 'Nothing was changed. Correct the fields named here, and send it again.'
  if (status === 409) return 'Nothing was changed. Reload, look at the current state, and decide again.'
  if (status === 413) return 'Nothing was changed. Send less at a time.'
  if (status === 429) return `Nothing was changed, and what you typed stays here. Send it again ${later}.`
  if (status === 503) return `What you typed stays here. Send it again ${later}.`
  return null
}

/** Faults of an input, each with the name of its field. */
export function faultWords(detail: readonly unknown[], nameOf: (field: string) => string): string {
  return detail
    .map((one) => {
      const { loc = [], msg } = (one ?? {}) as { loc?: readonly unknown[]; msg?: unknown }
      if (typeof msg !== 'string') return JSON.stringify(one)
      const fields = loc.slice(1).map((part) => (typeof part === 'number' ? `${part + 1}` : nameOf(String(part))))
      return fields.length === 0 ? msg : `${fields.join(', ')}: ${msg}`
    })
    .join('; ')
}

/** A role helps against the lack of a permission, and not where another person has to act. */
export const isOfPermission = (refusal: string) => /\bpermissions?\b|\byour role\b/.test(refusal)
