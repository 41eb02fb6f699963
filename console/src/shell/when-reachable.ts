const PAUSE_MS = 2_000

type Ways = {
  /** True once the server answers. */
  readonly answers: () => Promise<boolean>
  readonly pause: () => Promise<void>
}

const WAYS: Ways = {
  answers: () =>
    fetch('/', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
}

/**
 * Loads a page's code, and again when the server answers, where it did not. The router would reload the whole document
 * at once, and a person whose service restarts would see the browser's own error. A second failure is the router's: the
 * code has another name in a new release, and a document that is loaded anew knows it.
 */
export function whenReachable<T>(load: () => Promise<T>, { answers, pause } = WAYS): () => Promise<T> {
  return async () => {
    try {
      return await load()
    } catch {
      while (!(await answers())) await pause()
      return load()
    }
  }
}
