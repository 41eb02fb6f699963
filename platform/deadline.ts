/**
 * The promise, or the error of `late` once `ms` have passed. The work itself is not cancelled: what it holds is still
 * its own, and a rejection that comes after the deadline is dropped here.
 */
export async function withDeadline<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
