const PAUSE_MS = 2_000

type Ways = {
  /** True when the server answers. */
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
 * Loads a page's code, and loads it again when a failed server answers. Otherwise the router would reload the document
 * at once, and the user would see the browser's error page while the service restarts. The router handles a second
 * failure: in a new release the code has another name, and a reloaded document knows it.
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
