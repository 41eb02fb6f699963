import { once } from 'node:events'

/** Writes to stdout, and waits while a slow reader has not taken what was written before. */
export async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
