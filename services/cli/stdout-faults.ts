/**
 * Ends the process with 1 when what it prints does not arrive: Node's console says nothing of a full disk. Of a reader
 * that has enough (`| head -1`) nothing is said.
 */
export function failWithoutStdout(): void {
  // What is said beside the results is not what the command is for.
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`svc: the output cannot be written: ${error.message}\n`)
    process.exit(1)
  })
}
