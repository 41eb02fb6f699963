/**
 * Runs work that ends early when its signal aborts: because the caller left, or because the time is over. Resolves to null
 * in the second case; rejects as the work does otherwise.
 */
export async function within<T>(
  ms: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const late = AbortSignal.timeout(ms)
  try {
    return await work(AbortSignal.any([gone, late]))
  } catch (error) {
    if (late.aborted && !gone.aborted) return null
    throw error
  }
}
