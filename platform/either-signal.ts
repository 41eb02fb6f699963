/**
 * Aborts when either signal does. Only the two signals reference it: a listener on `AbortSignal.any` is kept until a
 * source aborts, even when the sources are unreachable, and a killed simulated process never aborts.
 */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController()
  const listening = [one, other].map((signal) => ({ signal, aborted: () => abort(signal) }))
  const abort = ({ reason }: AbortSignal) => {
    for (const { signal, aborted } of listening) signal.removeEventListener('abort', aborted)
    either.abort(reason)
  }
  for (const { signal, aborted } of listening) signal.addEventListener('abort', aborted)
  const first = listening.find(({ signal }) => signal.aborted)
  if (first) abort(first.signal)
  return either.signal
}
