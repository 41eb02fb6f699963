/**
 * For what runs until it is stopped: others depend on it, and not on who reads its output. Behind a reader that has gone
 * (`svc up | head -1`) or a disk that is full, what it prints is lost and it goes on. Its log takes care of itself.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
