/**
 * For long-running commands: they must not end because the reader of their stdout does. When the reader has gone (`svc
 * up | head -1`) or the disk is full, printed output is lost and the command continues. The log has its own handling.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
