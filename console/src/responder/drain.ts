/**
 * Sends what `oldest` gives until there is nothing or one is not sent. What is added while another is being sent is sent
 * in the same pass.
 */
export async function drain<T>(oldest: () => T | undefined, send: (one: T) => Promise<boolean>): Promise<void> {
  for (let one = oldest(); one !== undefined; one = oldest()) if (!(await send(one))) return
}
