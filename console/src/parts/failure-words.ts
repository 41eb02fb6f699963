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
  409: 'It does not fit what is there',
  413: 'More than one request may take',
  422: 'Not acceptable',
  429: 'Too many requests',
  503: 'Not available for the moment',
}
const NO_ANSWER = 'There was no answer: the network is away, or the service.'

export function failureWords(refused: Refused): FailureWords {
  const { status, message, isRead } = refused
  if (status === null)
    return {
      ...{ title: 'The API could not be reached', detail: NO_ANSWER },
      advice: isRead
        ? null
        : 'What you typed stays here. Send it again once the network is back, and look first whether it has arrived.',
    }
  return {
    ...{ title: TITLES[status] ?? `The API answered ${status}`, detail: message },
    advice: isRead ? null : adviceOf(status, refused.retryAfter),
  }
}

function adviceOf(status: number, retryAfter: number | null): string | null {
  const later = retryAfter === null ? 'in a minute' : `in ${retryAfter} s`
  if (status === 422) return 'Nothing was changed. Change what is named here, and send it again.'
  if (status === 409) return 'Nothing was changed. Look at what is there now, and decide anew.'
  if (status === 413) return 'Nothing was changed. Send less at once.'
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
