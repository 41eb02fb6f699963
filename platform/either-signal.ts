/**
 * Aborted when one of the two is, and held by them alone. What listens to `AbortSignal.any` is kept until a source is
 * aborted, also when nobody has the sources any more: a simulated process that is killed never aborts anything.
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
