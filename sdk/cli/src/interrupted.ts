/** Thrown when the user ends a command by Ctrl+C. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted')
  }
}

/** The usual exit status after SIGINT: 128 and its number. */
export const INTERRUPTED = 130
