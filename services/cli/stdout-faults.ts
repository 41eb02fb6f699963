/**
 * Ends the process with 1 when its output fails: Node's console ignores a full disk. A reader that closes early (`|
 * head -1`) is no error.
 */
export function failWithoutStdout(): void {
  // Messages on stderr are not the command's result: a closed stderr is ignored.
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`svc: the output cannot be written: ${error.message}\n`)
    process.exit(1)
  })
}
